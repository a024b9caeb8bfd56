// A token that came from somewhere else, held in memory alone and never saved: what is known of its
// form, and what a server the person chose answers about it. Wiped when the person closes it, at lock
// and at quit. The history keeps its fingerprint and the outcome.
import type {
  InspectionAnswerView,
  InspectionSource,
  InspectionView,
} from '../../shared/inspection/inspection-view.ts';
import { type Failure, gone } from '../../shared/failures/failure.ts';
import type { AccessType } from '../../shared/words.ts';
import type { CredentialId, EnvironmentId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { secretFieldToMint } from '../domain/rotation.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import { coreOf, findingsOf } from '../domain/token-form.ts';
import { isBearerText, MAX_TOKEN_BYTES } from '../gateway/responses/token-response.ts';
import { outcomeOfCheck, readIntrospection } from './inspection-answer.ts';
import { findOurs } from './inspection-match.ts';
import { answerView, noteInspection, type Question } from './inspection-question.ts';
import { findCredential, findEnvironment, type OpenSession } from '../tokens/open-session.ts';
import type { UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';

type Answered = Result<InspectionAnswerView, Failure>;

export interface Inspections {
  /** Takes the text over. One that was inspected before is wiped. */
  readonly begin: (text: SecretBytes, source: InspectionSource) => InspectionView;
  readonly tidy: () => Result<InspectionView, Failure>;
  /** Why nothing can be sent now; null when it can. */
  readonly obstacle: () => Failure | null;
  /** Whether the person let this token, and no later one, go to that environment; and to say so. */
  readonly permission: (id: EnvironmentId) => Permission;
  readonly check: (id: EnvironmentId, accessType: AccessType) => Promise<Answered>;
  /** At the credential's environment, asked as that client. */
  readonly introspect: (id: CredentialId) => Promise<Answered>;
  /** Ends the question under way. */
  readonly cancel: () => void;
  readonly end: () => void;
  /** How often it was ended: a token that is taken too late for its sheet is not begun. */
  readonly endings: () => number;
  /** Ends it, and resolves when no copy is left. */
  readonly close: () => Promise<void>;
}

export interface Permission {
  readonly given: boolean;
  readonly give: () => void;
}

interface Held {
  readonly view: InspectionView;
  readonly text: SecretBytes;
  readonly allowed: Set<EnvironmentId>;
}

export function createInspections(session: OpenSession, texts: UnsavedTokens): Inspections {
  let held: Held | null = null;
  let asking: AbortController | null = null;
  let endings = 0;
  let running: Promise<unknown> = Promise.resolve();

  function begin(text: SecretBytes, source: InspectionSource): InspectionView {
    drop();
    const ours = findOurs(session, texts, text);
    const isWhole = text.use((bytes) => {
      const core = coreOf(bytes);
      return core.end - core.start === bytes.length || core.end === core.start;
    });
    const view: InspectionView = {
      source,
      fingerprint: session.vault.fingerprint(text),
      bytes: text.length,
      findings: [...text.use(findingsOf)],
      // A client secret never goes where a token belongs.
      sendable:
        ours?.what !== 'client_secret' && text.length <= MAX_TOKEN_BYTES && text.use(isBearerText),
      tidiable: !isWhole,
      ours,
    };
    held = { view, text, allowed: new Set() };
    return view;
  }

  function drop(): void {
    asking?.abort();
    held?.text.wipe();
    held = null;
  }

  function end(): void {
    endings += 1;
    drop();
  }

  function obstacle(): Failure | null {
    if (held === null) return gone('inspected token');
    if (asking !== null) return { code: 'in_use', facts: { about: 'call' } };
    return held.view.sendable ? null : { code: 'invalid_input', facts: { about: 'token' } };
  }

  async function put(question: Question): Promise<Answered> {
    const refused = obstacle();
    if (refused !== null || held === null) return fail(refused ?? gone('inspected token'));
    if (!held.allowed.has(question.environment.id)) return fail({ code: 'not_allowed' });
    const text = held.text.copy();
    const asked = held.view;
    const { fingerprint, ours } = asked;
    asking = new AbortController();
    const signal = AbortSignal.any([asking.signal, session.closing]);
    const atMs = session.clock.nowMs();
    try {
      const answer = await question.ask(text, { signal });
      const view = answerView(session, question, answer, text, atMs);
      if (ours === null || !session.ephemeral.has(ours.credentialId)) {
        noteInspection(session, view, fingerprint);
      }
      // Another token was taken meanwhile: this is no answer about that one.
      return held === null || held.view === asked
        ? ok(view)
        : fail({ code: 'cancelled_by_person' });
    } finally {
      asking = null;
      text.wipe();
    }
  }

  /** Known until it is over, so that closing can wait for it. */
  async function follow(work: Promise<Answered>): Promise<Answered> {
    running = work.catch(() => undefined);
    return await work;
  }

  async function introspect(id: CredentialId): Promise<Answered> {
    const place = findCredential(session, id);
    if (!place.ok) return place;
    const { credential, environment, target } = place.value;
    if (target.introspection === undefined) return fail({ code: 'introspection_missing' });
    const field = secretFieldToMint(session.vault.contents().rotations, id);
    const secret = session.vault.openRecord({ id, field });
    if (!secret.ok) return secret;
    const { accessType, clientId } = credential;
    const asker = { accessType, clientId, secret: secret.value };
    const ours = held?.view.ours ?? null;
    const owner =
      ours && session.index.credential(session.vault.contents(), ours.credentialId as CredentialId);
    try {
      return await put({
        call: 'introspection',
        environment,
        clientId,
        secrets: [secret.value],
        ask: (text, options) => session.gateway.introspectToken(target, asker, text, options),
        read: ({ status, body }, secrets) =>
          readIntrospection(status, body, secrets, session.clock.nowMs(), owner?.clientId),
      });
    } finally {
      secret.value.wipe();
    }
  }

  return {
    begin,
    tidy() {
      if (held === null) return fail(gone('inspected token'));
      const { text, view } = held;
      const core = text.use((bytes) => {
        const tidied = coreOf(bytes);
        return SecretBytes.take(Buffer.from(bytes.subarray(tidied.start, tidied.end)));
      });
      return ok(begin(core, view.source));
    },
    obstacle,
    permission(id) {
      const allowed = held?.allowed ?? new Set();
      return { given: allowed.has(id), give: () => void allowed.add(id) };
    },
    async check(id, accessType) {
      const place = findEnvironment(session, id);
      if (!place.ok) return place;
      const { environment, target } = place.value;
      const asked = put({
        call: accessType === 'trader' ? 'identity check' : 'positions',
        environment,
        clientId: '',
        secrets: [],
        ask: (text, options) => session.gateway.probeToken(target, accessType, text, options),
        read: (answer) => ({ outcome: outcomeOfCheck(answer), fields: [] }),
      });
      return await follow(asked);
    },
    introspect: (id) => follow(introspect(id)),
    cancel: () => asking?.abort(),
    end,
    endings: () => endings,
    async close() {
      end();
      await running;
    },
  };
}
