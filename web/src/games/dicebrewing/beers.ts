// How beers look: their colour, and the glass they are drunk from.
export type Vessel = 'mug' | 'flute' | 'weizen' | 'pint' | 'chalice' | 'flask';

export interface Beer {
  colour: string;
  vessel: Vessel;
}

const BEERS: Record<string, Beer> = {
  lager: { colour: 'var(--gold-81b)', vessel: 'mug' },
  pilsner: { colour: 'var(--gold-86)', vessel: 'flute' },
  wheat: { colour: 'var(--gold-84c)', vessel: 'weizen' },
  pale_ale: { colour: 'var(--amber-70b)', vessel: 'pint' },
  bock: { colour: 'var(--brown-54)', vessel: 'mug' },
  porter: { colour: 'var(--brown-37)', vessel: 'pint' },
  stout: { colour: 'var(--earth-27)', vessel: 'pint' },
  abbey: { colour: 'var(--red-45c)', vessel: 'chalice' },
  experimental: { colour: 'var(--purple-49)', vessel: 'flask' },
};

/** By the recipe's id: "lager_2" is a lager. */
export const beerOf = (recipe: string): Beer =>
  BEERS[recipe.replace(/_\d+$/, '')] ?? { colour: 'var(--amber-69)', vessel: 'mug' };
