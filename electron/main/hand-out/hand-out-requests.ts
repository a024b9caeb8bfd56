// One request of a program from its line to its answer: what it asks for is looked up, who asks is proven, and the
// person is asked. At most one question stands; after two that nobody answered no more are shown until the person is
// there again.
import { randomBytes, randomInt } from 'node:crypto';
import type { ExecRequest, Said } from '../../shared/hand-out/protocol.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { Clock } from '../domain/clock.ts';
import type { Credential } from '../domain/credential.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { Question } from '../secret-input/ports.ts';
import type { SessionServices } from '../session/session-services.ts';
import { recordCredentialEvent } from '../tokens/ledger/event-recording.ts';
import { isFrozen } from '../tokens/ledger/late-arrivals.ts';
import { hashFile, type Asker, type HashedFile, type Processes } from './asker.ts';
import type { HandOuts } from './hand-outs.ts';
import { requestSentences as sentences, type Refused } from './hand-out-words.ts';
import type { TokenAnswer } from './token-answer.ts';

export const QUESTION_LIMIT_MS = 60_000;
const MOST_UNANSWERED = 2;
/** However long the vault stays open. */
const REMEMBERED_MS = 8 * 3_600_000;
/** Neither letter nor digit that looks like another one. */
const CODE_LETTERS = 'ACDEFGHJKLMNPQRTUVWXY34679';

const newCode = (): string =>
  Array.from({ length: 6 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
export const newRun = (): string => randomBytes(32).toString('base64url');

/**
 * What a choice means. `remember`: no question for the very same until the vault locks. `renew_locked`: the credential
 * stays usable for this program while the vault is locked.
 */
export type HandOutAnswer = 'give' | 'remember' | 'renew_locked';

/** What the question is made of. */
interface Proposal {
  readonly credential: Credential;
  readonly request: ExecRequest;
  readonly program: HashedFile;
  readonly script: HashedFile | null;
  readonly asker: Asker;
  readonly code: string;
}

interface HandOutRequestPorts {
  readonly clock: Clock;
  readonly services: () => Result<SessionServices, Failure>;
  readonly processes: Processes;
  readonly handOuts: HandOuts;
  /** `remember` is null where the person may not choose it. */
  readonly ask: (
    question: Question,
    begins: () => AbortSignal,
  ) => Promise<number | 'denied' | null>;
  readonly questionOf: (
    services: SessionServices,
    proposal: Proposal,
  ) => { readonly question: Question; readonly answers: readonly HandOutAnswer[] } | null;
  readonly endQuestionOf: (label: string, programs: readonly string[]) => Question;
  readonly programName: (program: string, script: string | null) => string;
}

export interface HandOutRequests {
  /**
   * @param prove has the client open the file that main named, and answers which.
   * @param over as of `HandOuts.begin`. @param gone the client went away.
   */
  readonly exec: (
    request: ExecRequest,
    client: {
      readonly prove: (code: string) => Promise<string | null>;
      readonly over: () => void;
      readonly gone: AbortSignal;
    },
  ) => Promise<Result<{ readonly run: string; readonly token: TokenAnswer }, Refused>>;
  /** What is handed out; while the vault is locked without a label or a name. */
  readonly status: () => Extract<Said, { readonly say: 'status' | 'status_locked' }>;
  /** Ends what is handed out of a credential, once the person said so. Fails with `locked` while the vault is. */
  readonly revoke: (label: string, gone: AbortSignal) => Promise<Result<number, Refused>>;
  /** The person is there. */
  readonly attended: () => void;
  /** Asks again about everything: at a lock, and as a revocation run begins. */
  readonly forget: () => void;
}

async function isUnchanged({ program, script }: Proposal): Promise<boolean> {
  for (const { path, hash } of script === null ? [program] : [program, script]) {
    if ((await hashFile(path))?.hash !== hash) return false;
  }
  return true;
}

export function createHandOutRequests(ports: HandOutRequestPorts): HandOutRequests {
  const { clock, handOuts } = ports;
  let unanswered = 0;
  const remembered = new Map<string, number>();
  /** Questions that wait or stand; a revocation run closes them. */
  let open = new AbortController();

  const no = (why: Refused['why'], sentence: string): Result<never, Refused> =>
    fail({ why, sentence });

  /** Of a question to the person: the choice, or why there is none. */
  async function answered(question: Question, gone: AbortSignal): Promise<Result<number, Refused>> {
    if (unanswered >= MOST_UNANSWERED) return no('not_answered', sentences.silent);
    const deadline = new AbortController();
    let cancel = (): void => undefined;
    const frozen = open.signal;
    const answer = await ports.ask(question, () => {
      // SECURITY(S53): whoever waited meanwhile may have seen two go unanswered.
      if (unanswered >= MOST_UNANSWERED) deadline.abort();
      cancel = clock.after(QUESTION_LIMIT_MS, () => {
        unanswered += 1;
        deadline.abort();
      });
      return AbortSignal.any([deadline.signal, gone, frozen]);
    });
    cancel();
    if (frozen.aborted) return no('not_answered', sentences.closed);
    if (answer === null) return fail({ why: 'not_answered' });
    unanswered = 0;
    return answer === 'denied' ? fail({ why: 'denied' }) : ok(answer);
  }

  function find(services: SessionServices, label: string): Result<Credential, Refused> {
    const { credentials } = services.session.vault.contents();
    const found = credentials.filter((each) => each.label === label);
    const [credential] = found;
    if (credential === undefined) return no('usage', sentences.unknownCredential);
    return found.length === 1 ? ok(credential) : no('usage', sentences.sameLabels);
  }

  /**
   * A person said yes to the very same before, and nothing was locked or revoked since: the same bytes of program and
   * script, started with the same words in the same folder, since `python` alone may be told to do anything.
   */
  const keyOf = ({ credential, request, program, script, asker }: Proposal): string =>
    JSON.stringify([
      credential.id,
      credential.environmentId,
      request.scopes.toSorted(),
      request.forSeconds,
      request.throughLock,
      program,
      script,
      asker.executable,
      asker.words,
      asker.folder,
    ]);

  async function allowed(
    services: SessionServices,
    proposal: Proposal,
    gone: AbortSignal,
  ): Promise<Result<HandOutAnswer, Refused>> {
    const key = keyOf(proposal);
    const untilMs = remembered.get(key) ?? -Infinity;
    if (proposal.asker.proven && clock.monotonicMs() < untilMs) return ok('give');
    const asked = ports.questionOf(services, proposal);
    if (asked === null) return fail({ why: 'usage' });
    const choice = await answered(asked.question, gone);
    if (!choice.ok) return choice;
    const answer = asked.answers[choice.value] ?? 'give';
    // While the person read, other bytes may have taken the place of those that the question named.
    if (!(await isUnchanged(proposal))) return no('denied', sentences.changed);
    if (answer === 'remember' && proposal.asker.proven) {
      remembered.set(key, clock.monotonicMs() + REMEMBERED_MS);
    }
    return ok(answer);
  }

  const exec: HandOutRequests['exec'] = async (request, { prove, over, gone }) => {
    const now = ports.services();
    if (!now.ok) return fail({ why: 'locked' });
    const { session } = now.value;
    const found = find(now.value, request.credential);
    if (!found.ok) return found;
    const credential = found.value;
    const { accessType, registeredScopes } = credential;
    const isPartner = accessType === 'partner';
    const scopes = isPartner ? [] : [...new Set(request.scopes)].toSorted();
    if (!isPartner && scopes.length === 0) return no('usage', sentences.scopes);
    if (scopes.some((scope) => !registeredScopes.includes(scope))) {
      return no('usage', sentences.scopes);
    }
    if (isFrozen(session.vault.contents(), credential)) return no('denied', sentences.frozen);
    const program = await hashFile(request.program);
    const script = request.script === null ? null : await hashFile(request.script);
    if (program === null || (request.script !== null && script === null)) {
      return no('usage', sentences.noProgram);
    }
    const code = newCode();
    const opened = await prove(code);
    if (opened === null) return no('usage', sentences.unreadable);
    const asker = await ports.processes.identify(request.pid, opened);
    if (!asker.ok) return no('denied', sentences.anotherProcess);
    const proposal = { credential, request, program, script, asker: asker.value, code };
    // SECURITY(S50)
    const may = await allowed(now.value, proposal, gone);
    if (!may.ok) {
      const more = { program: ports.programName(program.path, script?.path ?? null) };
      if (!session.closing.aborted)
        recordCredentialEvent(session, 'hand_out_denied', credential, more);
      return may;
    }
    // While the person read, the number may have passed to another process, and the vault may have been locked.
    if (!(await ports.processes.isSame(asker.value))) return no('denied', sentences.anotherProcess);
    if (session.closing.aborted) return fail({ why: 'locked' });
    if (isFrozen(session.vault.contents(), credential)) return no('denied', sentences.frozen);
    return await handOuts.begin(
      {
        credentialId: credential.id,
        label: credential.label,
        accessType,
        scopes,
        program: ports.programName(program.path, script?.path ?? null),
        forSeconds: request.forSeconds,
        throughLock: request.throughLock,
        usableLocked: may.value === 'renew_locked' && !handOuts.isUsableFor(credential.id),
      },
      over,
      gone,
    );
  };

  return {
    exec,
    status() {
      const list = handOuts.list();
      if (!ports.services().ok) {
        const sinceMs = list.map((each) => each.sinceMs).toSorted((a, b) => a - b);
        return { say: 'status_locked', sinceMs };
      }
      const told = list.map(({ label, scopes, program, sinceMs, untilMs }) => ({
        credential: label,
        scopes: [...scopes],
        program,
        sinceMs,
        untilMs,
      }));
      return { say: 'status', handOuts: told };
    },
    async revoke(label, gone) {
      // Whether there is such a label, and who holds a token of it, is not told while the vault is locked.
      if (!ports.services().ok) return no('locked', sentences.revokeLocked);
      const ours = (): ReturnType<HandOuts['list']> =>
        handOuts.list().filter((each) => each.label === label);
      const programs = ours().map(({ program }) => program);
      if (programs.length === 0) return ok(0);
      const choice = await answered(ports.endQuestionOf(label, programs), gone);
      if (!choice.ok) return choice;
      const ending = ours();
      for (const { run } of ending) handOuts.end(run);
      return ok(ending.length);
    },
    attended() {
      unanswered = 0;
    },
    forget() {
      remembered.clear();
      unanswered = 0;
      open.abort();
      open = new AbortController();
    },
  };
}
