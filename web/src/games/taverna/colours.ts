// Peoples have colours of their own, none of them a player's; light enough for dark signs.
import type { People } from './view';

const PEOPLE: Record<People, string> = {
  elf: 'var(--green-80)',
  dwarf: 'var(--brown-75)',
  orc: 'var(--purple-72)',
  human: 'var(--sea-77b)',
};

export const peopleColour = (people: string): string =>
  PEOPLE[people as People] ?? 'var(--straw-77)';

const FAVOURS: Record<string, string> = {
  change_symbol: 'swap',
  place_guild: 'guild',
  add_beer: 'beer',
  add_book: 'book',
  add_lyre: 'lyre',
  add_mask: 'mask',
  second_spell: 'spell',
  move_customer: 'move',
  other_people: 'guest',
  gain_level: 'level',
};
const SCORINGS: Record<string, string> = {
  king: 'king',
  queen: 'queen',
  master_of_coins: 'coins',
  archduke: 'deed',
  archmage: 'spell',
};

/** The sign for a favour or a royal scoring. */
export const favourSign = (favour: string): string => FAVOURS[favour] ?? 'privilege';
export const scoringSign = (scoring: string): string => SCORINGS[scoring] ?? 'king';

/** A spell's sign by what it deals in. */
export function spellSign(effect: string): string {
  if (/level|slander|fame/.test(effect)) return 'level';
  if (/coin|pocket|collection|hour|alchemy/.test(effect)) return 'coins';
  if (/customer|eviction|polymorph|arrivals/.test(effect)) return 'guest';
  if (/illusion|mask|doors/.test(effect)) return 'mask';
  if (/favour/.test(effect)) return 'privilege';
  if (/guild/.test(effect)) return 'guild';
  if (/summons|activation/.test(effect)) return 'move';
  if (/ward|counter/.test(effect)) return 'shield';
  return 'spell';
}
