// What can be said with one tap: the server's words of the house (docs/protocol.md, `say`), each
// reader's in their own language.
import { maybe } from './texts.svelte';
import type { Item } from './protocol';

export const EMOTES = [
  'cheers',
  'well_played',
  'thanks',
  'laugh',
  'wow',
  'oops',
  'hmm',
  'your_move',
] as const;
export type Emote = (typeof EMOTES)[number];

export const emoteText = (emote: string): string => maybe(`emote.${emote}`) ?? emote;

/** What an item of the chat says, in words. */
export const saidText = (item: Item): string =>
  item.emote ? emoteText(item.emote) : (item.text ?? '');

/** How long a bubble can be read, in ms. */
export const bubbleTime = (words: string): number => Math.min(3500 + words.length * 55, 12_000);

/** The icon that stands for it. */
export const EMOTE_ICONS: Record<Emote, string> = {
  cheers: 'cup',
  well_played: 'star',
  thanks: 'heart',
  laugh: 'laugh',
  wow: 'wow',
  oops: 'oops',
  hmm: 'question',
  your_move: 'clock',
};
export const emoteIcon = (emote: string): string => EMOTE_ICONS[emote as Emote] ?? 'chat';
