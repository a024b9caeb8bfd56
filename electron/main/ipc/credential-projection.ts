// Credentials as the app window sees them. Of thousands few change between two looks, so a view stays the
// same object while nothing in it differs, and is checked once, when it is made.
import * as v from 'valibot';
import { credentialView, type CredentialView } from '../../shared/credential-view.ts';
import type { SettingsView } from '../../shared/protection-view.ts';
import type { Credential } from '../domain/credential.ts';
import type { CredentialId } from '../domain/ids.ts';
import type { RoomServices } from '../keeper/room-services.ts';
import { compileCheck } from '../vault/row-check.ts';
import type { VaultContents } from '../vault/vault.ts';
import { toRenewalView } from './renewal-projection.ts';
import { toLeakPlanView, toRotationView } from './rotation-projection.ts';
import { createTokenViews } from './token-projection.ts';

export interface CredentialSources {
  readonly services: RoomServices;
  readonly shown: VaultContents;
  readonly settings: Pick<SettingsView, 'copyTokens'>;
}

/** What a view depends on besides the credential's own facts and its tokens. */
type Moment = Pick<
  CredentialView,
  'favourite' | 'rotation' | 'leakPlan' | 'renewal' | 'accessTypeConflict' | 'activities'
>;

interface Known {
  readonly moment: string;
  readonly view: CredentialView;
}

/** Builds and checks views; one for as long as a window is served. */
export interface CredentialViews {
  /** Checked against the strict schema: an unknown field is a bug here and never a leak. */
  readonly of: (from: CredentialSources) => CredentialView[];
}

const headOf = v.omit(credentialView, ['tokens']);
const isHead = compileCheck(headOf);

export function createCredentialViews(): CredentialViews {
  const tokenViews = createTokenViews();
  const known = new WeakMap<Credential, Known>();

  function viewOf(
    credential: Credential,
    now: Moment,
    tokens: CredentialView['tokens'],
  ): CredentialView {
    const before = known.get(credential);
    const moment = JSON.stringify(now);
    if (before?.moment === moment && sameTokens(before.view.tokens, tokens)) return before.view;
    const head = toHead(credential, now);
    // The same verdict as valibot's, sooner; what fails is told in valibot's words.
    if (!isHead(head)) v.parse(headOf, head);
    const view = { ...head, tokens };
    known.set(credential, { moment, view });
    return view;
  }

  return {
    of(from) {
      const { services, shown } = from;
      const unsaved = new Set(services.texts.list().map(({ id }) => id));
      const sources = { ...from, copyTokens: from.settings.copyTokens, unsaved };
      const momentOf = moments(from);
      const tokens = Map.groupBy(shown.tokens, ({ credentialId }) => credentialId);
      return shown.credentials.map((credential) =>
        viewOf(
          credential,
          momentOf(credential),
          (tokens.get(credential.id) ?? []).map((token) =>
            tokenViews.of(sources, credential, token),
          ),
        ),
      );
    },
  };
}

const sameTokens = (a: CredentialView['tokens'], b: CredentialView['tokens']): boolean =>
  a.length === b.length && a.every((token, at) => token === b[at]);

function moments({ services, shown }: CredentialSources): (of: Credential) => Moment {
  const favourites = new Set<CredentialId>(shown.favourites);
  const typesOfOwner = Map.groupBy(
    shown.credentials.filter(({ ownerAccount }) => ownerAccount !== ''),
    ownerKey,
  );
  const conflicting = new Set(
    [...typesOfOwner]
      .filter(([, group]) => group.some(({ accessType }) => accessType !== group[0]?.accessType))
      .map(([owner]) => owner),
  );
  return (credential) => ({
    favourite: favourites.has(credential.id),
    rotation: toRotationView(services, credential.id),
    leakPlan: toLeakPlanView(services, credential.id),
    renewal: toRenewalView(services, credential.id, services.room.clock.nowMs()),
    accessTypeConflict: credential.ownerAccount !== '' && conflicting.has(ownerKey(credential)),
    activities: services.room.activities
      .ofCredential(credential.id)
      .map(({ call, tokenId, startedAtMs, nextTry = null }) => ({
        call,
        tokenId,
        startedAtMs,
        nextTry,
      })),
  });
}

function toHead(credential: Credential, now: Moment): Omit<CredentialView, 'tokens'> {
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
    removing: credential.removeWhenDead,
    kept: credential.unkept !== true,
    lastFailure: credential.lastFailure,
    ...now,
  };
}

/** One account per environment: the same name elsewhere is another account. */
function ownerKey({ environmentId, ownerAccount }: Credential): string {
  return `${environmentId} ${ownerAccount.normalize('NFKC').toLowerCase()}`;
}
