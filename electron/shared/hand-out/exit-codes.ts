// Exit codes of the command line, and the one sentence of each. A code below 64 is the program's own. The numbers
// are those of sysexits.h where it has the meaning.

/** The exit code of each refusal. */
export const exitCodes = {
  usage: 64,
  not_running: 69,
  locked: 73,
  gateway_refused: 74,
  not_answered: 75,
  denied: 77,
} as const;
/** Why a program got no token. */
export type HandOutRefusal = keyof typeof exitCodes;

/** Written to the standard error of the command, after its name. */
export const refusalSentences: Readonly<Record<HandOutRefusal, string>> = {
  usage: 'The request cannot be carried out as it was made.',
  not_running:
    'Strongroom is not running, or programs may not ask it for tokens (see its settings).',
  locked: 'The vault is locked. Unlock it in the window of Strongroom, or wait with --wait.',
  gateway_refused: 'The gateway gave no token that can be used.',
  not_answered: 'Nobody answered the question of Strongroom in time.',
  denied: 'The request was denied.',
};
