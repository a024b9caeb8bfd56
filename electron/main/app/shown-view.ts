// From domain to views: the last line of redaction. Only what is named here can reach a window, and
// the strict schemas of views check it once more before it crosses (view-diff.ts).
import type { EnvironmentView } from '../../shared/environments/environment-view.ts';
import type { AppView, ShownView } from '../../shared/views.ts';
import type {
  MachineView,
  OpenVaultView,
  OtherWay,
  SettingsView,
} from '../../shared/protection/protection-view.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import { PRACTICE_ENVIRONMENT_ID } from '../domain/ids.ts';
import { isLoopback, NO_PROXY } from '../domain/proxy.ts';
import type { GatewayTarget } from '../gateway/call-target.ts';
import { authorityFacts } from '../secret-input/authority-file.ts';
import type { AutoLockState } from '../protection/auto-lock.ts';
import type { RescueState } from '../backups/backup-rescue.ts';
import type { Drills } from '../practice/drills/drills.ts';
import type { VaultSessionState } from '../session/vault-session.ts';
import type { SessionServices } from '../session/session-services.ts';
import { toHandOutView, type HandOutSources } from '../hand-out/hand-out-projection.ts';
import { toRescueView } from '../backups/backups.ipc.ts';
import { toRevocationRunViews } from '../revoke-all/revoke-all.ipc.ts';
import { toCredentialViews } from './shown-credentials.ts';
import type { UnlockedVault, VaultContents } from '../vault/vault.ts';

export interface ViewSources {
  readonly vaultSession: VaultSessionState;
  readonly services: SessionServices | null;
  readonly opened: Pick<UnlockedVault, 'slots' | 'kdf'> | null;
  readonly handOut: HandOutSources;
  readonly rescue: RescueState;
  readonly otherWays: readonly OtherWay[];
  /** The open vault's file is older than one this machine has seen. */
  readonly rolledBack: boolean;
  /** What a save kept aside because the disk had damaged it; a file name. */
  readonly damagedFile: string | null;
  readonly settings: SettingsView;
  readonly autoLock: AutoLockState;
  readonly machine: MachineView;
  /** Null while locked. */
  readonly history: AppView['history'];
  readonly clipboard: AppView['clipboard'];
  readonly clipboardKept: boolean;
  readonly clockSkewSeconds: number | null;
  readonly standInHost: boolean;
  readonly practiceTarget: GatewayTarget | null;
  readonly drills: Pick<Drills, 'standing'>;
  readonly nowMs: number;
}

/** What is to be shown now. While locked it holds no credential and no token. */
export function toShownView(from: ViewSources): ShownView {
  const shown = from.services === null ? null : contentsOf(from.services);
  return {
    nowMs: from.nowMs,
    vault: { state: from.vaultSession.state, failure: from.vaultSession.failure },
    worksUntilMs: from.vaultSession.worksUntilMs,
    unprovenAtLock: from.vaultSession.unproven,
    restingAtLock: from.vaultSession.resting,
    leasesAtLock: from.vaultSession.leases,
    ephemeralAtLock: from.vaultSession.ephemeral,
    handOut: toHandOutView(from.handOut, from.services !== null),
    rescue: toRescueView(from.rescue, from),
    otherWays: [...from.otherWays],
    environments: (shown?.environments ?? []).map((each) =>
      toEnvironmentView(each, shown?.credentials ?? [], from.practiceTarget),
    ),
    revocationRuns: from.services === null ? [] : toRevocationRunViews(from.services),
    savedViews: (shown?.savedViews ?? []).map(({ id, name, query }) => ({ id, name, query })),
    bulk: toBulkRunView(from.services),
    drill: from.services && from.drills.standing(from.services.session),
    tagAlerts: (shown?.tagAlerts ?? []).map(({ tag, minutesBefore }) => ({
      tag,
      minutesBefore: [...minutesBefore],
    })),
    settings: from.settings,
    autoLock: from.autoLock,
    machine: from.machine,
    openVault: from.opened && toOpenVaultView(from.opened),
    history: from.history,
    clipboard: from.clipboard,
    clipboardKept: from.clipboardKept,
    clockSkewSeconds: from.clockSkewSeconds,
    standInHost: from.standInHost,
    credentials:
      shown === null || from.services === null ? [] : toCredentialViews(from.services, shown),
  };
}

function toBulkRunView(services: SessionServices | null): AppView['bulk'] {
  const run = services?.bulk.current() ?? null;
  return run && { ...run, items: [...run.items] };
}

function toOpenVaultView(opened: Pick<UnlockedVault, 'slots' | 'kdf'>): OpenVaultView {
  const { memoryKib, iterations, parallelism, measuredMs, belowPolicy } = opened.kdf();
  const slots = opened.slots().map(({ type }) => type);
  return { slots, kdf: { memoryKib, iterations, parallelism, measuredMs, belowPolicy } };
}

/** What is saved, with the tokens whose save is still being tried in their arrived form. */
function contentsOf({ session, texts }: SessionServices): VaultContents {
  const saved = session.vault.contents();
  const unsaved = texts.list();
  if (unsaved.length === 0) return saved;
  const others = saved.tokens.filter(({ id }) => !unsaved.some((token) => token.id === id));
  return { ...saved, tokens: [...unsaved, ...others] };
}

function authorityOf(pem: string | null): EnvironmentView['authority'] {
  const facts = pem === null ? null : authorityFacts(pem);
  return (
    facts && {
      subject: facts.subject,
      validToMs: facts.validToMs,
      fingerprint: facts.fingerprint,
    }
  );
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
  const { id, name, kind, baseUrl, tradeUrl } = environment;
  return {
    id,
    name,
    kind,
    builtIn,
    baseUrl: builtIn ? (practice?.baseUrl ?? '') : baseUrl,
    tradeUrl: builtIn ? (practice?.tradeUrl ?? '') : tradeUrl,
    introspection: (builtIn ? practice?.introspection : environment.introspection) ?? null,
    authority: builtIn ? null : authorityOf(environment.authorityPem),
    rotateAfterDays: environment.rotateAfterDays ?? null,
    proxy: proxyOf(environment),
    credentials: credentials.filter(({ environmentId }) => environmentId === id).length,
  };
}
