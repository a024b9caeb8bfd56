// Runs drills: practice credentials with live tokens, an alarm, and a score at the end. A drill's row
// names all it made and is saved with it, so that it cleans up after itself even after a kill.
import type { DrillView } from '../../../shared/practice/drill-view.ts';
import type { DrillScenario } from '../../../shared/words.ts';
import { gone } from '../../../shared/failures/failure.ts';
import { runningDrill, type DrillResult } from '../../domain/drill.ts';
import { PRACTICE_ENVIRONMENT_ID, type CredentialId } from '../../domain/ids.ts';
import { fail, ok, type Outcome } from '../../domain/result.ts';
import type { PracticeGateway } from '../gateway/practice-gateway.ts';
import type { PracticeSettings } from '../gateway/practice-settings.ts';
import type { TokenRequests } from '../../tokens/issuance/token-requests.ts';
import { isLive } from '../../domain/token-life.ts';
import type { OpenSession } from '../../tokens/open-session.ts';
import { clientIdOf, setUpDrill } from './drill-setup.ts';
import { drillPlays, settingUp, type DrillPlay } from './drill-scenarios.ts';
import { leakedTokens, progressOf, scored } from './drill-score.ts';
import type { PracticeSession } from '../practice-session.ts';
import { removeCredentials, secretsOf } from '../../tokens/ledger/ledger.ts';
import type { RecordName, VaultChange } from '../../vault/vault.ts';

/** Results kept, newest first. */
const KEPT = 200;

/**
 * Takes everything a drill made out of the vault again: credentials, tokens, secrets, plans and runs.
 * @param result what it showed, which stays; null: nothing is kept of it.
 */
function drillCleaned(
  { vault }: OpenSession,
  drill: DrillResult,
  result: DrillResult | null,
): VaultChange {
  const removed = new Set(drill.credentialIds);
  const tokens = vault.contents().tokens.filter(({ credentialId }) => removed.has(credentialId));
  const names: RecordName[] = [
    ...drill.credentialIds.flatMap(secretsOf),
    ...tokens.map(({ id }) => ({ id, field: 'access_token' as const })),
  ];
  return {
    contents: (before) => ({
      ...removeCredentials(removed)(before),
      tokens: before.tokens.filter(({ credentialId }) => !removed.has(credentialId)),
      revocationRuns: before.revocationRuns.filter(({ drillId }) => drillId !== drill.id),
      drills: [
        ...(result === null ? [] : [result]),
        ...before.drills.filter(({ id }) => id !== drill.id),
      ].slice(0, KEPT),
    }),
    drop: names.filter((name) => vault.hasRecord(name)),
  };
}

export interface DrillServices {
  readonly session: OpenSession;
  readonly requests: TokenRequests;
  /** Revocation runs. */
  readonly stops: { readonly unproven: () => number };
}

const practisesStill = ({ vault }: OpenSession): boolean =>
  vault
    .contents()
    .credentials.some(({ environmentId }) => environmentId === PRACTICE_ENVIRONMENT_ID);

const runningIn = ({ vault }: OpenSession): DrillResult | undefined =>
  runningDrill(vault.contents().drills);

function tokensOf(session: OpenSession, drill: DrillResult) {
  const contents = session.vault.contents();
  return leakedTokens(drill, contents, (token) => isLive(session, contents, token));
}

/** One runs at a time. */
export class Drills {
  readonly #practice: PracticeSession;
  /** Settings of the practice gateway before the drill that runs. */
  #before: PracticeSettings | null = null;

  constructor(practice: PracticeSession) {
    this.#practice = practice;
  }

  /** What the window may know of the drill that runs. */
  standing(session: OpenSession): DrillView | null {
    const drill = runningIn(session);
    if (drill === undefined) return null;
    const { id, scenario, startedAtMs, credentialIds, leakedIds } = drill;
    return {
      id,
      scenario,
      // Its tokens are being got; the alarm comes after.
      preparing: startedAtMs === 0,
      startedAtMs,
      credentialIds: [...credentialIds],
      leakedIds: [...leakedIds],
      ...progressOf(tokensOf(session, drill), startedAtMs),
    };
  }

  async start(services: DrillServices, scenario: DrillScenario): Outcome {
    const { session, stops } = services;
    if (runningIn(session) !== undefined) {
      return fail({ code: 'in_use', facts: { about: 'drill' } });
    }
    const count = stops.unproven();
    if (count > 0) return fail({ code: 'in_use', facts: { about: 'run', count } });
    const gateway = await this.#practice.ready();
    if (gateway === null) return fail({ code: 'practice_unavailable' });
    this.#before = gateway.controls.settings();
    gateway.controls.set(settingUp);
    const ids = await setUpDrill(session, gateway, scenario);
    const play = drillPlays[scenario];
    const got = ids.ok ? await getTokens(services, ids.value, play) : ids;
    const alarm = got.ok ? await giveAlarm(session, gateway, play) : got;
    if (alarm.ok) return alarm;
    const drill = runningIn(session);
    if (drill === undefined) await this.#leavePractice(session, []);
    else await this.#close(session, drill, 'stopped');
    return alarm;
  }

  /** The person says that all is over, or gives up: what it made is gone either way. */
  async end(session: OpenSession, how: 'finished' | 'stopped'): Outcome<DrillResult> {
    const drill = runningIn(session);
    if (drill === undefined) return fail(gone('drill'));
    return await this.#close(session, drill, how);
  }

  /** At unlock: a drill that was cut off is over, and what it made is gone. */
  async recover(session: OpenSession): Promise<void> {
    const drill = runningIn(session);
    if (drill !== undefined) await this.#close(session, drill, 'interrupted');
  }

  /** At lock: the practice gateway and its settings are gone with it. */
  forget(): void {
    this.#before = null;
  }

  async #close(
    session: OpenSession,
    drill: DrillResult,
    how: 'finished' | 'stopped' | 'interrupted',
  ): Outcome<DrillResult> {
    const endedAtMs = session.clock.nowMs();
    const secretWorks = leakedSecretWorks(session, this.#practice.gateway(), drill);
    // Cut off before its alarm it shows nothing, and is not kept.
    const alarmed = drill.startedAtMs > 0;
    const result = scored(drill, tokensOf(session, drill), { how, endedAtMs, secretWorks });
    const saved = await session.vault.change(drillCleaned(session, drill, alarmed ? result : null));
    if (!saved.ok) return saved;
    await this.#leavePractice(session, drill.credentialIds);
    session.recordEvent({
      what: 'drill_ended',
      atMs: endedAtMs,
      by: how === 'interrupted' ? 'app' : 'person',
      drillId: drill.id,
      word: how,
      count: result.mistakes.length,
    });
    session.changed();
    return ok(result);
  }

  /** As it was before the drill. */
  async #leavePractice(session: OpenSession, made: readonly CredentialId[]): Promise<void> {
    const controls = this.#practice.gateway()?.controls;
    controls?.clearFaults();
    if (this.#before !== null) controls?.set(this.#before);
    this.#before = null;
    for (const id of made) controls?.forgetClient(clientIdOf(id));
    // No port stays open that nobody has a use for (I7).
    if (!practisesStill(session)) await this.#practice.close();
  }
}

async function getTokens(
  { requests }: DrillServices,
  ids: readonly CredentialId[],
  play: DrillPlay,
): Outcome {
  for (const [index, id] of ids.entries()) {
    for (const scopes of play.credentials[index]?.tokens ?? []) {
      const got = await requests.request(id, scopes);
      if (!got.ok) return got;
    }
  }
  return ok();
}

async function giveAlarm(session: OpenSession, gateway: PracticeGateway, play: DrillPlay) {
  gateway.controls.set(play.settings);
  for (const fault of play.faults) gateway.controls.inject(fault);
  const startedAtMs = session.clock.nowMs();
  const saved = await session.vault.change({
    contents: (now) => ({
      ...now,
      drills: now.drills.map((each) => (each.endedAtMs === null ? { ...each, startedAtMs } : each)),
    }),
  });
  const drill = runningIn(session);
  session.recordEvent({
    what: 'drill_started',
    atMs: startedAtMs,
    drillId: drill?.id,
    word: drill?.scenario,
  });
  session.changed();
  return saved;
}

/** Whether a secret that others know still mints: asked of the gateway itself, not of the vault. */
function leakedSecretWorks(
  { vault }: OpenSession,
  gateway: PracticeGateway | null,
  drill: DrillResult,
): boolean {
  if (!drillPlays[drill.scenario].secretLeaked || gateway === null) return false;
  return vault.contents().credentials.some(({ id, clientId, accessType, secretFingerprint }) => {
    const place = drill.leakedIds.indexOf(id);
    if (place < 0 || drill.leakedSecrets[place] !== secretFingerprint) return false;
    const secret = vault.openRecord({ id, field: 'client_secret' });
    if (!secret.ok) return false;
    const works = secret.value.use((bytes) =>
      gateway.controls.accepts(clientId, bytes, accessType),
    );
    secret.value.wipe();
    return works;
  });
}
