import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from './settings.svelte';
import { play, type Sound } from './sound';

// What the browser is asked to sound, in place of a loudspeaker.
let begun = 0;
let loudest = 0;
const param = () => ({
  value: 0,
  setValueAtTime: () => {},
  exponentialRampToValueAtTime: (value: number) => (loudest = Math.max(loudest, value)),
});
const node = () => ({
  connect: (to: unknown) => to,
  start: () => (begun += 1),
  stop: () => {},
  frequency: param(),
  gain: param(),
});
class Loudspeaker {
  state = 'running';
  currentTime = 0;
  sampleRate = 100;
  destination = node();
  createOscillator = node;
  createGain = node;
  createBiquadFilter = node;
  createBufferSource = node;
  createBuffer = () => ({ getChannelData: () => new Float32Array(100) });
}

describe('sounds', () => {
  beforeEach(() => {
    vi.stubGlobal('AudioContext', Loudspeaker);
    begun = loudest = 0;
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    settings.sound = false;
  });
  it('are silent until wanted', () => {
    play('coin');
    expect(begun).toBe(0);
  });
  it('are as loud as one wants them', () => {
    Object.assign(settings, { sound: true, volume: 100 });
    for (const sound of ['dice', 'card', 'coin', 'turn', 'end', 'chat'] satisfies Sound[]) {
      begun = 0;
      play(sound);
      expect(begun, sound).toBeGreaterThan(0);
    }
    const full = loudest;
    loudest = 0;
    settings.volume = 10;
    play('dice');
    expect(loudest).toBeCloseTo(full / 10);
    settings.volume = 60;
  });
});
