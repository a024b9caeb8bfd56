// The exact shape of what a vault may hold. Strict: an unknown field or word is an error, so nothing
// untyped enters the vault or leaves it. Tied to the domain types below: a field added there without
// being added here does not compile.
import * as v from 'valibot';
import type {
  EnvironmentId,
  CredentialId,
  TokenId,
  SavedViewId,
  RevocationRunId,
  DrillId,
  RotationId,
} from '../domain/ids.ts';
import { failureCodes } from '../../shared/failures/failure.ts';
import {
  proxyProtocols,
  environmentKinds,
  introspectionAuthentications,
  accessTypes,
  traderScopes,
  partnerPermissions,
  refusalEvidences,
  quarantineReasons,
  anomalies,
  controlResults,
  partnerSteps,
  leaseEnds,
  leakSteps,
  drillScenarios,
  drillMistakes,
} from '../../shared/words.ts';
import { proxyHost, MAX_PORT, isProxyUserName, type ProxySetting } from '../domain/proxy.ts';
import type { Environment } from '../domain/environment.ts';
import type { SecretCommand } from '../domain/printing-command.ts';
import type { Credential } from '../domain/credential.ts';
import { checkOutcomes } from '../../shared/tokens/check-outcome.ts';
import type { Token } from '../domain/token.ts';
import type { Renewal, Lease } from '../domain/renewal.ts';
import type { TagAlert } from '../domain/tag-alert.ts';
import type { SavedView } from '../domain/saved-view.ts';
import type { RevocationScope, RevocationRun } from '../domain/revocation-run.ts';
import type { Rotation } from '../domain/rotation.ts';
import type { LeakPlan } from '../domain/leak-plan.ts';
import type { DrillResult } from '../domain/drill.ts';
import type { HistoryAnchor } from '../domain/history-event.ts';
import { type VaultContents, recordFields, type RecordName, recordKey } from './vault.ts';
import { decodeBase64 } from './primitives.ts';
import { MAX_BOX_BYTES, type SealedRecord } from './records.ts';

/** A bound against runaway input only; what a person may type is bounded where it is typed. */
export const text = v.pipe(v.string(), v.maxLength(64 * 1024));

/** A text of 1 to 128 characters. */
export const isIdentifier = (value: unknown): boolean =>
  typeof value === 'string' && value.length >= 1 && value.length <= 128;

/** An id of any kind. */
export const identifier = v.custom<string>(isIdentifier);

/** An environment's id. */
export const environmentId = v.custom<EnvironmentId>(isIdentifier);

/** A credential's id. */
export const credentialId = v.custom<CredentialId>(isIdentifier);

/** A token's id. */
export const tokenId = v.custom<TokenId>(isIdentifier);

/** A number that JSON can say. */
export const finite = v.pipe(v.number(), v.finite());

/** A whole number from 0 on. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A failure as it is kept with what it befell. */
export const failure = v.strictObject({
  code: v.picklist(failureCodes),
  facts: v.optional(
    v.strictObject({
      call: v.optional(text),
      host: v.optional(text),
      proxy: v.optional(text),
      ownAuthority: v.optional(v.boolean()),
      status: v.optional(finite),
      durationMs: v.optional(finite),
      oauthError: v.optional(text),
      serverSaid: v.optional(text),
      about: v.optional(text),
      scopes: v.optional(v.array(text)),
      retryAtMs: v.optional(finite),
      count: v.optional(finite),
      line: v.optional(finite),
      column: v.optional(finite),
      possiblyDone: v.optional(v.boolean()),
      correlationId: v.optional(text),
    }),
  ),
});

const proxySetting = v.variant('mode', [
  v.strictObject({ mode: v.picklist(['system', 'none']) }),
  v.strictObject({
    mode: v.literal('manual'),
    protocol: v.optional(v.picklist(proxyProtocols)),
    host: v.custom<string>((value) => typeof value === 'string' && proxyHost(value) === value),
    port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PORT)),
    userName: v.optional(
      v.custom<string>((value) => typeof value === 'string' && isProxyUserName(value)),
    ),
  }),
]) satisfies v.GenericSchema<unknown, ProxySetting>;

/** One environment, as of `domain/environment.ts`. */
const environmentSchema = v.strictObject({
  id: environmentId,
  name: text,
  kind: v.picklist(environmentKinds),
  baseUrl: text,
  tradeUrl: text,
  authorityPem: v.nullable(text),
  introspection: v.optional(
    v.strictObject({ path: text, authentication: v.picklist(introspectionAuthentications) }),
  ),
  rotateAfterDays: v.optional(count),
  proxy: v.optional(proxySetting),
}) satisfies v.GenericSchema<unknown, Environment>;

const secretCommand = v.strictObject({
  path: text,
  arguments: v.array(text),
  realPath: text,
  sha256: text,
  confirmedAtMs: finite,
  keepsWhileLive: v.boolean(),
}) satisfies v.GenericSchema<unknown, SecretCommand>;

/** One credential, as of `domain/credential.ts`. Its secret is a record of its own. */
const credentialSchema = v.strictObject({
  id: credentialId,
  environmentId,
  accessType: v.picklist(accessTypes),
  label: text,
  clientId: text,
  registeredScopes: v.array(v.picklist(traderScopes)),
  permission: v.nullable(v.picklist(partnerPermissions)),
  ownerAccount: text,
  tags: v.array(text),
  notes: v.optional(text),
  webPage: v.optional(text),
  secretEnd: v.optional(v.strictObject({ atMs: finite, saidAtMs: finite })),
  secretCommand: v.optional(secretCommand),
  createdAtMs: finite,
  secretSetAtMs: finite,
  secretFingerprint: text,
  refusalsInARow: count,
  removeWhenDead: v.boolean(),
  lastFailure: v.nullable(v.strictObject({ atMs: finite, failure })),
}) satisfies v.GenericSchema<unknown, Credential>;

const evidence = v.picklist(refusalEvidences);

const deathProof = {
  refusals: count,
  firstRefusedAtMs: v.optional(finite),
  lastRefusedAtMs: v.optional(finite),
  evidence: v.optional(evidence),
  verifiedAtMs: v.nullable(finite),
};

const revocationSchema = v.strictObject({
  intentAtMs: finite,
  attempts: count,
  acceptedAtMs: v.nullable(finite),
  honouredAtMs: v.nullable(finite),
  honouredLateAtMs: v.optional(finite),
  unclear: count,
  ...deathProof,
  terminalFailure: v.nullable(failure),
  lastFailure: v.nullable(failure),
});

/** One token, as of `domain/token.ts`. Its text is a record of its own. */
const tokenSchema = v.strictObject({
  id: tokenId,
  credentialId,
  issue: v.picklist(['requested', 'issued', 'possibly_issued', 'quarantined']),
  quarantine: v.nullable(v.picklist(quarantineReasons)),
  fingerprint: text,
  requestedScopes: v.array(v.picklist(traderScopes)),
  grantedScopes: v.nullable(v.array(text)),
  sentAtMs: finite,
  lifetimeSeconds: v.nullable(finite),
  expiresInRaw: v.nullable(text),
  anomalies: v.array(v.picklist(anomalies)),
  supersededAtMs: v.nullable(finite),
  refusedAtMs: v.nullable(finite),
  baselines: v.optional(v.array(v.strictObject({ atMs: finite, way: text, status: finite }))),
  lastCheck: v.nullable(
    v.strictObject({
      atMs: finite,
      outcome: v.picklist(checkOutcomes),
      status: v.nullable(finite),
      durationMs: finite,
      way: v.optional(text),
      evidence: v.optional(evidence),
      control: v.optional(v.picklist(controlResults)),
    }),
  ),
  revocation: v.nullable(revocationSchema),
  partnerPlan: v.nullable(
    v.strictObject({
      startedAtMs: finite,
      done: v.array(v.picklist(partnerSteps)),
      oldSecret: v.nullable(v.picklist(['refused', 'still_mints', 'unclear'])),
      ...deathProof,
    }),
  ),
  forgottenAtMs: v.nullable(finite),
  forgetWhenDead: v.boolean(),
}) satisfies v.GenericSchema<unknown, Token>;

/** The renewal of one credential, with its handovers. */
const renewalSchema = v.strictObject({
  credentialId,
  sinceMs: finite,
  untilMs: v.nullable(finite),
  graceSeconds: count,
  handovers: v.array(
    v.strictObject({
      fromTokenId: tokenId,
      toTokenId: tokenId,
      handedOverAtMs: v.nullable(finite),
    }),
  ),
  refusals: count,
  lastFailure: v.nullable(v.strictObject({ atMs: finite, failure })),
  stoppedAtMs: v.nullable(finite),
}) satisfies v.GenericSchema<unknown, Renewal>;

/** The lease of one token, as of `domain/renewal.ts`. */
const leaseSchema = v.strictObject({
  tokenId,
  end: v.picklist(leaseEnds),
  setAtMs: finite,
  seconds: v.nullable(count),
}) satisfies v.GenericSchema<unknown, Lease>;

/** When those of a tag are alerted about, in minutes before expiry. */
const tagAlertSchema = v.strictObject({
  tag: text,
  minutesBefore: v.array(count),
}) satisfies v.GenericSchema<unknown, TagAlert>;

/** One search that is kept, as of `domain/saved-view.ts`. */
const savedViewSchema = v.strictObject({
  id: v.custom<SavedViewId>(isIdentifier),
  name: text,
  query: text,
}) satisfies v.GenericSchema<unknown, SavedView>;

/** A favourite is the credential's id alone. */
const favouriteSchema = credentialId satisfies v.GenericSchema<unknown, CredentialId>;

const revocationScopeSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('all') }),
  v.strictObject({ kind: v.literal('environment'), environmentId }),
  v.strictObject({ kind: v.literal('credential'), credentialId }),
  v.strictObject({ kind: v.literal('tag'), tag: text }),
  v.strictObject({ kind: v.literal('selection'), tokenIds: v.array(tokenId) }),
]) satisfies v.GenericSchema<unknown, RevocationScope>;

/** One revocation run (docs/glossary.md). */
const revocationRunSchema = v.strictObject({
  id: v.custom<RevocationRunId>(isIdentifier),
  scope: revocationScopeSchema,
  pressedAtMs: finite,
  tokenIds: v.array(tokenId),
  guidedTokenIds: v.array(tokenId),
  firstSentAtMs: v.nullable(finite),
  cancelledAtMs: v.nullable(finite),
  closedAtMs: v.nullable(finite),
  drillId: v.nullable(v.custom<DrillId>(isIdentifier)),
}) satisfies v.GenericSchema<unknown, RevocationRun>;

const oldSecretProof = v.nullable(
  v.strictObject({ atMs: finite, verdict: v.picklist(['refused', 'still_mints', 'unclear']) }),
);

/** One rotation. Secrets stand in it as fingerprints alone. */
const rotationSchema = v.strictObject({
  id: v.custom<RotationId>(isIdentifier),
  credentialId,
  startedAtMs: finite,
  newSecretAtMs: v.nullable(finite),
  newSecretFingerprint: text,
  newTokenId: v.nullable(tokenId),
  checkedAtMs: v.nullable(finite),
  oldTokenIds: v.array(tokenId),
  oldSecretSaid: v.nullable(v.picklist(['works', 'stopped'])),
  revokeAskedAtMs: v.nullable(finite),
  oldSecret: oldSecretProof,
  finishedAtMs: v.nullable(finite),
}) satisfies v.GenericSchema<unknown, Rotation>;

/** The plan for one leaked key. */
const leakPlanSchema = v.strictObject({
  credentialId,
  startedAtMs: finite,
  tokenIds: v.array(tokenId),
  way: v.nullable(v.picklist(['rotate', 'delete'])),
  runId: v.nullable(v.custom<RevocationRunId>(isIdentifier)),
  said: v.array(v.picklist(leakSteps)),
  oldSecret: oldSecretProof,
  closedAtMs: v.nullable(finite),
}) satisfies v.GenericSchema<unknown, LeakPlan>;

/** One drill with what it came to. */
const drillSchema = v.strictObject({
  id: v.custom<DrillId>(isIdentifier),
  scenario: v.picklist(drillScenarios),
  startedAtMs: finite,
  endedAtMs: v.nullable(finite),
  how: v.nullable(v.picklist(['finished', 'stopped', 'interrupted'])),
  credentialIds: v.array(credentialId),
  leakedIds: v.array(credentialId),
  leakedSecrets: v.array(text),
  tokens: count,
  acceptedAfterMs: v.nullable(finite),
  verifiedAfterMs: v.nullable(finite),
  mistakes: v.array(v.picklist(drillMistakes)),
}) satisfies v.GenericSchema<unknown, DrillResult>;

/** Where the history stood; `head` is 32 bytes in hexadecimal. */
const historyAnchorSchema = v.strictObject({
  count,
  head: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
}) satisfies v.GenericSchema<unknown, HistoryAnchor>;

/** Everything but the records. */
export const contentsSchema = v.strictObject({
  environments: v.array(environmentSchema),
  credentials: v.array(credentialSchema),
  tokens: v.array(tokenSchema),
  revocationRuns: v.array(revocationRunSchema),
  rotations: v.array(rotationSchema),
  drills: v.array(drillSchema),
  leakPlans: v.array(leakPlanSchema),
  renewals: v.array(renewalSchema),
  leases: v.array(leaseSchema),
  tagAlerts: v.array(tagAlertSchema),
  savedViews: v.array(savedViewSchema),
  favourites: v.array(favouriteSchema),
  history: v.nullable(historyAnchorSchema),
}) satisfies v.GenericSchema<unknown, VaultContents>;

const field = v.picklist(recordFields);

/** Whose record it is and what it holds. */
export const recordNameSchema = v.object({ id: identifier, field }) satisfies v.GenericSchema<
  unknown,
  RecordName
>;

/** One sealed record: whose it is, what it holds, how often a secret had been sealed before, and its box. */
const recordSchema = v.strictObject({
  id: identifier,
  field,
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  box: v.pipe(
    v.string(),
    v.check((box) => decodeBase64(box, 1, MAX_BOX_BYTES) !== null),
  ),
}) satisfies v.GenericSchema<unknown, SealedRecord>;

/** What the box of a vault file holds, as JSON. */
export const bodySchema = v.strictObject({
  contents: contentsSchema,
  records: v.pipe(
    v.array(recordSchema),
    v.check((records) => new Set(records.map(recordKey)).size === records.length),
  ),
});
