// From domain to views: the last line of redaction. Only what is named here can reach a window: the strict schemas of
// views refuse every other field before it crosses (view-diff.ts).
import type { EnvironmentView } from '../../shared/environments/environment-view.ts';
import type { ShownView } from '../../shared/views.ts';
import type { OtherWay } from '../../shared/protection/protection-view.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import { PRACTICE_ENVIRONMENT_ID } from '../domain/ids.ts';
import { isLoopback, NO_PROXY } from '../domain/proxy.ts';
import type { GatewayTarget } from '../gateway/call-target.ts';
import { authorityFacts } from '../secret-input/authority-file.ts';
import type { RescueState } from '../backups/backup-rescue.ts';
import type { Drills } from '../practice/drills/drills.ts';
import type { VaultSessionState } from '../session/session-lifecycle.ts';
import type { SessionServices } from '../session/session-services.ts';
import { toHandOutView, type HandOutSources } from '../hand-out/hand-out-desk.ts';
import { toRevocationRunViews } from '../revoke-all/revoke-all.ipc.ts';
import { toCredentialViews } from './shown-credentials.ts';
import type { VaultContents } from '../vault/vault.ts';
import type { UnlockedVault } from '../vault/unlocked-vault.ts';

/** Shown as it comes from who keeps it. */
type AsItIs = Pick<
  ShownView,
  | 'settings'
  | 'autoLock'
  | 'machine'
  | 'history'
  | 'clipboard'
  | 'clipboardKept'
  | 'clockSkewSeconds'
  | 'standInHost'
  | 'nowMs'
>;

export interface ViewSources extends AsItIs {
  readonly vaultSession: VaultSessionState;
  readonly services: SessionServices | null;
  readonly opened: Pick<UnlockedVault, 'slots' | 'kdf' | 'rolledBack' | 'damagedFile'> | null;
  readonly handOut: HandOutSources;
  readonly rescue: RescueState;
  readonly otherWays: readonly OtherWay[];
  readonly practiceTarget: GatewayTarget | null;
  readonly drills: Pick<Drills, 'standing'>;
}

/** What is to be shown now. While locked it holds no credential and no token. */
export function toShownView(from: ViewSources): ShownView {
  const {
    vaultSession,
    services,
    opened,
    handOut,
    rescue,
    otherWays,
    practiceTarget,
    drills,
    ...asItIs
  } = from;
  const { state, failure, ...atLock } = vaultSession;
  const shown = services && contentsOf(services);
  const { environments = [], credentials = [], savedViews = [], tagAlerts = [] } = shown ?? {};
  return {
    ...asItIs,
    ...atLock,
    vault: { state, failure },
    inMemory: services?.session.vault.inMemory ?? false,
    handOut: toHandOutView(handOut, services !== null),
    rescue: {
      ...rescue,
      rolledBack: opened?.rolledBack() ?? false,
      damagedFile: opened?.damagedFile() ?? null,
    },
    otherWays: [...otherWays],
    environments: environments.map((each) => toEnvironmentView(each, credentials, practiceTarget)),
    revocationRuns: services === null ? [] : toRevocationRunViews(services),
    savedViews: savedViews.map(({ id, name, query }) => ({ id, name, query })),
    bulk: services?.bulk.current() ?? null,
    diagnoses: [...(services?.diagnoses.list() ?? [])],
    drill: services && drills.standing(services.session),
    tagAlerts: tagAlerts.map(({ tag, minutesBefore }) => ({
      tag,
      minutesBefore: [...minutesBefore],
    })),
    openVault: opened && { slots: opened.slots().map(({ type }) => type), kdf: opened.kdf() },
    credentials: services && shown ? toCredentialViews(services, shown) : [],
  };
}

/** What is saved, with the tokens whose save is still being tried in their arrived form. */
function contentsOf({ session }: SessionServices): VaultContents {
  const saved = session.vault.contents();
  const unsaved = session.texts.list();
  if (unsaved.length === 0) return saved;
  const others = saved.tokens.filter(({ id }) => !unsaved.some((token) => token.id === id));
  return { ...saved, tokens: [...unsaved, ...others] };
}

function authorityOf(pem: string): EnvironmentView['authority'] {
  const facts = authorityFacts(pem);
  if (facts === null) return null;
  const { subject, validToMs, fingerprint } = facts;
  return { subject, validToMs, fingerprint };
}

function proxyOf({
  id,
  proxy = NO_PROXY,
  baseUrl,
  tradeUrl,
}: Environment): EnvironmentView['proxy'] {
  const isManual = proxy.mode === 'manual';
  return {
    mode: proxy.mode,
    ...(isManual && proxy.protocol !== undefined ? { protocol: proxy.protocol } : {}),
    host: isManual ? proxy.host : null,
    port: isManual ? proxy.port : null,
    userName: isManual ? (proxy.userName ?? null) : null,
    loopback:
      id === PRACTICE_ENVIRONMENT_ID ||
      [baseUrl, tradeUrl].every((address) => isLoopback(URL.parse(address)?.hostname ?? '')),
  };
}

function toEnvironmentView(
  environment: Environment,
  credentials: readonly Credential[],
  practice: GatewayTarget | null,
): EnvironmentView {
  const builtIn = environment.id === PRACTICE_ENVIRONMENT_ID;
  const { id, name, kind, baseUrl, tradeUrl, authorityPem } = environment;
  return {
    id,
    name,
    kind,
    builtIn,
    baseUrl: builtIn ? (practice?.baseUrl ?? '') : baseUrl,
    tradeUrl: builtIn ? (practice?.tradeUrl ?? '') : tradeUrl,
    introspection: (builtIn ? practice?.introspection : environment.introspection) ?? null,
    authority: builtIn || authorityPem === null ? null : authorityOf(authorityPem),
    rotateAfterDays: environment.rotateAfterDays ?? null,
    proxy: proxyOf(environment),
    credentials: credentials.filter(({ environmentId }) => environmentId === id).length,
  };
}
