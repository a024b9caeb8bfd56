// A button for one of the window's actions: its words, its keys, why it cannot be done and what it does are
// the list's own, so that a button and the palette never say different things.
import type { ReactNode, Ref } from 'react';
import { placeOf, type About, type ActionPlace } from '../actions/action.ts';
import { actions, runAction, titleOf, verbOf, type ActionName } from '../actions/actions.ts';
import { isMac, shownKeys } from '../keyboard/key-map.ts';
import { tokenFor } from '../model/token-standing.ts';
import { useApp, useView, useWindow } from '../state/app-context.tsx';
import { Button } from './Button.tsx';
import { Star } from 'lucide-react';
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';

export function ActionButton(props: {
  readonly name: ActionName;
  /** What it stands on, where that is not what is chosen in the list. */
  readonly about?: About;
  /** With what was chosen or is named beside it, in place of what the palette does. */
  readonly run?: () => void;
  /** What is still to be chosen beside it. */
  readonly lacks?: string | null;
  /** Left out where the action is refused, in place of saying why. */
  readonly onlyWherePossible?: boolean;
  readonly icon?: ReactNode;
  /** The icon alone, its words for a screen reader and on hover. */
  readonly small?: boolean;
  /** Of several alike, which: read out after the words, `: Desk-A`. */
  readonly of?: string;
  /** Stands in place of the words: what is the case now. The words are its tooltip. */
  readonly face?: ReactNode;
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger' | 'icon';
  readonly className?: string;
  readonly busy?: boolean;
  readonly pressed?: boolean;
  readonly tabIndex?: number;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
  readonly describedBy?: string | undefined;
  /** After the words. */
  readonly children?: ReactNode;
}): ReactNode {
  const { name, about, small = false, icon, face, of, ref } = props;
  const app = useApp();
  const action = actions[name];
  // What stands on a thing of its own, as the line of an environment does, need not be chosen first.
  const ownThing = about === undefined && props.run !== undefined;
  const refusalNow = (): string | null => {
    const place = action.refusal === undefined || ownThing ? null : placeOf(app, about);
    return place === null ? null : (action.refusal?.(place) ?? null);
  };
  // One that stands on something is drawn anew with it; others follow what is chosen.
  const follow = (): string | null => (about === undefined ? refusalNow() : null);
  useView(follow);
  useWindow(follow);
  const place = placeOf(app, about);
  if (place === null) return null;
  const refusal = props.lacks ?? refusalNow();
  if (refusal !== null && props.onlyWherePossible === true) return null;
  const verb = verbOf(action, place);
  const title = titleOf(action, place);
  const [keys] = action.keys ?? [];
  const hint =
    keys === undefined || !keysMean(name, place, app.window.current().marked.size)
      ? title
      : `${title} (${shownKeys(keys, isMac())})`;
  const named = of === undefined ? (small ? title : undefined) : `${verb}${of}`;
  const said = refusal ?? hint;
  return (
    <Button
      ref={ref}
      look={props.look ?? (small ? 'icon' : 'quiet')}
      className={props.className}
      data-action={name}
      aria-label={named}
      aria-pressed={props.pressed}
      aria-describedby={props.describedBy}
      tabIndex={props.tabIndex}
      title={said === (named ?? verb) && !small && face === undefined ? undefined : said}
      busy={props.busy ?? false}
      disabled={refusal !== null}
      onClick={(event) => {
        event.stopPropagation();
        if (props.run === undefined) runAction(app, name, about);
        else props.run();
      }}
    >
      {icon}
      {small ? null : (face ?? verb)}
      {props.children}
    </Button>
  );
}

/** Whether the keys of the action would do to the same thing what its button does. */
function keysMean(name: ActionName, place: ActionPlace, marked: number): boolean {
  const { can, group } = actions[name];
  if (group === 'selection') return place.marked.length > 1;
  if (group !== 'credential') return true;
  const { credential, token, window } = place;
  if (marked > 1 || credential?.id !== window.selectedId) return false;
  return token === null || can === undefined || tokenFor(credential, can)?.id === token.id;
}

/** The star of a credential: set or not, one press changes it. */
export function FavouriteStar(props: {
  readonly credential: CredentialView;
  readonly tabbable: boolean;
}): ReactNode {
  const { credential, tabbable } = props;
  const { label, favourite } = credential;
  return (
    <ActionButton
      small
      name="favourite"
      about={{ credential }}
      of={`: ${label}`}
      className="star"
      tabIndex={tabbable ? 0 : -1}
      pressed={favourite}
      icon={<Star size={14} fill={favourite ? 'currentColor' : 'none'} aria-hidden="true" />}
    />
  );
}
