// Practice and drills at the boundary: the contract's calls about them, and what the window may know of the practice
// gateway: a few settings and the last lines of its ledger, from which no secret, token, header or field crosses.
import { counted } from '../../shared/counts.ts';
import { gone } from '../../shared/failures/failure.ts';
import { SHOWN_DRILLS, type DrillResultView } from '../../shared/practice/drill-view.ts';
import { PRACTICE_LINES, type PracticeView } from '../../shared/practice/practice-view.ts';
import type { Credential } from '../domain/credential.ts';
import type { DrillResult } from '../domain/drill.ts';
import type { CredentialId } from '../domain/ids.ts';
import { isPractice } from '../domain/place-words.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { handlersOf } from '../ipc/serve-contract.ts';
import { whileOpen, type VaultServices } from '../ipc/while-open.ts';
import type { Question } from '../secret-input/ports.ts';
import { namedCredential, type OpenSession } from '../tokens/open-session.ts';
import type { Drills, DrillServices } from './drills/drills.ts';
import type { PracticeGateway } from './gateway/practice-gateway.ts';
import { defaultSettings } from './gateway/practice-settings.ts';
import type { PracticeSession } from './practice-session.ts';

export function practiceHandlers({
  vaultSession,
  practice,
  drills,
}: {
  readonly vaultSession: VaultServices<DrillServices>;
  readonly practice: PracticeSession;
  readonly drills: Drills;
}) {
  return {
    ...handlersOf({
      practiceCurrent: () => ok(shownPractice(practice.gateway())),
      practiceChange(change) {
        const gateway = practice.gateway();
        if (gateway === null) return fail({ code: 'practice_unavailable' });
        gateway.controls.set(change);
        return ok(shownPractice(gateway));
      },
    }),
    ...whileOpen(vaultSession, {
      practiceRevokeKey: ({ session }, { credentialId }) =>
        played(session, credentialId, (client) => practice.revokeKey(client)),
      async practiceNewSecret({ session }, { credentialId, oldStops }) {
        const client = practiceClient(session, credentialId);
        if (!client.ok) return client;
        const made = await practice.newSecret(client.value, oldStops);
        return made ? ok() : fail({ code: 'practice_unavailable' });
      },
      practiceRemoveOldSecret: ({ session }, { credentialId }) =>
        played(session, credentialId, (client) => practice.removeOldSecret(client)),
      drillStart: {
        ask({ session }) {
          const { credentials } = session.vault.contents();
          const real = credentials.filter(
            ({ environmentId }) => !isPractice({ id: environmentId }),
          );
          // With practice alone, nothing is kept from anybody.
          return ok(real.length === 0 ? null : drillQuestion(real.length));
        },
        act: (open, { scenario }) => drills.start(open, scenario),
      },
      async drillEnd({ session }, { how }) {
        const ended = await drills.end(session, how);
        if (!ended.ok) return ended;
        const view = shownResult(ended.value);
        return view === null ? fail(gone('drill')) : ok(view);
      },
      drillResults({ session }) {
        const { drills: rows } = session.vault.contents();
        const ended = rows.map(shownResult).filter((each) => each !== null);
        return ok(ended.slice(0, SHOWN_DRILLS));
      },
    }),
  };
}

function practiceClient(session: OpenSession, id: CredentialId): Result<Credential> {
  const found = namedCredential(session, id);
  if (!found.ok) return found;
  const { credential, environment } = found.value;
  return isPractice(environment) ? ok(credential) : fail(gone('key'));
}

/** Plays the person's part in the web app. */
function played(
  session: OpenSession,
  id: CredentialId,
  act: (credential: Credential) => boolean,
): Result<void> {
  const client = practiceClient(session, id);
  if (!client.ok) return client;
  return act(client.value) ? ok() : fail({ code: 'practice_unavailable' });
}

/** Null: the gateway is not running. */
export function shownPractice(gateway: PracticeGateway | null): PracticeView {
  const settings = gateway?.controls.settings() ?? defaultSettings;
  return {
    running: gateway !== null,
    traderLifetimeSeconds: settings.traderLifetimeSeconds,
    partnerLifetimeSeconds: settings.partnerLifetimeSeconds,
    propagationSeconds: settings.propagationSeconds,
    slowFirstCallMs: settings.slowFirstCallMs,
    fault: settings.fault,
    ledger: (gateway?.ledger.entries() ?? []).slice(-PRACTICE_LINES).map((entry) => ({
      atMs: entry.atMs,
      method: entry.method,
      path: entry.path,
      // 0 where no HTTP answer was sent.
      status: entry.status ?? 0,
      note: entry.note,
    })),
  };
}

/** @param real credentials outside practice. */
function drillQuestion(real: number): Question {
  return {
    message: 'Start a drill?',
    detail:
      `While it runs, no token of your ${counted(real, 'key')} outside practice can be revoked from ` +
      'here. Ending the drill makes that possible again.',
    choices: ['Start the drill'],
  };
}

/** Null while it runs. */
function shownResult(drill: DrillResult): DrillResultView | null {
  const { id, scenario, startedAtMs, how, tokens, acceptedAfterMs, verifiedAfterMs } = drill;
  if (how === null) return null;
  const mistakes = [...drill.mistakes];
  return { id, scenario, startedAtMs, how, tokens, acceptedAfterMs, verifiedAfterMs, mistakes };
}
