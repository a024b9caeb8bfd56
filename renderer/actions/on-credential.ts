// What actions about one credential, or about a token of it, have in common: when they are refused.
import type {
  CredentialView,
  TokenView,
} from '../../electron/shared/credentials/credential-view.ts';
import { actionWords as words } from '../i18n/en-actions.ts';
import { tokenFor } from '../model/token-standing.ts';
import type { AppServices } from '../state/app-context.tsx';
import type { ActionPlace, Deed } from './action.ts';

type Can = keyof TokenView['can'];

/** About one credential; `why` refuses for reasons of that credential. */
export function onCredential(
  run: (app: AppServices, credential: CredentialView, place: ActionPlace) => void,
  why: (credential: CredentialView, place: ActionPlace) => string | null = () => null,
): Deed {
  return {
    group: 'credential',
    refusal: (place) =>
      place.marked.length > 1
        ? words.severalMarked
        : place.credential === null
          ? words.chooseFirst
          : why(place.credential, place),
    run(app, place) {
      if (place.credential !== null) run(app, place.credential, place);
    },
  };
}

/** A new token would put its deletion off. */
export const unlessRemoving = ({ removing }: CredentialView): string | null =>
  removing ? words.beingDeleted : null;

/** The token a button stands on, where it allows this, else the one that the credential as a whole means by it. */
export function tokenWith({ credential, token }: ActionPlace, can: Can): TokenView | null {
  if (token !== null) return token.can[can] ? token : null;
  return credential === null ? null : tokenFor(credential, can);
}

/** About the token a button stands on, or the one that the credential as a whole means by it. */
export function onToken(
  can: Can,
  run: (app: AppServices, credential: CredentialView, token: TokenView) => void,
): Deed {
  const deed = onCredential(
    (app, credential, place) => {
      const token = tokenWith(place, can);
      if (token !== null) run(app, credential, token);
    },
    (_credential, place) => (tokenWith(place, can) === null ? words.noToken[can] : null),
  );
  return { ...deed, can };
}
