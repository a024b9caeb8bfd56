// Credentials as the app window sees them. Of thousands few change between two looks, so what is shown of
// one stays the same object while nothing in it differs.
import * as v from 'valibot';
import { credentialView, type CredentialView } from '../../shared/credentials/credential-view.ts';
import type { CredentialHead } from '../../shared/view-update.ts';
import type { Credential } from '../domain/credential.ts';
import type { CredentialId } from '../domain/ids.ts';
import { validUntilMsOf } from '../domain/secret-age.ts';
import type { SessionServices } from '../session/session-services.ts';
import type { VaultContents } from '../vault/store/vault.ts';
import { toRenewalView } from '../renewal/renewal-projection.ts';
import { toLeakPlanView, toRotationView } from '../incident/rotation-projection.ts';
import { createInterning } from '../ipc/interning.ts';
import { listOf, type ShownCredential, type ShownToken } from '../ipc/projection-cache.ts';
import { createShownTokens } from '../tokens/token-projection.ts';

interface CredentialSources {
  readonly services: SessionServices;
  readonly shown: VaultContents;
}

/** What a view depends on besides the credential's own facts and its tokens. */
type Moment = Pick<
  CredentialView,
  'favourite' | 'rotation' | 'leakPlan' | 'renewal' | 'accessTypeConflict' | 'activities'
>;

/** What of it concerns this credential alone: each the same object while nothing of it changed. */
type Own = Pick<CredentialView, 'lastUse' | 'secretDue'>;

/** One for as long as a window is served. */
export interface ShownCredentials {
  readonly of: (from: CredentialSources) => readonly ShownCredential[];
}

const headOf = v.omit(credentialView, ['tokens']);

/** A row and its moment: a small part of the view that is made of them. */
class CredentialAtMoment implements ShownCredential {
  readonly #credential: Credential;
  readonly moment: Moment;
  readonly own: Own;
  readonly tokens: readonly ShownToken[];

  constructor(credential: Credential, moment: Moment, own: Own, tokens: readonly ShownToken[]) {
    this.#credential = credential;
    this.moment = moment;
    this.own = own;
    this.tokens = tokens;
  }

  get id(): CredentialId {
    return this.#credential.id;
  }

  get label(): string {
    return this.#credential.label;
  }

  get lastFailure(): CredentialView['lastFailure'] {
    return this.#credential.lastFailure;
  }

  get leakPlan(): CredentialView['leakPlan'] {
    return this.moment.leakPlan;
  }

  get rotation(): CredentialView['rotation'] {
    return this.moment.rotation;
  }

  get secretDue(): CredentialView['secretDue'] {
    return this.own.secretDue;
  }

  head(): CredentialHead {
    const head = toHead(this.#credential, this.moment, this.own);
    v.parse(headOf, head);
    return head;
  }
}

export function createShownCredentials(): ShownCredentials {
  const shownTokens = createShownTokens();
  const known = new WeakMap<Credential, CredentialAtMoment>();
  const shared = createInterning<Moment>();

  function shownOf(
    credential: Credential,
    now: Moment,
    own: Own,
    tokens: readonly ShownToken[],
  ): ShownCredential {
    const before = known.get(credential);
    const moment = shared.of(before?.moment, now);
    const isSame =
      before?.moment === moment &&
      before.own.lastUse === own.lastUse &&
      before.own.secretDue === own.secretDue &&
      areSame(before.tokens, tokens);
    if (isSame) return before;
    const shown = new CredentialAtMoment(credential, moment, own, tokens);
    known.set(credential, shown);
    return shown;
  }

  return {
    of(from) {
      const { services, shown } = from;
      const unsaved = new Set(services.texts.list().map(({ id }) => id));
      const sources = { ...from, unsaved };
      const momentOf = moments(from);
      return shown.credentials.map((credential) => {
        const own = services.session.index.tokensOf(shown, credential.id);
        return shownOf(
          credential,
          momentOf(credential),
          {
            lastUse: services.uses.of(credential.id),
            secretDue: services.dues.of(credential),
          },
          own.map((token) => shownTokens.of(sources, credential, token)),
        );
      });
    },
  };
}

const areSame = (a: readonly ShownToken[], b: readonly ShownToken[]): boolean =>
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
    renewal: toRenewalView(services, credential.id, services.session.clock.nowMs()),
    accessTypeConflict: credential.ownerAccount !== '' && conflicting.has(ownerKey(credential)),
    activities: services.session.activities
      .ofCredential(credential.id)
      .map(({ call, tokenId, startedAtMs, nextTry = null, left }) => ({
        call,
        tokenId,
        startedAtMs,
        nextTry,
        isLeft: left?.aborted === true,
      })),
  });
}

function toHead(credential: Credential, now: Moment, own: Own): CredentialHead {
  const { gotAtMs, checkedAtMs, handedOutAtMs } = own.lastUse;
  return {
    id: credential.id,
    label: credential.label,
    clientId: credential.clientId,
    accessType: credential.accessType,
    environmentId: credential.environmentId,
    registeredScopes: listOf(credential.registeredScopes),
    permission: credential.permission,
    ownerAccount: credential.ownerAccount,
    tags: listOf(credential.tags),
    notes: credential.notes ?? '',
    webPage: credential.webPage ?? '',
    secret: {
      setAtMs: credential.secretSetAtMs,
      fingerprint: credential.secretFingerprint,
      validUntilMs: validUntilMsOf(credential),
      ...commandOf(credential),
    },
    secretDue: own.secretDue,
    lastUse: { gotAtMs, checkedAtMs, handedOutAtMs },
    refusalsInARow: credential.refusalsInARow,
    removing: credential.removeWhenDead,
    kept: credential.ephemeral !== true,
    lastFailure: credential.lastFailure,
    ...now,
  };
}

function commandOf({ secretCommand }: Credential): Pick<CredentialView['secret'], 'command'> {
  if (secretCommand === undefined) return {};
  const { path, arguments: args, keepsWhileLive } = secretCommand;
  return { command: { path, arguments: [...args], keepsWhileLive } };
}

/** One account per environment: the same name elsewhere is another account. */
function ownerKey({ environmentId, ownerAccount }: Credential): string {
  return `${environmentId} ${ownerAccount.normalize('NFKC').toLowerCase()}`;
}
