// The parts of the card list, each with a colour and a sign.
export const FAMILIES = {
  move: { tone: 'var(--teal-54)', icon: 'next' },
  dice: { tone: 'var(--blue-51)', icon: 'dice' },
  place: { tone: 'var(--brown-51b)', icon: 'person' },
  draco: { tone: 'var(--red-49)', icon: 'crown' },
  money: { tone: 'var(--gold-64)', icon: 'coin' },
  cup: { tone: 'var(--plum-46)', icon: 'cup' },
} as const;
