// Whose turn it is, beyond doubt: the title always; a notification on wish (and sound.ts).
import { settings } from './settings.svelte';

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
