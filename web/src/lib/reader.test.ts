import { describe, expect, it } from 'vitest';
import { Reader } from './reader.svelte';

describe('what there is to read', () => {
  it('is not opened by a mouse that lies where it pressed: the board has moved under it', () => {
    const reader = new Reader(() => null);
    const at = { clientX: 10, clientY: 20 };
    expect(reader.rests(at)).toBe(false);
    reader.pressed(at);
    expect(reader.rests(at)).toBe(true);
    expect(reader.rests({ clientX: 11, clientY: 20 })).toBe(false);
  });
});
