// The parts of the card list, each with a colour and a sign.
export const FAMILIES = {
  move: { tone: '#3f7d6e', icon: 'next' },
  dice: { tone: '#55648f', icon: 'dice' },
  place: { tone: '#8a5a2c', icon: 'person' },
  draco: { tone: '#a3352a', icon: 'crown' },
  money: { tone: '#b58413', icon: 'coin' },
  cup: { tone: '#7a3f6d', icon: 'cup' },
} as const;
