// What was agreed at a table, in sentences: about taking back, and about asking for advice.
import type { Changing, TableMessage } from './protocol';
import { t } from './texts.svelte';

/** May steps be taken back here, and when? */
export function takingBack({
  seats,
  take_back,
}: Pick<Changing, 'seats'> & Pick<TableMessage, 'take_back'>): string {
  if (take_back === 'never') return t('takeBack.never');
  const silenced = seats.some(({ removed, conceded }) => removed && !conceded);
  return t(silenced ? 'takeBack.removed' : 'takeBack.free');
}

/** May people ask what they had best choose? */
export function hinting(hints: NonNullable<Changing['hints']>): string {
  return t(({ no: 'hint.no', agreed: 'hint.agreed', alone: 'hint.alone' } as const)[hints]);
}
