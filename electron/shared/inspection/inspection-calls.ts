// The part of the contract about inspecting a token from somewhere else. Spread into ipc-contract.ts;
// the same rules hold.
import * as v from 'valibot';
import { confirmedCall } from '../call-rows.ts';
import { inspectionAnswerView, inspectionSources, inspectionView } from './inspection-view.ts';
import { accessTypes, introspectionAuthentications } from '../words.ts';
import { credentialId, done, environmentId, nothing, text } from '../view-parts.ts';

const answerOrCancelled = v.union([inspectionAnswerView, v.literal('cancelled')]);

/** The rows of the contract about tokens from elsewhere. */
export const inspectionCalls = {
  /** Not confirmed by a dialog: main's own window, or its question about the clipboard, is more. */
  inspectionTake: {
    input: v.strictObject({ source: v.picklist(inspectionSources) }),
    output: v.union([inspectionView, v.literal('cancelled')]),
    effect: 'none',
  },
  /** Leaves out what surrounds the token: spaces, quotes, the name and scheme of a header. */
  inspectionTidy: { input: nothing, output: inspectionView, effect: 'none' },
  /** Main asks before a token goes to an environment for the first time. */
  inspectionCheck: {
    input: v.strictObject({ environmentId, accessType: v.picklist(accessTypes) }),
    output: answerOrCancelled,
    effect: 'places_secret',
    confirm: 'by_handler',
  },
  /** Main asks as for `inspectionCheck`. `credentialId`: whose credentials the question is asked with. */
  inspectionIntrospect: {
    input: v.strictObject({ credentialId }),
    output: answerOrCancelled,
    effect: 'places_secret',
    confirm: 'by_handler',
  },
  /** Ends the question under way. */
  inspectionCancel: { input: nothing, output: done, effect: 'none' },
  /** Takes the token out of memory. */
  inspectionEnd: { input: nothing, output: done, effect: 'none' },
  /** Null: off. */
  environmentIntrospectionSet: confirmedCall('places_secret', {
    environmentId,
    introspection: v.nullable(
      v.strictObject({
        path: text(200),
        authentication: v.picklist(introspectionAuthentications),
      }),
    ),
  }),
} as const;
