// Whose turn it is, beyond doubt: the title always; sound and notification on wish.
import { settings } from './settings.svelte';

let audio: AudioContext | null = null;

/** Two glasses touching. */
export function clink(): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  for (const [at, pitch] of [
    [0, 2093],
    [0.07, 2637],
  ]) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = 'sine';
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.12, now + at);
    gain.gain.exponentialRampToValueAtTime(0.0005, now + at + 0.7);
    tone.connect(gain).connect(audio.destination);
    tone.start(now + at);
    tone.stop(now + at + 0.75);
  }
}

export function notify(title: string, text: string): void {
  if (!settings.notify || !document.hidden || !('Notification' in window)) return;
  if (Notification.permission !== 'granted') return;
  try {
    const note = new Notification(title, { body: text, tag: 'stamtafel-turn' });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Some phones have the class and forbid its use: there the title and the sound must do.
  }
}
