// What the window is shown, without the thousands of views themselves: of each row what its view would be
// made of. A view is made when it crosses to the window, checked then, and not kept.
import type { CredentialView, TokenView } from '../../shared/credentials/credential-view.ts';
import type { CredentialHead, ViewRest } from '../../shared/view-update.ts';
import type { AppView } from '../../shared/views.ts';

/** The same object for as long as its view stays the same, or at least what the view is made of. */
export interface ShownToken extends Pick<
  TokenView,
  'id' | 'live' | 'state' | 'expiresAtMs' | 'sentAtMs' | 'unsaved' | 'unreplaced'
> {
  /** Checked against the strict schema: an unknown field is a bug here and never a leak. */
  readonly view: () => TokenView;
}

/** The same object for as long as its view stays the same, or at least what the view is made of. */
export interface ShownCredential extends Pick<
  CredentialView,
  'id' | 'label' | 'lastFailure' | 'leakPlan' | 'rotation' | 'secretDue'
> {
  readonly tokens: readonly ShownToken[];
  /** Checked likewise. */
  readonly head: () => CredentialHead;
}

export interface CachedProjection {
  readonly version: number;
  readonly rest: ViewRest;
  readonly credentials: readonly ShownCredential[];
}

/** All of it, made and checked. */
export function viewOf({ version, rest, credentials }: CachedProjection): AppView {
  return {
    ...rest,
    version,
    credentials: credentials.map((each) => ({
      ...each.head(),
      tokens: each.tokens.map((token) => token.view()),
    })),
  };
}

/** A row's own list, as it stands in a view: views are read and never changed. */
export const listOf = <T>(list: readonly T[]): T[] => list as T[];
