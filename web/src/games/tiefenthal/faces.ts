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

const HAIR = ['#4a2f1a', '#8a5a2b', '#2b211c', '#b9793a', '#8d8478', '#c9a15a'];
const SKIN = ['#f0c8a0', '#e3ae82', '#f5d3b3', '#c98f63'];
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
  noble: look('crown', '#7a2f63', 2, 'moustache', 2),
  regular_2_a: look('cap', '#6d7a58', 0, 'moustache'),
  regular_2_b: look('wide', '#5d6b7d', 4, 'full'),
  regular_1_a: look('none', '#8b7a5c', 3),
  regular_1_b: look('cap', '#7a5d4a', 1),
  regular_1_c: look('hood', '#5f6657', 2, 'full'),
  g3: look('straw', '#4f7f9b', 5),
  g4a: look('wide', '#7f8c4d', 1, 'full'),
  g4b: look('cap', '#34688c', 4, 'full'),
  g4c: look('feather', '#3f6b3c', 0, 'full'),
  g4d: look('wide', '#a2572f', 2, 'moustache'),
  g4e: look('hood', '#8a7050', 1),
  g4f: look('cap', '#b47a1f', 3),
  g4g: look('hood', '#45403c', 2, 'full'),
  g5a: look('cap', '#d8cdb6', 4, 'moustache'),
  g5b: look('toque', '#e6dccb', 0),
  g5c: look('none', '#55487f', 1, 'moustache'),
  g5d: look('hood', '#73583d', 5),
  g5e: look('helmet', '#3d4a66', 2, 'moustache'),
  g5f: look('helmet', '#56683a', 1),
  g5g: look('bonnet', '#5c8aa8', 3),
  g5h: look('straw', '#6f8f3a', 0, 'moustache'),
  g6a: look('cap', '#9b3b33', 0, 'moustache'),
  g6b: look('feather', '#6a4b86', 4, 'moustache'),
  g6c: look('none', '#3b3640', 4),
  g6d: look('toque', '#c9c2b4', 2, 'full'),
  g6e: look('helmet', '#7a2f2a', 0, 'full'),
  g6f: look('bonnet', '#b8476d', 5),
  g6g: look('wide', '#5b3c22', 3, 'moustache'),
  g7a: look('top', '#27607a', 1, 'moustache'),
  g7b: look('cap', '#9a6a33', 5, 'full'),
  g7c: look('bonnet', '#4d6fa3', 0),
  g7d: look('hood', '#efe6d2', 4, 'full'),
  g8a: look('top', '#2f3b37', 4, 'moustache'),
  g8b: look('feather', '#a8741a', 3, 'full'),
  g8c: look('top', '#6b4b2a', 1, 'full'),
  g8d: look('feather', '#8c2440', 2),
  w4a: look('wide', '#6f5b8f', 4, 'full'),
  w4b: look('top', '#a3322c', 0),
  w5a: look('feather', '#2f7d6e', 1, 'moustache'),
  w5b: look('none', '#8a4a6f', 3),
  w5c: look('hood', '#3f6f5a', 4),
  w6a: look('feather', '#345a9b', 5),
  w6b: look('cap', '#7f5a2a', 2, 'full'),
  w7a: look('top', '#4b4468', 4, 'full'),
  w7b: look('bonnet', '#b0562f', 1),
  w8a: look('top', '#7c1f2c', 4, 'moustache'),
};

export const lookOf = (card: string): Look => LOOKS[card] ?? LOOKS.g3;

/** Colours of the kinds of staff, none of them a player's. */
export const STAFF_TONE: Record<string, string> = {
  beer_merchant: '#b9791a',
  dishwasher: '#4a88a0',
  waitress: '#a8506b',
  table: '#8a5a2c',
  supplier: '#6b5a86',
  bard: '#4f7a52',
};
