// Who looks how: a hat, hair, a beard, a coat. Drawn by Picture.svelte.
export type Hat =
  | 'none'
  | 'straw'
  | 'cap'
  | 'hood'
  | 'wide'
  | 'bonnet'
  | 'toque'
  | 'helmet'
  | 'feather'
  | 'top'
  | 'crown';
export interface Look {
  hat: Hat;
  coat: string;
  hair: string;
  skin: string;
  beard: 'none' | 'full' | 'moustache';
}

const HAIR = [
  'var(--earth-34)',
  'var(--brown-51b)',
  'var(--earth-25)',
  'var(--amber-63b)',
  'var(--sand-62)',
  'var(--gold-73)',
];
const SKIN = ['var(--tan-86)', 'var(--tan-78b)', 'var(--cream-90)', 'var(--brown-70)'];
const look = (
  hat: Hat,
  coat: string,
  hair: number,
  beard: Look['beard'] = 'none',
  skin = hair % 4,
): Look => ({
  hat,
  coat,
  hair: HAIR[hair],
  skin: SKIN[skin],
  beard,
});

const LOOKS: Record<string, Look> = {
  noble: look('crown', 'var(--plum-43)', 2, 'moustache', 2),
  regular_2_a: look('cap', 'var(--green-56)', 0, 'moustache'),
  regular_2_b: look('wide', 'var(--blue-52)', 4, 'full'),
  regular_1_a: look('none', 'var(--earth-59)', 3),
  regular_1_b: look('cap', 'var(--earth-50)', 1),
  regular_1_c: look('hood', 'var(--green-50)', 2, 'full'),
  g3: look('straw', 'var(--sea-57)', 5),
  g4a: look('wide', 'var(--lime-61)', 1, 'full'),
  g4b: look('cap', 'var(--blue-50)', 4, 'full'),
  g4c: look('feather', 'var(--green-48)', 0, 'full'),
  g4d: look('wide', 'var(--brown-54)', 2, 'moustache'),
  g4e: look('hood', 'var(--brown-56)', 1),
  g4f: look('cap', 'var(--amber-63)', 3),
  g4g: look('hood', 'var(--grey-38)', 2, 'full'),
  g5a: look('cap', 'var(--sand-84)', 4, 'moustache'),
  g5b: look('toque', 'var(--cream-90b)', 0),
  g5c: look('none', 'var(--violet-44)', 1, 'moustache'),
  g5d: look('hood', 'var(--earth-48b)', 5),
  g5e: look('helmet', 'var(--blue-41)', 2, 'moustache'),
  g5f: look('helmet', 'var(--green-49b)', 1),
  g5g: look('bonnet', 'var(--sea-61)', 3),
  g5h: look('straw', 'var(--green-61)', 0, 'moustache'),
  g6a: look('cap', 'var(--red-48)', 0, 'moustache'),
  g6b: look('feather', 'var(--purple-47)', 4, 'moustache'),
  g6c: look('none', 'var(--purple-34)', 4),
  g6d: look('toque', 'var(--sand-82)', 2, 'full'),
  g6e: look('helmet', 'var(--red-41)', 0, 'full'),
  g6f: look('bonnet', 'var(--rose-56)', 5),
  g6g: look('wide', 'var(--brown-38)', 3, 'moustache'),
  g7a: look('top', 'var(--sea-46)', 1, 'moustache'),
  g7b: look('cap', 'var(--brown-56b)', 5, 'full'),
  g7c: look('bonnet', 'var(--blue-54)', 0),
  g7d: look('hood', 'var(--cream-92)', 4, 'full'),
  g8a: look('top', 'var(--grey-34)', 4, 'moustache'),
  g8b: look('feather', 'var(--brown-59)', 3, 'full'),
  g8c: look('top', 'var(--brown-44)', 1, 'full'),
  g8d: look('feather', 'var(--rose-43)', 2),
  w4a: look('wide', 'var(--violet-50)', 4, 'full'),
  w4b: look('top', 'var(--red-49)', 0),
  w5a: look('feather', 'var(--teal-53)', 1, 'moustache'),
  w5b: look('none', 'var(--rose-50)', 3),
  w5c: look('hood', 'var(--green-50b)', 4),
  w6a: look('feather', 'var(--blue-47b)', 5),
  w6b: look('cap', 'var(--brown-49)', 2, 'full'),
  w7a: look('top', 'var(--violet-41)', 4, 'full'),
  w7b: look('bonnet', 'var(--orange-56)', 1),
  w8a: look('top', 'var(--red-39)', 4, 'moustache'),
};

export const lookOf = (card: string): Look => LOOKS[card] ?? LOOKS.g3;

/** Colours of the kinds of staff, none of them a player's. */
export const STAFF_TONE: Record<string, string> = {
  beer_merchant: 'var(--amber-63)',
  dishwasher: 'var(--sea-59)',
  waitress: 'var(--rose-55)',
  table: 'var(--brown-51b)',
  supplier: 'var(--violet-50)',
  bard: 'var(--green-54b)',
};
