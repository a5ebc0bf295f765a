// Seats have the colour of their name; beside it a shape, since colour is never alone.

const KNOWN = ['green', 'purple', 'yellow', 'red', 'blue', 'black', 'white', 'orange'];

export function seatColour(seat: string, index = 0): string {
  return `var(--seat-${KNOWN.includes(seat) ? seat : KNOWN[index % KNOWN.length]})`;
}
export function seatInk(seat: string, index = 0): string {
  return `var(--seat-${KNOWN.includes(seat) ? seat : KNOWN[index % KNOWN.length]}-ink)`;
}

/** Paths in a box of 20. */
const SHAPES: Record<string, string> = {
  green: 'M10 2c5 3 7 6 7 9a4 4 0 0 1-6 3l1 4H8l1-4a4 4 0 0 1-6-3c0-3 2-6 7-9z',
  purple: 'M10 2l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.8-5 2.8 1.1-5.5L2 7.700l5.600-.7z',
  yellow: 'M10 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16z',
  red: 'M10 18S2 12.500 2 7.500A4 4 0 0 1 10 5.500a4 4 0 0 1 8 2C18 12.500 10 18 10 18z',
  blue: 'M10 2c3 4 6 7 6 10a6 6 0 0 1-12 0c0-3 3-6 6-10z',
  black: 'M10 2l8 8-8 8-8-8z',
  white: 'M3 3h14v14H3z',
  orange: 'M10 3l8 14H2z',
};

export function seatShape(seat: string, index = 0): string {
  return SHAPES[seat] ?? SHAPES[KNOWN[index % KNOWN.length]];
}
