// The words of a window that lacks what it should show: known here, because whoever lacks an answer of main
// cannot ask it for words either.
import type { NoAnswer } from '../bridge/ask-until-answered.ts';

/** What happened, what it means, what to do. */
export interface UnansweredWords {
  readonly what: string;
  readonly means: string;
  readonly todo: string;
}

const nothingLost =
  'Nothing of the vault can be shown until it answers. Nothing is lost, and nothing at a server changes.';
const orRestart = 'If that does not help, quit Strongroom and start it again.';

export const unanswered = {
  tryAgain: 'Try again',
  lock: 'Lock',
  view: {
    silent: {
      what: 'The main process of Strongroom does not answer.',
      means: nothingLost,
      todo: `The window goes on asking by itself. ${orRestart}`,
    },
    refused: {
      what: 'The main process of Strongroom refuses this window.',
      means: `It does not take the window for its own page. ${nothingLost}`,
      todo: `Try again. ${orRestart} The log says why, at call_refused.`,
    },
    failed: {
      what: 'The main process of Strongroom cannot say what to show.',
      means: nothingLost,
      todo: `Try again. ${orRestart} The log names the fault, at internal_error.`,
    },
  } satisfies Record<NoAnswer, UnansweredWords>,
  /** Over a view that is held and may be old. */
  stale: {
    what: 'What this window shows may be out of date.',
    means: 'The main process does not answer it. States, times and tokens may have changed since.',
    todo: 'Do not rely on a state until this notice is gone.',
  },
  vault: {
    what: 'The folder of the vault does not answer.',
    means: 'Strongroom is still looking for the vault. Nothing was read or changed yet.',
    todo: 'Check that the disk or network folder can be reached. Then quit and start Strongroom again.',
  },
  parts: {
    what: 'A part of this window does not load.',
    means: 'The vault is open in the main process, and nothing of it was changed.',
    todo: `Lock: that loads the window anew. ${orRestart}`,
  },
  fault: {
    what: 'This window could not be drawn.',
    means:
      'A fault of Strongroom, not of your vault. What was asked of the main process goes on there.',
    todo: `Try again, or lock: that loads the window anew. ${orRestart}`,
  },
  log: (file: string): string => `The log is ${file}.`,
} as const;

/** Where the log lies unless Strongroom was started with another folder. */
export function usualLogFile(platform: string): string {
  if (platform.startsWith('Win')) return String.raw`%APPDATA%\Strongroom\logs\strongroom.log`;
  if (platform.startsWith('Mac')) {
    return '~/Library/Application Support/Strongroom/logs/strongroom.log';
  }
  return '~/.config/Strongroom/logs/strongroom.log';
}
