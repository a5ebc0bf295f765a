// What one hears at the table, made in the page: no file is loaded. Silent until somebody wants it.
import { settings } from './settings.svelte';

export type Sound = 'dice' | 'card' | 'coin' | 'turn' | 'end' | 'chat';

let audio: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** A tone that dies away: when, how high, how long, how loud. */
function tone(at: number, pitch: number, length: number, loud: number, type: OscillatorType): void {
  const { context, out } = room();
  const source = context.createOscillator();
  source.type = type;
  source.frequency.value = pitch;
  source.connect(fading(at, length, loud, out));
  source.start(context.currentTime + at);
  source.stop(context.currentTime + at + length);
}

/** A rustle or a knock: noise of about that height. */
function rustle(at: number, pitch: number, length: number, loud: number): void {
  const { context, out } = room();
  const source = context.createBufferSource();
  source.buffer = noise ??= hiss(context);
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  source.connect(filter).connect(fading(at, length, loud, out));
  source.start(context.currentTime + at, Math.random() * 0.5, length);
}

function hiss(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

function room(): { context: AudioContext; out: AudioNode } {
  audio ??= new AudioContext();
  // Browsers let nothing sound before the first tap.
  if (audio.state === 'suspended') void audio.resume();
  return { context: audio, out: audio.destination };
}

function fading(at: number, length: number, loud: number, out: AudioNode): GainNode {
  const { context } = room();
  const gain = context.createGain();
  const start = context.currentTime + at;
  const peak = Math.max(loud * (settings.volume / 100), 0.0002);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(peak, start + Math.min(0.01, length / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(out);
  return gain;
}

const SCORES: Record<Sound, () => void> = {
  // A die over wood: knocks that come closer and softer.
  dice: () => {
    for (const [i, at] of [0, 0.11, 0.2, 0.28, 0.34, 0.385, 0.42].entries())
      rustle(at, 900 + 250 * (i % 3), 0.06, 0.7 - i * 0.07);
  },
  card: () => {
    rustle(0, 2600, 0.16, 0.35);
    rustle(0.1, 700, 0.07, 0.4);
  },
  coin: () => {
    tone(0, 1975, 0.25, 0.12, 'triangle');
    tone(0.06, 2637, 0.45, 0.14, 'triangle');
  },
  // Two glasses touching.
  turn: () => {
    tone(0, 2093, 0.7, 0.22, 'sine');
    tone(0.07, 2637, 0.7, 0.22, 'sine');
  },
  end: () => {
    for (const [i, pitch] of [523, 659, 784, 1047].entries())
      tone(i * 0.16, pitch, i === 3 ? 1.4 : 0.45, 0.22, 'triangle');
    tone(0.48, 659, 1.4, 0.12, 'triangle');
    tone(0.48, 784, 1.4, 0.12, 'triangle');
  },
  chat: () => tone(0, 880, 0.12, 0.12, 'sine'),
};

export function play(sound: Sound): void {
  if (!settings.sound || settings.volume <= 0 || typeof AudioContext === 'undefined') return;
  SCORES[sound]();
}
