// The monastery's track on the screen: one row where there is room, else a loop of two.

export const columns = (spaces: number, long: boolean): number =>
  long ? spaces : Math.ceil(spaces / 2);

/** Out along the upper row, back along the lower one: the last space stands below the first. */
export function cellOf(space: number, spaces: number, long: boolean): { x: number; y: number } {
  const wide = columns(spaces, long);
  return space < wide ? { x: space, y: 0 } : { x: 2 * wide - 1 - space, y: 1 };
}
