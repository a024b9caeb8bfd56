// What a person can do about the ways into the vault, one thing at a time: every one asks in windows
// and dialogs of main, so a window that turned hostile can only make a question appear.
import type { Failure } from '../../shared/failure.ts';
import type { BackupsSettled } from '../../shared/vault-keys-view.ts';
import type { Clock } from '../domain/clock.ts';
import { fail, type Result } from '../domain/result.ts';
import type { Dialogs, SecretPrompt } from '../intake/ports.ts';
import type { UnlockedVault } from '../vault/vault-access.ts';
import type { Keeper } from './keeper.ts';
import { changePassphrase } from './passphrase-change.ts';
import { createPassphraseQuestions } from './passphrase-questions.ts';

export interface WaysIn {
  readonly changePassphrase: () => Promise<Result<'cancelled' | BackupsSettled, Failure>>;
}

export interface WaysInPorts {
  readonly keeper: Pick<Keeper, 'opened'>;
  readonly prompt: SecretPrompt;
  readonly dialogs: Dialogs;
  readonly clock: Clock;
  readonly changed: () => void;
}

export function createWaysIn(ports: WaysInPorts): WaysIn {
  const { keeper, dialogs } = ports;
  const questions = createPassphraseQuestions(ports);
  let busy = false;

  async function alone<T>(work: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
    if (busy) return fail({ code: 'already_running' });
    busy = true;
    try {
      return await work();
    } finally {
      busy = false;
      ports.changed();
    }
  }

  function onVault<T>(
    work: (vault: UnlockedVault) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    return alone(async () => {
      const vault = keeper.opened();
      return vault === null ? fail({ code: 'vault_locked' }) : await work(vault);
    });
  }

  return {
    changePassphrase: () => onVault((vault) => changePassphrase(vault, { questions, dialogs })),
  };
}
