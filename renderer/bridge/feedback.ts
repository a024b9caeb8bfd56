// What the window says about calls: which are under way, what the last one achieved, what failed.
// A failure belongs to a subject (a credential, a form, or the window) and stays until dismissed or
// until the next call about the same subject.
import type { Failure } from '../../electron/shared/failures/failure.ts';
import { createStore, type Store } from './create-store.ts';

export interface Shown {
  readonly failure: Failure;
  readonly atMs: number;
}

export interface Feedback {
  /** The polite status line; `turn` makes the same words count as new. */
  readonly status: { readonly text: string; readonly turn: number };
  readonly failures: ReadonlyMap<string, Shown>;
  readonly pending: ReadonlySet<string>;
}

/** The subject of failures that belong to no credential or form. */
export const WINDOW_SUBJECT = 'window';

// Subjects that several parts of the window show the failures of.
export const DRILL_SUBJECT = 'drill';
export const EXPORT_SUBJECT = 'export';
export const HISTORY_SUBJECT = 'history';
export const IMPORT_SUBJECT = 'import';
export const INSPECTION_SUBJECT = 'inspection';
export const SAVED_VIEW_SUBJECT = 'saved_view';
export const SECRET_SCAN_SUBJECT = 'secretScan';
export const SETTINGS_SUBJECT = 'settings';
export const STOP_SUBJECT = 'stop';
export const VAULT_KEYS_SUBJECT = 'vault-keys';

export interface FeedbackStore extends Store<Feedback> {
  /** Stands until the next call begins or something else is said; the status bar takes it away after a while. */
  readonly say: (text: string) => void;
  readonly hush: () => void;
  readonly fail: (subject: string, failure: Failure, atMs: number) => void;
  readonly clear: (subject: string) => void;
  readonly begin: (call: string) => void;
  readonly end: (call: string) => void;
}

const without = <T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> =>
  new Set([...set].filter((held) => held !== item));

export function createFeedbackStore(): FeedbackStore {
  const store = createStore<Feedback>({
    status: { text: '', turn: 0 },
    failures: new Map(),
    pending: new Set(),
  });
  const hush = (): void =>
    store.change((held) =>
      held.status.text === '' ? held : { ...held, status: { ...held.status, text: '' } },
    );
  return {
    ...store,
    say: (text) =>
      store.change((held) => ({ ...held, status: { text, turn: held.status.turn + 1 } })),
    fail: (subject, failure, atMs) =>
      store.change((held) => ({
        ...held,
        failures: new Map(held.failures).set(subject, { failure, atMs }),
      })),
    clear: (subject) =>
      store.change((held) =>
        held.failures.has(subject)
          ? { ...held, failures: new Map([...held.failures].filter(([key]) => key !== subject)) }
          : held,
      ),
    hush,
    begin(call) {
      hush();
      store.change((held) => ({ ...held, pending: new Set([...held.pending, call]) }));
    },
    end: (call) => store.change((held) => ({ ...held, pending: without(held.pending, call) })),
  };
}
