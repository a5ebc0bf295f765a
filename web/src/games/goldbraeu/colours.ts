// Houses have colours of their own, none of them a player's. Fills are light enough for dark signs.
const TAVERNS = ['#e08b5c', '#9cb867', '#b08f6a', '#8fb7c9', '#6fb3a4', '#b79ad0'];
const BREWERIES = ['#7d2e3d', '#3c5470', '#27635c', '#8a4b08'];

export const tavernColour = (index: number): string => TAVERNS[index % TAVERNS.length];
export const breweryColour = (index: number): string => BREWERIES[index % BREWERIES.length];
