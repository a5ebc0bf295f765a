// Where each point came from.
import type { Entry } from '../board';
import type { GameEvent } from '../../lib/protocol';
import { word, type Texts } from './view';

/** Points are told without their reason; what was told before them is the reason. */
export function ledger(_edition: unknown, texts: Texts): (event: GameEvent) => Entry[] {
  let source = { key: '', label: '' };
  const from = (key: string, label: string): [] => {
    source = { key, label };
    return [];
  };
  return ({ id, args: [a, b, c] }) => {
    switch (id) {
      case 'bought_deed':
      case 'took_deed':
        return from('deeds', word(texts, 'deeds'));
      case 'guild_placed':
        return from('guilds', word(texts, 'guilds'));
      case 'rose':
        return from('levels', word(texts, 'bonuses'));
      case 'exchange':
        return from('privileges', word(texts, 'privilege'));
      case 'scored':
        return [{ seat: a, amount: Number(b), ...source }];
      case 'royal':
      case 'royal_coins':
        return [
          {
            seat: a,
            amount: Number(c),
            key: `scoring.${b}`,
            label: texts[`scoring.${b}.name`] ?? b,
          },
        ];
      case 'people_scored':
        return [
          { seat: a, amount: Number(c), key: `people.${b}`, label: texts[`people.${b}`] ?? b },
        ];
      default:
        return [];
    }
  };
}
