// Credentials and their tokens as the app window sees them. Strict, like every view (views.ts).
import * as v from 'valibot';
import {
  accessTypes,
  anomalies,
  partnerSteps,
  quarantineReasons,
  controlResults,
  refusalEvidences,
  tokenStates,
  traderScopes,
} from '../words.ts';
import { checkOutcomes } from '../tokens/check-outcome.ts';
import { leaseView, renewalView } from '../renewal/renewal-view.ts';
import { leakPlanView, rotationView } from '../incident/rotation-view.ts';
import { lastUseView, secretDueView } from '../health/secret-due.ts';
import { credentialFacts } from './credential-facts.ts';
import { secretCommandInput } from './secret-command.ts';
import { MOST_NOTES, MOST_WEB_PAGE } from './notes.ts';
import { failureView } from '../failures/failure.ts';
import { count, id, text, timeMs } from '../view-parts.ts';

/** Why a refusal is about the token; null where none is. */
const evidence = v.nullable(v.picklist(refusalEvidences));

/** Of an unclear refusal: what was asked beside it; null where nothing was, or where it settled the matter. */
const control = v.nullable(v.picklist(controlResults));

const checkSummaryView = v.strictObject({
  atMs: timeMs,
  outcome: v.picklist(checkOutcomes),
  status: v.nullable(count),
  durationMs: v.number(),
  evidence,
  control,
});

const revocationView = v.strictObject({
  intentAtMs: timeMs,
  attempts: count,
  acceptedAtMs: v.nullable(timeMs),
  /** Refusals about the token seen in a row since acceptance, and how many a proof takes at least. */
  refusals: count,
  refusalsNeeded: count,
  /** The first of them; null without one. */
  firstRefusedAtMs: v.nullable(timeMs),
  evidence,
  /** End of the time in which the server may still honour the token. */
  propagationEndsAtMs: v.nullable(timeMs),
  verifiedAtMs: v.nullable(timeMs),
  nextAttemptAtMs: v.nullable(timeMs),
  failure: v.nullable(failureView),
});

const partnerPlanView = v.strictObject({
  startedAtMs: timeMs,
  done: v.array(v.picklist(partnerSteps)),
  /** Whether the old secret still mints: null until asked. */
  oldSecret: v.nullable(v.picklist(['refused', 'still_mints', 'unclear'])),
  refusals: count,
  refusalsNeeded: count,
  firstRefusedAtMs: v.nullable(timeMs),
  evidence,
  verifiedAtMs: v.nullable(timeMs),
});

/** One token: facts about it, never its text. */
const tokenView = v.strictObject({
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
  /** Its time is up, and nobody replaced, ended or dismissed it: somebody may still count on it. */
  unreplaced: v.boolean(),
  /** Null: it lives as long as the server lets it. */
  lease: v.nullable(leaseView),
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
  /** Earliest time at which a refusal can confirm its death; null unless refused in a row and not confirmed. */
  confirmsAtMs: v.nullable(timeMs),
  /** Its death can be shown, as far as is known now. */
  verifiable: v.boolean(),
});
export type TokenView = v.InferOutput<typeof tokenView>;

const activityView = v.strictObject({
  call: v.picklist(['token', 'check', 'revoke', 'old_secret']),
  tokenId: v.nullable(id),
  startedAtMs: timeMs,
  /** It failed, and is tried again then. */
  nextTry: v.nullable(v.strictObject({ atMs: timeMs, failure: failureView })),
  /** Nobody wants it any more: a token that still comes is revoked at once. */
  isLeft: v.boolean(),
});

/** One credential with its tokens: never its secret. */
export const credentialView = v.strictObject({
  id,
  ...credentialFacts,
  clientId: text(256),
  accessType: v.picklist(accessTypes),
  environmentId: id,
  /** Lines of the person's own; empty: none. */
  notes: text(MOST_NOTES),
  /** Its page in the web app, https; empty: not known. */
  webPage: text(MOST_WEB_PAGE),
  favourite: v.boolean(),
  secret: v.strictObject({
    setAtMs: timeMs,
    fingerprint: text(32),
    /** As the person said; null: nobody said. */
    validUntilMs: v.nullable(timeMs),
    /** Prints it when it is needed; absent where the vault holds it. */
    command: v.optional(secretCommandInput),
  }),
  /** Null: no end of it is known, and its environment has no rule. */
  secretDue: v.nullable(secretDueView),
  lastUse: lastUseView,
  /** Null where no rotation of the secret is under way. */
  rotation: v.nullable(rotationView),
  /** Null where nobody said that this key leaked. */
  leakPlan: v.nullable(leakPlanView),
  /** Null: off. */
  renewal: v.nullable(renewalView),
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
