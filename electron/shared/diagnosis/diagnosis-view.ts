// A diagnosis of one credential as the window may see it: checks from its addresses to the
// proof that its own token is dead. Closed words and short plain facts; no secret and no token has a place.
import * as v from 'valibot';
import { failureView } from '../failures/failure.ts';
import { id, keyOf, list, text, timeMs } from '../view-parts.ts';
import { accessTypes, environmentKinds, traderScopes } from '../words.ts';
import {
  doorWords,
  factWords,
  findings,
  placeWords,
  reasons,
  stepWords,
  verdictWords,
} from './diagnosis-words.ts';

export type DiagnosisPlace = keyof typeof placeWords;
export type DiagnosisStep = keyof typeof stepWords;
export type CheckVerdict = keyof typeof verdictWords;
/** Why a check was not tried. */
export type NotTriedReason = keyof typeof reasons;
/** What an answer looks like, and never more. */
export type WrongDoor = keyof typeof doorWords;
export type CheckFact = keyof typeof factWords;

const MOST_CHECKS = Object.keys(placeWords).length * Object.keys(stepWords).length;

/** One check with its verdict; times in milliseconds. */
export const checkView = v.strictObject({
  place: keyOf(placeWords),
  step: keyOf(stepWords),
  verdict: keyOf(verdictWords),
  /** What it found. `failed`: the failure beside it says what. */
  finding: v.nullable(v.union([keyOf(findings), v.literal('failed')])),
  because: v.nullable(keyOf(reasons)),
  durationMs: v.nullable(v.number()),
  failure: v.nullable(failureView),
  doors: list(keyOf(doorWords), Object.keys(doorWords).length),
  facts: list(
    v.strictObject({ name: keyOf(factWords), text: text(300) }),
    Object.keys(factWords).length,
  ),
});
export type CheckLineView = v.InferOutput<typeof checkView>;

/** In memory to be compared, the newest; of a few kilobytes each. */
export const KEPT_DIAGNOSES = 20;

/** One diagnosis with all its checks. */
export const diagnosisView = v.strictObject({
  id,
  credentialId: id,
  label: text(80),
  clientId: text(256),
  accessType: v.picklist(accessTypes),
  environment: text(80),
  kind: v.picklist(environmentKinds),
  /** As sent, in punycode. */
  baseUrl: text(2048),
  tradeUrl: text(2048),
  /** An authority of its own is trusted for this environment. */
  ownAuthority: v.boolean(),
  scopes: list(v.picklist(traderScopes), traderScopes.length),
  startedAtMs: timeMs,
  endedAtMs: v.nullable(timeMs),
  /** A person or a lock ended it early. */
  stopped: v.boolean(),
  checks: list(checkView, MOST_CHECKS),
});
export type DiagnosisView = v.InferOutput<typeof diagnosisView>;
