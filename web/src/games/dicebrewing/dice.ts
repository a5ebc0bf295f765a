// How dice look. The pips differ too, since colour is never alone: grains, dots, leaves, drops.
import type { Colour } from './view';

export const FACES: Record<Colour, { fill: string; shade: string; ink: string }> = {
  yellow: { fill: 'var(--gold-84b)', shade: 'var(--gold-70)', ink: 'var(--brown-33)' },
  black: { fill: 'var(--grey-34b)', shade: 'var(--grey-19)', ink: 'var(--cream-93)' },
  green: { fill: 'var(--green-60)', shade: 'var(--green-44)', ink: 'var(--green-99)' },
  blue: { fill: 'var(--blue-55)', shade: 'var(--blue-40)', ink: 'var(--grey-98)' },
};

/** Paths round the origin, about 6 wide. */
export const PIPS: Record<Colour, string> = {
  yellow: 'M-1.800 2.600C-3.600 0.800-1.600-3 2.200-2.600 3 0.400 0.800 3.600-1.800 2.600z',
  black: 'M0-2.700A2.700 2.700 0 1 1 0 2.700 2.700 2.700 0 0 1 0-2.700z',
  green: 'M0-3.500L2.700 0 0 3.500-2.700 0z',
  blue: 'M-2.400-2.400h4.800v4.800h-4.800z',
};

export const SPOTS: [number, number][][] = [
  [],
  [[16, 16]],
  [
    [9.5, 9.5],
    [22.5, 22.5],
  ],
  [
    [8.5, 8.5],
    [16, 16],
    [23.5, 23.5],
  ],
  [
    [9.5, 9.5],
    [22.5, 9.5],
    [9.5, 22.5],
    [22.5, 22.5],
  ],
  [
    [8.5, 8.5],
    [23.5, 8.5],
    [16, 16],
    [8.5, 23.5],
    [23.5, 23.5],
  ],
  [
    [9.5, 7.8],
    [22.5, 7.8],
    [9.5, 16],
    [22.5, 16],
    [9.5, 24.2],
    [22.5, 24.2],
  ],
];
