// One request of a program from its line to its answer: who asks is proven, what it asks for is looked up, and the person
// is asked. Nothing of the vault is told before the person said so.
import { randomBytes, randomInt } from 'node:crypto';
import type {
  ExecRequest,
  Said,
  TokenResponse,
  WantedCredential,
} from '../../shared/hand-out/protocol.ts';
import type { Clock } from '../domain/clock.ts';
import type { Credential } from '../domain/credential.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { environmentOf } from '../domain/place-words.ts';
import type { ProgramQuestions } from '../secret-input/question-queue.ts';
import type { SessionServices } from '../session/session-services.ts';
import { recordCredentialEvent } from '../tokens/ledger/event-recording.ts';
import { isFrozen } from '../tokens/ledger/late-arrivals.ts';
import { hashFile, type Processes } from './asker.ts';
import { chooseCredential, fitting, nameOf } from './credential-choice.ts';
import {
  endQuestion,
  handOutQuestion,
  programName,
  unmetQuestion,
  type Visitor,
} from './question-words.ts';
import type { HandOuts } from './hand-outs.ts';
import { refused, requestSentences as sentences, type Refused } from './hand-out-words.ts';
import { PersonAnswers } from './person-answers.ts';
import { isCertain, RememberedYes, type Proposal } from './remembered-yes.ts';

/** Neither letter nor digit that looks like another one. */
const CODE_LETTERS = 'ACDEFGHJKLMNPQRTUVWXY34679';

const newCode = (): string =>
  Array.from({ length: 6 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
export const newRun = (): string => randomBytes(32).toString('base64url');

interface HandOutRequestPorts {
  readonly clock: Clock;
  /** Of the window: nothing is given, and nobody is asked, while it is locked. */
  readonly services: () => Result<SessionServices>;
  readonly processes: Processes;
  readonly handOuts: HandOuts;
  readonly questions: ProgramQuestions;
}

/** Whoever made the request, over their connection. */
interface Client {
  /** Has the client open the file that main named, and answers which. */
  readonly prove: (code: string) => Promise<string | null>;
  /** As of `HandOuts.begin`. */
  readonly over: () => void;
  readonly gone: AbortSignal;
}

export class HandOutRequests {
  readonly #ports: HandOutRequestPorts;
  readonly #answers: PersonAnswers;
  readonly #remembered: RememberedYes;
  /** How often all was forgotten: a yes from before counts for nothing after it. */
  #forgotten = 0;

  constructor(ports: HandOutRequestPorts) {
    this.#ports = ports;
    this.#answers = new PersonAnswers(ports.clock, ports.questions);
    this.#remembered = new RememberedYes(ports.clock);
  }

  async exec(
    request: ExecRequest,
    { prove, over, gone }: Client,
  ): Promise<Result<{ readonly run: string; readonly token: TokenResponse }, Refused>> {
    const { services, processes, handOuts } = this.#ports;
    if (!services().ok) return refused('locked');
    const came = await identified(processes, request, prove);
    if (!came.ok) return came;
    const visitor = came.value;
    const now = services();
    if (!now.ok) return refused('locked');
    const { session } = now.value;
    const found = obstacleOrOrder(now.value, request);
    if (!found.ok) return await this.#unmet(visitor, request, found.failure, gone);
    const { credential, scopes } = found.value;
    // SECURITY(S50)
    const may = await this.#allowed(now.value, { ...visitor, credential, request }, gone);
    const program = programName(visitor.program.path, visitor.script?.path ?? null);
    if (!may.ok) {
      if (!session.closing.aborted)
        recordCredentialEvent(session, 'hand_out_denied', credential, { program });
      return may;
    }
    // While the person read, the number may have passed to another process, and the vault may have been locked.
    if (!(await processes.isSame(visitor.asker))) {
      return refused('denied', sentences.anotherProcess);
    }
    const still = services();
    if (!still.ok || still.value !== now.value) return refused('locked');
    if (isFrozen(session.vault.contents(), credential)) return refused('denied', sentences.frozen);
    const { id: credentialId, label, accessType } = credential;
    const { forSeconds } = request;
    const order = { credentialId, label, accessType, scopes, program, forSeconds };
    return await handOuts.begin(order, { wasAsked: may.value, over, gone });
  }

  /** What is handed out; while the window is locked without a label or a name. */
  status(): Extract<Said, { readonly say: 'status' | 'status_locked' }> {
    const list = this.#ports.handOuts.list();
    if (!this.#ports.services().ok) {
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
  }

  /** Ends what is handed out of a credential, once the person said so. Fails with `locked` while the window is. */
  async revoke(wanted: WantedCredential, gone: AbortSignal): Promise<Result<number, Refused>> {
    const { services, handOuts } = this.#ports;
    // Whether there is such a label, and who holds a token of it, is not told while the window is locked.
    const open = services();
    if (!open.ok) return refused('locked', sentences.revokeLocked);
    const fits = fitting(open.value.session.vault.contents(), wanted).map(({ id }) => id);
    const ours = (): ReturnType<HandOuts['list']> =>
      handOuts.list().filter(({ credentialId }) => fits.includes(credentialId));
    const programs = ours().map(({ program }) => program);
    if (programs.length === 0) return ok(0);
    const choice = await this.#answers.ask(endQuestion(nameOf(wanted), programs), gone);
    if (!choice.ok) return choice;
    const ending = ours();
    for (const { run } of ending) handOuts.end(run);
    return ok(ending.length);
  }

  /** The person is there. */
  attended(): void {
    this.#answers.attended();
  }

  /** Asks again about everything: at a lock, and as a revocation run begins. */
  forget(): void {
    this.#forgotten += 1;
    this.#remembered.forget();
    this.#answers.close();
  }

  /** A yes to this very request; false: it is the yes to an earlier one. */
  async #allowed(
    services: SessionServices,
    proposal: Proposal,
    gone: AbortSignal,
  ): Promise<Result<boolean, Refused>> {
    if (this.#remembered.has(proposal)) return ok(false);
    const { credential, request } = proposal;
    const environment = environmentOf(services.session.vault.contents(), credential.id);
    if (environment === undefined) return refused('usage');
    const question = handOutQuestion({
      ...proposal,
      environment,
      trade: request.scopes.includes('TRADER_TRADE'),
      forSeconds: request.forSeconds,
      isCertain: isCertain(proposal),
    });
    const before = this.#forgotten;
    const choice = await this.#answers.ask(question, gone);
    if (!choice.ok) return choice;
    // While the person read, other bytes may have taken the place of those that the question named.
    if (!(await isUnchanged(proposal))) return refused('denied', sentences.changed);
    if (this.#forgotten !== before) return refused('not_answered', sentences.closed);
    if (choice.value === 1) this.#remembered.add(proposal);
    return ok(true);
  }

  /** SECURITY(S50): a label that there is not, and a scope that it has not, look like a denial to whoever asks. */
  async #unmet(
    visitor: Visitor,
    { credential }: ExecRequest,
    why: Refused,
    gone: AbortSignal,
  ): Promise<Result<never, Refused>> {
    const question = unmetQuestion(visitor, nameOf(credential), why.sentence);
    const choice = await this.#answers.ask(question, gone);
    return choice.ok ? fail(why) : choice;
  }
}

/** Who asks, with the hashes of what they want started. */
async function identified(
  processes: Processes,
  request: ExecRequest,
  prove: Client['prove'],
): Promise<Result<Visitor, Refused>> {
  const program = await hashFile(request.program);
  const script = request.script === null ? null : await hashFile(request.script);
  if (program === null || (request.script !== null && script === null)) {
    return refused('usage', sentences.noProgram);
  }
  const code = newCode();
  const opened = await prove(code);
  if (opened === null) return refused('usage', sentences.unreadable);
  const asker = await processes.identify(request.pid, opened);
  return asker.ok
    ? ok({ program, script, asker: asker.value, code })
    : refused('denied', sentences.anotherProcess);
}

async function isUnchanged({ program, script }: Proposal): Promise<boolean> {
  for (const { path, hash } of script === null ? [program] : [program, script]) {
    if ((await hashFile(path))?.hash !== hash) return false;
  }
  return true;
}

/** What is asked for, as the vault has it; else why it cannot be given, for the person alone. */
function obstacleOrOrder({ session }: SessionServices, request: ExecRequest) {
  const contents = session.vault.contents();
  const found = chooseCredential(contents, request.credential);
  if (!found.ok) return refused('usage', found.failure);
  const credential: Credential = found.value;
  const isPartner = credential.accessType === 'partner';
  const scopes = isPartner ? [] : [...new Set(request.scopes)].toSorted();
  const isRegistered = scopes.every((scope) => credential.registeredScopes.includes(scope));
  if (!isPartner && (scopes.length === 0 || !isRegistered))
    return refused('usage', sentences.scopes);
  if (isFrozen(contents, credential)) return refused('denied', sentences.frozen);
  return ok({ credential, scopes });
}
