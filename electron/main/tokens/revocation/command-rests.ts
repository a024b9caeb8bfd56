// When a command that prints a client secret is run again for a revocation. A secret manager that is locked or signed
// out may be open a moment later, and may ask the person each time: after a failure that may pass, the command rests,
// and no token of its credential runs it meanwhile.
import type { Failure } from '../../../shared/failures/failure.ts';
import type { Clock } from '../../domain/clock.ts';
import type { CredentialId } from '../../domain/ids.ts';
import { fail, type Result } from '../../domain/result.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import { retryPauseMs } from './revocation-attempts.ts';

/** Its program may print the secret the next time. Every other failure needs the person. */
const mayPass: ReadonlySet<Failure['code']> = new Set<Failure['code']>([
  'manager_not_started',
  'manager_refused',
  'manager_timeout',
  'manager_garbled',
]);

export interface CommandRests {
  /** Runs the command; while it rests, answers how it failed the last time. */
  readonly ask: (
    id: CredentialId,
    run: () => Promise<Result<SecretBytes, Failure>>,
  ) => Promise<Result<SecretBytes, Failure>>;
  /** Milliseconds until it may be run again; null where the failure does not pass by itself. */
  readonly pauseMs: (id: CredentialId, failure: Failure) => number | null;
  /** The person wants it tried now. */
  readonly end: (id: CredentialId) => void;
}

interface Rest {
  readonly failure: Failure;
  readonly inARow: number;
  readonly endsMs: number;
}

export function createCommandRests({ monotonicMs }: Pick<Clock, 'monotonicMs'>): CommandRests {
  const rests = new Map<CredentialId, Rest>();
  const leftMs = (rest: Rest | undefined): number =>
    rest === undefined ? 0 : Math.max(0, rest.endsMs - monotonicMs());

  return {
    async ask(id, run) {
      const rest = rests.get(id);
      if (rest !== undefined && leftMs(rest) > 0) return fail(rest.failure);
      const answer = await run();
      if (answer.ok) rests.delete(id);
      else if (mayPass.has(answer.failure.code)) {
        const inARow = (rest?.inARow ?? 0) + 1;
        const endsMs = monotonicMs() + retryPauseMs(inARow);
        rests.set(id, { failure: answer.failure, inARow, endsMs });
      }
      return answer;
    },
    pauseMs: (id, { code }) => (mayPass.has(code) ? leftMs(rests.get(id)) : null),
    end: (id) => void rests.delete(id),
  };
}
