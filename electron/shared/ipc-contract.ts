// The contract between the app window and main: input, output, what the call does to secrets and tokens, and
// how main has the person confirm that (I6). Preload, renderer types, handlers and tests derive from it.
import * as v from 'valibot';
import { commandWords, type WordedCommand } from './command-words.ts';
import type { EventName } from './ipc-channels.ts';
import type { Failure } from './failures/failure.ts';
import { historyCalls } from './history/history-calls.ts';
import { rescueCalls } from './backups/rescue-calls.ts';
import { practiceCalls, drillCalls } from './practice/practice-calls.ts';
import { renewalCalls } from './renewal/renewal-calls.ts';
import { rotationCalls } from './incident/rotation-calls.ts';
import { credentialCalls } from './credentials/credential-calls.ts';
import { bulkCalls } from './bulk/bulk-view.ts';
import { savedViewCalls } from './search/saved-search-view.ts';
import { settingsCalls } from './settings/settings-calls.ts';
import { diagnosisCalls } from './diagnosis/diagnosis-calls.ts';
import { inspectionCalls } from './inspection/inspection-calls.ts';
import { secretScanCalls } from './secret-scan/secret-scan-view.ts';
import { tokenCalls } from './tokens/token-calls.ts';
import { transferCalls } from './import-export/import-view.ts';
import { revokeAllCalls } from './revoke-all/revoke-all-calls.ts';
import { environmentCalls } from './environments/environment-calls.ts';
import { unlockCalls } from './unlock/unlock-calls.ts';
import { healthCalls } from './health/health-view.ts';
import { desktopCalls } from './desktop/desktop-calls.ts';
import { viewCalls, viewUpdate } from './view-update.ts';

const effects = [
  /** Reads, shows, or changes what no secret and no token depends on. */
  'none',
  /** Decides where a secret or a token goes, or sends one there. */
  'places_secret',
  'ends_tokens',
  /** Keeps tokens from being ended. */
  'keeps_tokens',
  /** Brings more live tokens, or lets more come. */
  'issues_tokens',
  /** Destroys a secret, the text of a token, or what is known of where they belong. */
  'forgets',
  /** Puts something of the vault within reach of other programs. */
  'discloses',
  /** Who can open the vault, how, and when it locks. */
  'ways_in',
] as const;
type Effect = (typeof effects)[number];

/**
 * What a call does to secrets and tokens, and how a person confirms it. Every row of the contract declares it: a row
 * without an effect does not compile, nor does one with an effect that nobody confirms (I6).
 */
export type DeclaredEffect =
  | { readonly effect: 'none'; readonly confirm?: never }
  | {
      readonly effect: Exclude<Effect, 'none'>;
      /**
       * True: main asks before the handler acts. `by_handler`: the person acts in a window or dialog of main
       * that the handler opens, such as the one for secrets or for files.
       */
      readonly confirm: true | 'by_handler';
    };

type CallShape = DeclaredEffect & {
  readonly input: v.GenericSchema;
  readonly output: v.GenericSchema;
  /** Made by the preload itself, never by the page. */
  readonly from?: 'preload';
};

/** Every call, by the name of its channel. Answered with `Answer` of its output. */
export const calls = {
  ...viewCalls,
  ...unlockCalls,
  ...environmentCalls,
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
  ...settingsCalls,
  ...practiceCalls,
  ...desktopCalls,
  ...healthCalls,
} as const satisfies Readonly<Record<string, CallShape>>;

/** The rows of the contract. */
export type Calls = typeof calls;
/** The name of a call. */
export type CallName = keyof Calls;
/** Calls that the page can make. */
export type PageCall = {
  [N in CallName]: Calls[N] extends { readonly from: 'preload' } ? never : N;
}[CallName];

/** The names of all calls. */
export const callNames = Object.keys(calls) as readonly CallName[];
/** Those that the app window's page makes. */
export const pageCalls = callNames.filter((name): name is PageCall => !('from' in calls[name]));

/** What a call is given. */
export type CallInput<N extends CallName> = v.InferInput<Calls[N]['input']>;

/** The same once it was checked: tidied, and with ids of their kind. */
export type CheckedInput<N extends CallName> = v.InferOutput<Calls[N]['input']>;

/** What a call answers where it succeeds. */
export type CallOutput<N extends CallName> = v.InferOutput<Calls[N]['output']>;

type Command = Exclude<WordedCommand, 'lock'> | 'dropped';
/** Commands of the application menu that the window carries out: main locks by itself. */
const commands: readonly Command[] = [
  ...(Object.keys(commandWords) as WordedCommand[]).filter((name) => name !== 'lock'),
  'dropped',
];

/** What main tells the page by itself. */
export const events = {
  viewChanged: viewUpdate,
  commandInvoked: v.picklist(commands),
  /** The machine was asleep, and timers of the page with it: every time shown is looked at anew. */
  woken: v.null(),
} as const satisfies Record<EventName, v.GenericSchema>;

/** What an event carries. */
export type EventPayload<N extends EventName> = v.InferOutput<(typeof events)[N]>;

/** How every call ends: expected failures are answered, and nothing rejects. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

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
