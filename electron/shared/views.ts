// What the app window may know: the only shapes main ever pushes or answers. Strict objects, so that
// an extra field is an error in main and never a leak. No secret, token, path or passphrase in any.
import * as v from 'valibot';
import {
  accessTypes,
  anomalies,
  environmentKinds,
  partnerPermissions,
  partnerSteps,
  quarantineReasons,
  tokenStates,
  traderScopes,
} from './words.ts';
import { rescueView } from './backup-view.ts';
import { failureCodes } from './failure.ts';
import { autoLockView, machineView, openVaultView, settingsView } from './protection-view.ts';

const text = (max: number) => v.pipe(v.string(), v.maxLength(max));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const timeMs = v.number();
const id = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/));

export const failureView = v.strictObject({
  code: v.picklist(failureCodes),
  facts: v.optional(
    v.strictObject({
      call: v.optional(text(40)),
      host: v.optional(text(260)),
      status: v.optional(count),
      durationMs: v.optional(v.number()),
      oauthError: v.optional(text(64)),
      serverSaid: v.optional(text(300)),
      about: v.optional(text(300)),
      scopes: v.optional(v.pipe(v.array(text(200)), v.readonly())),
      retryAtMs: v.optional(timeMs),
      count: v.optional(count),
      possiblyDone: v.optional(v.boolean()),
      correlationId: v.optional(text(64)),
    }),
  ),
});

export const environmentView = v.strictObject({
  id,
  name: text(80),
  kind: v.picklist(environmentKinds),
  /** The practice gateway that ships in the app: cannot be changed or removed. */
  builtIn: v.boolean(),
  /** As shown: host in punycode. Empty while the built-in gateway is not running. */
  baseUrl: text(2048),
  tradeUrl: text(2048),
  authority: v.nullable(
    v.strictObject({ subject: text(300), validToMs: timeMs, fingerprint: text(100) }),
  ),
  credentials: count,
});
export type EnvironmentView = v.InferOutput<typeof environmentView>;

export const checkOutcomes = ['honoured', 'refused', 'forbidden', 'unclear', 'no_answer'] as const;

export const checkSummaryView = v.strictObject({
  atMs: timeMs,
  outcome: v.picklist(checkOutcomes),
  status: v.nullable(count),
  durationMs: v.number(),
});

export const revocationView = v.strictObject({
  intentAtMs: timeMs,
  attempts: count,
  acceptedAtMs: v.nullable(timeMs),
  /** Refusals seen in a row since acceptance, and how many make it verified. */
  refusals: count,
  refusalsNeeded: count,
  /** End of the time in which the server may still honour the token. */
  propagationEndsAtMs: v.nullable(timeMs),
  verifiedAtMs: v.nullable(timeMs),
  nextAttemptAtMs: v.nullable(timeMs),
  failure: v.nullable(failureView),
});

export const partnerPlanView = v.strictObject({
  startedAtMs: timeMs,
  done: v.array(v.picklist(partnerSteps)),
  /** Whether the old secret still mints: null until asked. */
  oldSecret: v.nullable(v.picklist(['refused', 'still_mints', 'unclear'])),
  refusals: count,
  refusalsNeeded: count,
  verifiedAtMs: v.nullable(timeMs),
});

export const tokenView = v.strictObject({
  id,
  credentialId: id,
  /** Short keyed fingerprint; says nothing about the token's text. */
  fingerprint: text(32),
  state: v.picklist(tokenStates),
  /** It may be honoured by the server right now, as far as anyone can know. */
  live: v.boolean(),
  requestedScopes: v.array(v.picklist(traderScopes)),
  /** Null: the server did not say, or said it in a form that means nothing. */
  grantedScopes: v.nullable(v.array(text(200))),
  sentAtMs: timeMs,
  /** Effective expiry on the wall clock: the smaller of wall and monotonic remaining. */
  expiresAtMs: v.nullable(timeMs),
  lifetimeSeconds: v.nullable(v.number()),
  /** expires_in as the server wrote it, at most 64 characters. */
  expiresInRaw: v.nullable(text(64)),
  anomalies: v.array(v.picklist(anomalies)),
  quarantine: v.nullable(v.picklist(quarantineReasons)),
  supersededAtMs: v.nullable(timeMs),
  /** Not on disk yet: the save failed and is being retried. */
  unsaved: v.boolean(),
  lastCheck: v.nullable(checkSummaryView),
  revocation: v.nullable(revocationView),
  partnerPlan: v.nullable(partnerPlanView),
  /** What the window may offer for this token right now. */
  can: v.strictObject({
    check: v.boolean(),
    renew: v.boolean(),
    revoke: v.boolean(),
    guide: v.boolean(),
    copy: v.boolean(),
    forget: v.boolean(),
  }),
  /** False for a read-only Trader token: no probe is documented, so death cannot be proven. */
  verifiable: v.boolean(),
});
export type TokenView = v.InferOutput<typeof tokenView>;

export const activityView = v.strictObject({
  call: v.picklist(['token', 'check', 'revoke', 'old_secret']),
  tokenId: v.nullable(id),
  startedAtMs: timeMs,
});

export const credentialView = v.strictObject({
  id,
  label: text(80),
  clientId: text(256),
  accessType: v.picklist(accessTypes),
  environmentId: id,
  registeredScopes: v.array(v.picklist(traderScopes)),
  permission: v.nullable(v.picklist(partnerPermissions)),
  ownerAccount: text(80),
  tags: v.array(text(40)),
  secret: v.strictObject({ setAtMs: timeMs, fingerprint: text(32) }),
  /** Refusals of these credentials in a row; at three, automatic attempts stop. */
  refusalsInARow: count,
  /** Another credential with the same owner account has the other access type (spec 1, rule 2). */
  accessTypeConflict: v.boolean(),
  /** Deletion was asked for and waits until every token is dead. */
  removing: v.boolean(),
  lastFailure: v.nullable(v.strictObject({ atMs: timeMs, failure: failureView })),
  /** Newest first. */
  tokens: v.array(tokenView),
  activities: v.array(activityView),
});
export type CredentialView = v.InferOutput<typeof credentialView>;

export const appView = v.strictObject({
  /** Grows by one with every push; an older one is ignored. */
  version: count,
  nowMs: timeMs,
  vault: v.strictObject({
    state: v.picklist(['starting', 'absent', 'locked', 'unlocking', 'unlocked']),
    failure: v.nullable(failureView),
  }),
  rescue: rescueView,
  /** The locked vault can be opened with the system's keystore. */
  keystoreOffered: v.boolean(),
  environments: v.array(environmentView),
  credentials: v.array(credentialView),
  settings: settingsView,
  autoLock: autoLockView,
  machine: machineView,
  /** Null while locked. */
  openVault: v.nullable(openVaultView),
  clipboard: v.nullable(v.strictObject({ tokenId: id, clearsAtMs: timeMs })),
  /** Server clock minus ours, from the Date header; null until a server answered. */
  clockSkewSeconds: v.nullable(v.number()),
  /** The stand-in host runs the app, not Electron: a development and test tool. */
  standInHost: v.boolean(),
});
export type AppView = v.InferOutput<typeof appView>;

/** One node of a bounded, masked answer tree: leaves are text, already masked by main. */
export interface AnswerNode {
  readonly key: string;
  readonly kind: 'object' | 'array' | 'text' | 'number' | 'boolean' | 'null' | 'masked' | 'more';
  readonly text: string;
  readonly children: readonly AnswerNode[];
}
export const answerNode: v.GenericSchema<AnswerNode> = v.strictObject({
  key: text(200),
  kind: v.picklist(['object', 'array', 'text', 'number', 'boolean', 'null', 'masked', 'more']),
  text: text(500),
  children: v.array(v.lazy(() => answerNode)),
});

export const checkReportView = v.strictObject({
  tokenId: id,
  call: v.picklist(['identity check', 'positions']),
  host: text(260),
  atMs: timeMs,
  durationMs: v.number(),
  outcome: v.picklist(checkOutcomes),
  status: v.nullable(count),
  failure: v.nullable(failureView),
  contentType: text(100),
  bodyBytes: count,
  /** Null where the body is empty or not JSON; then `plain` holds its masked beginning. */
  tree: v.nullable(answerNode),
  plain: text(2000),
});
export type CheckReportView = v.InferOutput<typeof checkReportView>;

export const addressCheckView = v.strictObject({
  /** The exact address that will be used, or null when refused. */
  normalised: v.nullable(text(2048)),
  reason: v.nullable(
    v.picklist([
      'empty',
      'not_an_address',
      'not_https',
      'has_credentials',
      'has_query',
      'has_fragment',
      'has_backslash',
      'has_whitespace',
      'has_control_characters',
      'too_long',
    ]),
  ),
  /** Set where the host is not plain ASCII as typed: its punycode, to compare by eye. */
  punycode: v.nullable(text(260)),
});
export type AddressCheckView = v.InferOutput<typeof addressCheckView>;

export const authorityView = v.strictObject({
  /** Handle of the file main has read; its text stays in main. */
  handle: id,
  subject: text(300),
  issuer: text(300),
  validFromMs: timeMs,
  validToMs: timeMs,
  fingerprint: text(100),
});
export type AuthorityView = v.InferOutput<typeof authorityView>;
