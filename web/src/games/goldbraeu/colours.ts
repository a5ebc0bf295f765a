// Houses have colours of their own, none of them a player's. Fills are light enough for dark signs.
const TAVERNS = [
  'var(--orange-72)',
  'var(--lime-74)',
  'var(--tan-67b)',
  'var(--sea-76)',
  'var(--teal-72)',
  'var(--purple-73)',
];
const BREWERIES = ['var(--rose-42)', 'var(--blue-44)', 'var(--teal-46)', 'var(--rust-48)'];

export const tavernColour = (index: number): string => TAVERNS[index % TAVERNS.length];
export const breweryColour = (index: number): string => BREWERIES[index % BREWERIES.length];
