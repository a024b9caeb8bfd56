// The words around a recovery key that is shown.
export const recoveryWords = {
  title: 'Recovery key',
  advice:
    'Write it down or print it, and keep it away from this machine. Whoever has it and a copy of the vault file can open the vault.',
  lastGroup: 'Type the last group from your copy',
  written: 'Or: I have written it down or printed it',
  neither: 'Type the last group, or tick the box.',
  differs: 'That is not the last group. Look at your copy again.',
  gone: 'The key was given to this window once and did not arrive. Discard it and make another.',
  discard: 'Discard the key',
  print: 'Print…',
  done: 'Done',
} as const;
