// The contract between the app window and main: input, output, what the call does to secrets and tokens, and
// how main has the person confirm that (I6). Preload, renderer types, handlers and tests derive from it.
import * as v from 'valibot';
import { type CallName, type EventName, type PageCall } from './ipc-channels.ts';
import type { Failure } from './failures/failure.ts';
import { environmentKinds, lockMinutes, themes } from './words.ts';
import { alertSettingsChange } from './protection/protection-view.ts';
import { practiceFaults, practiceView } from './practice/practice-view.ts';
import {
  dataKeyReplacedView,
  passphraseChangeView,
  recoveryKeyMade,
} from './unlock/vault-keys-view.ts';
import { historyCalls } from './history/history-calls.ts';
import { rescueCalls } from './backups/rescue-calls.ts';
import { drillCalls } from './practice/drill-calls.ts';
import { renewalCalls } from './renewal/renewal-calls.ts';
import { rotationCalls } from './incident/rotation-calls.ts';
import { credentialCalls } from './credentials/credential-calls.ts';
import { bulkCalls } from './bulk/bulk-view.ts';
import { savedViewCalls } from './search/saved-search-view.ts';
import { diagnosisCalls } from './diagnosis/diagnosis-calls.ts';
import { doneOrCancelled, line } from './view-parts.ts';
import { inspectionCalls } from './inspection/inspection-calls.ts';
import { secretScanCalls } from './secret-scan/secret-scan-calls.ts';
import { tokenCalls } from './tokens/token-calls.ts';
import { transferCalls } from './import-export/import-export-calls.ts';
import { revokeAllCalls } from './revoke-all/revoke-all-calls.ts';
import type { DeclaredEffect } from './call-effect.ts';
import { environmentCalls, proxyInput } from './environments/environment-calls.ts';
import { addressCheckView, authorityView } from './environments/environment-view.ts';
import { viewCalls, viewUpdate } from './view-update.ts';

const id = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/));
const nothing = v.undefined();
const done = v.literal('done');

type CallShape = DeclaredEffect & {
  readonly input: v.GenericSchema;
  readonly output: v.GenericSchema;
};

export const calls = {
  ...viewCalls,
  vaultCreate: { input: nothing, output: doneOrCancelled, effect: 'none' },
  vaultUnlock: { input: nothing, output: doneOrCancelled, effect: 'none' },
  /** Asks only where tokens of credentials that are not kept may live. */
  vaultLock: { input: nothing, output: doneOrCancelled, effect: 'none' },
  /** Not confirmed by a dialog: the present passphrase, typed into main's window, is more. */
  vaultChangePassphrase: {
    input: nothing,
    output: passphraseChangeView,
    effect: 'ways_in',
    confirm: 'by_handler',
  },
  /** The same passphrase under today's cost. Main's window asks for the passphrase; no dialog does. */
  vaultUpgradeKdf: {
    input: nothing,
    output: passphraseChangeView,
    effect: 'ways_in',
    confirm: 'by_handler',
  },
  /** The passphrase is asked for in main's window. Main shows the key, which never comes to this window. */
  vaultMakeRecoveryKey: {
    input: nothing,
    output: v.picklist(recoveryKeyMade),
    effect: 'ways_in',
    confirm: 'by_handler',
  },
  vaultReplaceDataKey: {
    input: nothing,
    output: dataKeyReplacedView,
    effect: 'ways_in',
    confirm: true,
  },
  vaultUnlockWithRecoveryKey: {
    input: nothing,
    output: passphraseChangeView,
    effect: 'ways_in',
    confirm: 'by_handler',
  },
  /**
   * The person wants the vault to stay open although it is about to lock. What they do in the window counts by
   * itself; where main felt nothing of it, it asks.
   */
  vaultKeepOpen: { input: nothing, output: doneOrCancelled, effect: 'ways_in', confirm: true },
  /** The page heard that the network is up again: main looks at the clock anew. */
  networkBack: { input: nothing, output: done, effect: 'none' },
  /** The page saw that this machine's clock was set: main looks at the clock anew. */
  clockSet: { input: nothing, output: done, effect: 'none' },
  environmentCheckAddress: {
    input: v.strictObject({ address: v.pipe(v.string(), v.maxLength(4096)) }),
    output: addressCheckView,
    effect: 'none',
  },
  environmentChooseAuthority: {
    input: nothing,
    output: v.union([authorityView, v.literal('cancelled')]),
    effect: 'none',
  },
  environmentAdd: {
    input: v.strictObject({
      name: line(1, 80),
      kind: v.picklist(environmentKinds),
      baseUrl: v.pipe(v.string(), v.maxLength(4096)),
      tradeUrl: v.pipe(v.string(), v.maxLength(4096)),
      authorityHandle: v.nullable(id),
      /** Signed in to once it is there. */
      proxy: proxyInput,
    }),
    output: v.union([v.strictObject({ environmentId: id }), v.literal('cancelled')]),
    effect: 'places_secret',
    confirm: true,
  },
  ...environmentCalls,
  environmentRemove: {
    input: v.strictObject({ environmentId: id }),
    output: doneOrCancelled,
    effect: 'forgets',
    confirm: true,
  },
  ...credentialCalls,
  ...tokenCalls,
  ...rescueCalls,
  ...historyCalls,
  ...revokeAllCalls,
  ...bulkCalls,
  ...savedViewCalls,
  ...rotationCalls,
  ...renewalCalls,
  ...drillCalls,
  ...inspectionCalls,
  ...secretScanCalls,
  ...diagnosisCalls,
  ...transferCalls,
  settingsChange: {
    input: v.strictObject({
      theme: v.optional(v.picklist(themes)),
      copyTokens: v.optional(v.boolean()),
      lockAfterMinutes: v.optional(v.nullable(v.picklist(lockMinutes))),
      lockOnSuspend: v.optional(v.boolean()),
      lockOnScreenLock: v.optional(v.boolean()),
      contentProtection: v.optional(v.boolean()),
      revokeEphemeralAtLock: v.optional(v.boolean()),
      keepInTray: v.optional(v.boolean()),
      alerts: v.optional(alertSettingsChange),
    }),
    output: doneOrCancelled,
    effect: 'ways_in',
    confirm: true,
  },
  practiceCurrent: { input: nothing, output: practiceView, effect: 'none' },
  practiceChange: {
    input: v.strictObject({
      traderLifetimeSeconds: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(86_400)),
      ),
      partnerLifetimeSeconds: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(86_400)),
      ),
      propagationSeconds: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(600))),
      slowFirstCallMs: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)),
      ),
      fault: v.optional(v.picklist(practiceFaults)),
    }),
    output: practiceView,
    effect: 'none',
  },
  /** Practice only: what the person would do in the web app (docs/service.md 5.9). */
  practiceRevokeKey: {
    input: v.strictObject({ credentialId: id }),
    output: done,
    effect: 'none',
  },
} as const satisfies Record<CallName, CallShape>;

export type Calls = typeof calls;
export type CallInput<N extends CallName> = v.InferOutput<Calls[N]['input']>;
export type CallOutput<N extends CallName> = v.InferOutput<Calls[N]['output']>;

/** Commands of the application menu that the window carries out. */
export const commands = [
  'new_credential',
  'try_credential',
  'new_environment',
  'import_credentials',
  'export_vault',
  'settings',
  'search',
  'palette',
  'history',
  'inspect_token',
  'shortcuts',
  'revoke_all',
  'find_ours',
  'dropped',
] as const;

export const events = {
  viewChanged: viewUpdate,
  commandInvoked: v.picklist(commands),
  /** The machine was asleep, and timers of the page with it: every time shown is looked at anew. */
  woken: v.null(),
} as const satisfies Record<EventName, v.GenericSchema>;
export type EventPayload<N extends EventName> = v.InferOutput<(typeof events)[N]>;

export type Answer<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

/** What the preload puts on `window.strongroom`: one method per call, one subscription per event. */
export type Bridge = {
  readonly [N in PageCall]: undefined extends CallInput<N>
    ? () => Promise<Answer<CallOutput<N>>>
    : (input: CallInput<N>) => Promise<Answer<CallOutput<N>>>;
} & {
  /** Subscribes; the answer unsubscribes. */
  readonly [N in EventName as `on${Capitalize<N>}`]: (
    listener: (payload: EventPayload<N>) => void,
  ) => () => void;
};
