// How dice look. The pips differ too, since colour is never alone: grains, dots, leaves, drops.
import type { Colour } from './view';

export const FACES: Record<Colour, { fill: string; shade: string; ink: string }> = {
  yellow: { fill: '#f3c63f', shade: '#c8940f', ink: '#4a2f02' },
  black: { fill: '#3d3835', shade: '#151211', ink: '#f6e7cf' },
  green: { fill: '#4f9447', shade: '#2c6227', ink: '#f4ffe9' },
  blue: { fill: '#2f74b8', shade: '#17487b', ink: '#f2f8ff' },
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
