// The exact shape of what a vault may hold, list by list. The rows are spelt in domain/, once for schema and type.
import * as v from 'valibot';
import { credentialSchema } from '../domain/credential.ts';
import { drillSchema } from '../domain/drill.ts';
import { environmentSchema } from '../domain/environment.ts';
import { historyAnchorSchema } from '../domain/history-event.ts';
import { leakPlanSchema } from '../domain/leak-plan.ts';
import { renewalSchema } from '../domain/renewal.ts';
import { revocationRunSchema } from '../domain/revocation-run.ts';
import { rotationSchema } from '../domain/rotation.ts';
import { credentialId } from '../domain/row-schema.ts';
import { savedViewSchema } from '../domain/saved-view.ts';
import { tagAlertSchema } from '../domain/tag-alert.ts';
import { tokenSchema } from '../domain/token.ts';

/** The index: everything but the records. Never holds a secret. */
export const contentsSchema = v.strictObject({
  environments: v.array(environmentSchema),
  credentials: v.array(credentialSchema),
  tokens: v.array(tokenSchema),
  /** Presses of "Revoke everything", newest first. */
  revocationRuns: v.array(revocationRunSchema),
  rotations: v.array(rotationSchema),
  drills: v.array(drillSchema),
  leakPlans: v.array(leakPlanSchema),
  /** At most one of each credential; none: its tokens are not renewed. */
  renewals: v.array(renewalSchema),
  tagAlerts: v.array(tagAlertSchema),
  /** In the person's order. */
  savedViews: v.array(savedViewSchema),
  favourites: v.array(credentialId),
  /** Null until the history has its first event. */
  history: v.nullable(historyAnchorSchema),
});
