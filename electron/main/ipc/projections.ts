// From domain to views: the last line of redaction. Only what is named here can reach a window, and
// the contract's strict schemas check it once more.
import type { AppView, CredentialView, EnvironmentView, TokenView } from '../../shared/views.ts';
import type { MachineView, OpenVaultView, SettingsView } from '../../shared/protection-view.ts';
import type { Failure } from '../../shared/failure.ts';
import type { TokenState } from '../../shared/words.ts';
import {
  REFUSALS_NEEDED,
  PROPAGATION_WINDOW_MS,
  isVerifiable,
  mayBeLive,
} from '../domain/token-state.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import { PRACTICE_ENVIRONMENT_ID } from '../domain/ids.ts';
import type { Token } from '../domain/token.ts';
import type { GatewayTarget } from '../gateway/gateway.ts';
import { authorityFacts } from '../intake/authority-file.ts';
import type { AutoLockState } from '../keeper/auto-lock.ts';
import type { RescueState } from '../keeper/backup-restore.ts';
import type { KeeperState } from '../keeper/keeper.ts';
import type { RoomServices } from '../keeper/room-services.ts';
import { stateOf } from '../tokens/housekeeping.ts';
import { toRescueView } from './rescue-projection.ts';
import { isCheckable } from '../tokens/token-checks.ts';
import type { UnlockedVault } from '../vault/vault-access.ts';
import type { VaultContents } from '../vault/vault.ts';

export interface ViewSources {
  readonly keeper: KeeperState;
  readonly services: RoomServices | null;
  readonly opened: Pick<UnlockedVault, 'slots' | 'kdf'> | null;
  readonly rescue: RescueState;
  readonly keystoreOffered: boolean;
  /** The open vault's file is older than one this machine has seen. */
  readonly rolledBack: boolean;
  readonly settings: SettingsView;
  readonly autoLock: AutoLockState;
  readonly machine: MachineView;
  readonly clipboard: AppView['clipboard'];
  readonly clockSkewSeconds: number | null;
  readonly standInHost: boolean;
  readonly practiceTarget: GatewayTarget | null;
  readonly nowMs: number;
}

/** Everything the app window shows. While locked it holds no credential and no token. */
export function toAppView(from: ViewSources, version: number): AppView {
  const shown = from.services === null ? null : contentsOf(from.services);
  return {
    version,
    nowMs: from.nowMs,
    vault: { state: from.keeper.state, failure: from.keeper.failure },
    rescue: toRescueView(from.rescue, from.rolledBack),
    keystoreOffered: from.keystoreOffered,
    environments: (shown?.environments ?? []).map((each) =>
      toEnvironmentView(each, shown?.credentials ?? [], from.practiceTarget),
    ),
    credentials: shown === null ? [] : toCredentialViews(from, shown),
    settings: from.settings,
    autoLock: from.autoLock,
    machine: from.machine,
    openVault: from.opened && toOpenVaultView(from.opened),
    clipboard: from.clipboard,
    clockSkewSeconds: from.clockSkewSeconds,
    standInHost: from.standInHost,
  };
}

function toOpenVaultView(opened: Pick<UnlockedVault, 'slots' | 'kdf'>): OpenVaultView {
  const { memoryKib, iterations, parallelism, measuredMs } = opened.kdf();
  const slots = opened.slots().map(({ type }) => type);
  return { slots, kdf: { memoryKib, iterations, parallelism, measuredMs } };
}

/** What is saved, with the tokens whose save is still being tried in their arrived form. */
function contentsOf({ room, texts }: RoomServices): VaultContents {
  const saved = room.vault.contents();
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
    authority: builtIn ? null : authorityOf(environment.authorityPem),
    credentials: credentials.filter(({ environmentId }) => environmentId === id).length,
  };
}

function toCredentialViews(from: ViewSources, shown: VaultContents): CredentialView[] {
  const tokens = Map.groupBy(shown.tokens, ({ credentialId }) => credentialId);
  const typesOfOwner = Map.groupBy(
    shown.credentials.filter(({ ownerAccount }) => ownerAccount !== ''),
    ownerKey,
  );
  return shown.credentials.map((credential) => {
    const sameOwner = typesOfOwner.get(ownerKey(credential)) ?? [];
    return {
      id: credential.id,
      label: credential.label,
      clientId: credential.clientId,
      accessType: credential.accessType,
      environmentId: credential.environmentId,
      registeredScopes: [...credential.registeredScopes],
      permission: credential.permission,
      ownerAccount: credential.ownerAccount,
      tags: [...credential.tags],
      secret: { setAtMs: credential.secretSetAtMs, fingerprint: credential.secretFingerprint },
      refusalsInARow: credential.refusalsInARow,
      accessTypeConflict: sameOwner.some(({ accessType }) => accessType !== credential.accessType),
      removing: credential.removeWhenDead,
      lastFailure: credential.lastFailure,
      tokens: (tokens.get(credential.id) ?? []).map((token) =>
        toTokenView(from, shown, credential, token),
      ),
      activities: (from.services?.room.activities.ofCredential(credential.id) ?? []).map(
        ({ call, tokenId, startedAtMs }) => ({ call, tokenId, startedAtMs }),
      ),
    };
  });
}

/** One account per environment: the same name elsewhere is another account. */
function ownerKey({ environmentId, ownerAccount }: Credential): string {
  return `${environmentId} ${ownerAccount.normalize('NFKC').toLowerCase()}`;
}

function toTokenView(
  from: ViewSources,
  shown: VaultContents,
  credential: Credential,
  token: Token,
): TokenView {
  const services = from.services;
  if (services === null) throw new Error('a token is shown only while the vault is open');
  const { room, texts, revocations } = services;
  const state = stateOf(room, shown, token);
  const leftMs = room.expiries.remainingMs(token);
  const { accessType } = credential;
  const live = mayBeLive(token, state, from.nowMs);
  const hasText = texts.hasText(token.id);
  const unsaved = texts.list().some(({ id }) => id === token.id);
  const run = token.revocation;
  const plan = token.partnerPlan;
  const failure: Failure | null = run?.terminalFailure ?? run?.lastFailure ?? null;
  return {
    id: token.id,
    credentialId: token.credentialId,
    fingerprint: token.fingerprint,
    state,
    live,
    requestedScopes: [...token.requestedScopes],
    grantedScopes: token.grantedScopes === null ? null : [...token.grantedScopes],
    sentAtMs: token.sentAtMs,
    expiresAtMs: leftMs === null ? null : shownExpiry(token, from.nowMs + leftMs),
    lifetimeSeconds: token.lifetimeSeconds,
    expiresInRaw: token.expiresInRaw,
    anomalies: [...token.anomalies],
    quarantine: token.quarantine,
    supersededAtMs: token.supersededAtMs,
    unsaved,
    lastCheck: token.lastCheck,
    revocation: run && {
      intentAtMs: run.intentAtMs,
      attempts: run.attempts,
      acceptedAtMs: run.acceptedAtMs,
      refusals: run.refusals,
      refusalsNeeded: REFUSALS_NEEDED,
      propagationEndsAtMs:
        run.acceptedAtMs === null ? null : run.acceptedAtMs + PROPAGATION_WINDOW_MS,
      verifiedAtMs: run.verifiedAtMs,
      nextAttemptAtMs: revocations.nextAttemptAtMs(token.id),
      failure,
    },
    partnerPlan: plan && {
      startedAtMs: plan.startedAtMs,
      done: [...plan.done],
      oldSecret: plan.oldSecret,
      refusals: plan.refusals,
      refusalsNeeded: REFUSALS_NEEDED,
      verifiedAtMs: plan.verifiedAtMs,
    },
    can: unsaved ? nothing : offers(from, credential, token, { state, live, hasText }),
    verifiable: isVerifiable(token, accessType),
  };
}

const nothing: TokenView['can'] = {
  check: false,
  renew: false,
  revoke: false,
  guide: false,
  copy: false,
  forget: false,
};

/** What the window may offer for a token that is safely on disk. */
function offers(
  from: ViewSources,
  { accessType }: Credential,
  token: Token,
  now: { readonly state: TokenState; readonly live: boolean; readonly hasText: boolean },
): TokenView['can'] {
  const issued = token.issue === 'issued';
  const usable = now.hasText && issued && now.state !== 'expired';
  const accepted = token.revocation?.acceptedAtMs != null;
  return {
    check: usable && isCheckable(token),
    renew: issued && token.revocation === null && token.forgottenAtMs === null,
    revoke: accessType === 'trader' && now.hasText && now.live && !accepted,
    guide: accessType === 'partner' && now.live && token.issue !== 'requested',
    copy: from.settings.copyTokens && usable,
    forget: token.issue !== 'requested' && token.forgottenAtMs === null,
  };
}

/** The exact moment, unless monotonic time knows of an earlier one: then whole seconds, so that it stays still. */
function shownExpiry(token: Token, effectiveMs: number): number {
  const exactMs = token.sentAtMs + (token.lifetimeSeconds ?? 0) * 1000;
  return exactMs - effectiveMs < 50 ? exactMs : Math.floor(effectiveMs / 1000) * 1000;
}
