// What a board is given to draw.
import type { BoardProps } from '../games/board';
import type { Table } from './table.svelte';

/** A table as it is on the screen; `open` shows all there is to see of a player. */
export const sceneOf = (
  table: Table,
  texts: Record<string, string>,
  open: BoardProps['open'],
): BoardProps => ({
  view: table.view,
  you: table.info?.you ?? null,
  seats: table.seats,
  acting: table.shown.state?.acting ?? [],
  texts,
  edition: table.data?.edition,
  spot: table.spot,
  picked: table.picked,
  past: table.past,
  open,
});
