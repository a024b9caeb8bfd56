// The words of the sheet of keys, and of keys that are no name on a key alone.

export const shortcutWords = {
  title: 'Keyboard shortcuts',
  lines: {
    move: 'Move in the list',
    find: 'Find by first letters, in the list',
    select: 'Select several, in the list',
  },
  named: {
    letters: 'A to Z',
    space: 'Space',
    thenEnter: 'then Enter',
    enterTwice: 'Enter twice',
  },
} as const;
