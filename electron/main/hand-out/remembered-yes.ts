// A yes that is not asked for again: to the same bytes of program and script, started with the same words in the same
// folder, until a lock, a revocation run or eight hours. Only where what runs is known for certain.
import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { ExecRequest } from '../../shared/hand-out/protocol.ts';
import type { Clock } from '../domain/clock.ts';
import type { Credential } from '../domain/credential.ts';
import { stopwatch } from '../domain/span.ts';
import type { Visitor } from './question-words.ts';

/** However long the vault stays open; time in which the machine sleeps counts. */
const REMEMBERED_MS = 8 * 3_600_000;
/** Programs that run the file which is their first word, and nothing that is named beside it. */
const INTERPRETERS = /^(?:sh|dash|bash|zsh|node|ruby|perl|php|python[\d.]*)$/;

/**
 * Whether what is hashed is what runs: an interpreter that is known, and its script as the first word. An option, a
 * launcher such as `env`, or a program that reads its own files may run anything, and is asked about each time.
 */
export function isCertain({ program, script, asker }: Visitor): boolean {
  const { proven, words, folder } = asker;
  // SECURITY(S50): by the words that the kernel tells, not by those of the client.
  const first = words?.[words.indexOf('--') + 2];
  if (!proven || script === null || folder === null || first === undefined) return false;
  if (!words?.includes('--') || !INTERPRETERS.test(path.basename(program.path))) return false;
  try {
    return realpathSync(path.resolve(folder, first)) === script.path;
  } catch {
    return false;
  }
}

export interface Proposal extends Visitor {
  readonly credential: Credential;
  readonly request: ExecRequest;
}

const keyOf = ({ credential, request, program, script, asker }: Proposal): string =>
  JSON.stringify([
    credential.id,
    credential.environmentId,
    request.scopes.toSorted(),
    request.forSeconds,
    program,
    script,
    asker.executable,
    asker.words,
    asker.folder,
  ]);

export class RememberedYes {
  readonly #clock: Clock;
  readonly #passedMs = new Map<string, () => number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has(proposal: Proposal): boolean {
    const passedMs = this.#passedMs.get(keyOf(proposal))?.() ?? Infinity;
    return passedMs < REMEMBERED_MS && isCertain(proposal);
  }

  add(proposal: Proposal): void {
    if (isCertain(proposal)) this.#passedMs.set(keyOf(proposal), stopwatch(this.#clock));
  }

  forget(): void {
    this.#passedMs.clear();
  }
}
