// What every part of the window may use: main's snapshot, the window's own state, feedback, the calls
// to main and the shared ticker. Made once at start and handed down; there is no module-level state.
import { createContext, use, type ReactNode } from 'react';
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import type { EnvironmentView } from '../../electron/shared/environments/environment-view.ts';
import type { AppView } from '../../electron/shared/views.ts';
import type { AppViewStore } from '../bridge/app-view-store.ts';
import type { PageCall } from '../../electron/shared/ipc-contract.ts';
import { callKey, type WindowCalls } from '../bridge/call.ts';
import type { Ticker } from '../clock/ticker.ts';
import type { FocusPoints } from './focus.ts';
import { useStore } from '../bridge/create-store.ts';
import { WINDOW_SUBJECT, type Feedback, type FeedbackStore } from '../bridge/feedback.ts';
import type { WindowState, WindowStore } from './window-state.ts';

export interface AppServices extends WindowCalls {
  readonly views: AppViewStore;
  readonly window: WindowStore;
  readonly feedback: FeedbackStore;
  readonly ticker: Ticker;
  readonly focusPoints: FocusPoints;
}

const AppContext = createContext<AppServices | null>(null);

export function AppProvider(props: {
  readonly services: AppServices;
  readonly children: ReactNode;
}): ReactNode {
  return <AppContext value={props.services}>{props.children}</AppContext>;
}

export function useApp(): AppServices {
  const services = use(AppContext);
  if (services === null) throw new Error('outside AppProvider');
  return services;
}

/** A part of main's snapshot; undefined before the first one. */
export function useView<S>(select: (view: AppView) => S): S | undefined {
  return useStore(useApp().views, (view) => (view === null ? undefined : select(view)));
}

export function useWindow<S>(select: (state: WindowState) => S): S {
  return useStore(useApp().window, select);
}

export function useFeedback<S>(select: (feedback: Feedback) => S): S {
  return useStore(useApp().feedback, select);
}

/** Whether a call, or one of several, is under way for the subject. */
export function usePending(
  calls: PageCall | readonly PageCall[],
  subject: string = WINDOW_SUBJECT,
): boolean {
  return useFeedback(({ pending }) =>
    [calls].flat().some((call) => pending.has(callKey(call, subject))),
  );
}

export function useCredential(id: string | null): CredentialView | undefined {
  return useView((view) => view.credentials.find((credential) => credential.id === id));
}

export function useEnvironment(id: string | undefined): EnvironmentView | undefined {
  return useView((view) => view.environments.find((environment) => environment.id === id));
}
