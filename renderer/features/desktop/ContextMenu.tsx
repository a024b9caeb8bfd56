// The menu over a row or a token: what can be done with it, in the words of its buttons. Opened by the pointer, the
// Menu key or Shift+F10; the menu pattern of WAI-ARIA. Over anything else the system's own menu stays.
// oxlint-disable jsx-a11y/prefer-tag-over-role -- no tag is a menu.
import {
  Fragment,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { placeOf, type About, type ActionPlace } from '../../actions/action.ts';
import {
  actionNames,
  actions,
  runAction,
  titleOf,
  type ActionName,
} from '../../actions/actions.ts';
import { leaseActions } from '../../actions/token-actions.ts';
import { isMac, shownKeys } from '../../keyboard/key-map.ts';
import { focusDetail } from '../../state/focus.ts';
import { useApp, type AppServices } from '../../state/app-context.tsx';
import { desktopWords } from './en-desktop.ts';

type Group = readonly ActionName[];

const OF_CREDENTIAL: readonly Group[] = [
  ['get_or_renew', 'check', 'guide', 'revoke'],
  ['diagnose', 'copy_client_id', 'credential_history', 'favourite'],
  ['edit_credential', 'rotate_secret', 'replace_secret', 'leaked'],
  ['stop_credential', 'delete_credential'],
];
const OF_TOKEN: readonly Group[] = [
  ['check', 'get_or_renew', 'copy_token', 'guide'],
  ['revoke', 'forget'],
  actionNames.filter((name) => name in leaseActions),
];
const OF_SELECTION: readonly Group[] = [
  ['bulk_get', 'bulk_renew', 'bulk_check'],
  ['bulk_revoke'],
  ['clear_selection'],
];

interface Subject {
  readonly name: string;
  readonly groups: readonly Group[];
  /** Undefined: the selection. */
  readonly about: About | undefined;
}

interface Opened extends Subject {
  readonly x: number;
  readonly y: number;
  /** What had the focus, and gets it back. */
  readonly origin: Element | null;
}

function subjectAt(target: Element, { credentials }: AppView, app: AppServices): Subject | null {
  const { menu } = desktopWords;
  const tokenId = target.closest('[data-token]')?.getAttribute('data-token');
  const rowId = target.closest('[role="row"][data-id]')?.getAttribute('data-id');
  const { marked } = app.window.current();
  if (rowId != null && marked.size > 1 && marked.has(rowId)) {
    return { name: menu.ofSelection, groups: OF_SELECTION, about: undefined };
  }
  for (const credential of credentials) {
    if (rowId === credential.id) {
      return {
        name: menu.ofCredential(credential.label),
        groups: OF_CREDENTIAL,
        about: { credential },
      };
    }
    const token = credential.tokens.find(({ id }) => id === tokenId);
    if (token !== undefined) {
      const about = { credential, token };
      return { name: menu.ofToken(token.fingerprint), groups: OF_TOKEN, about };
    }
  }
  return null;
}

/** Under the pointer, or, opened by a key, under the beginning of what has the focus. */
function pointOf(event: MouseEvent, target: Element): { readonly x: number; readonly y: number } {
  if (event.button === 2) return { x: event.clientX, y: event.clientY };
  const { left, top, height } = target.getBoundingClientRect();
  return { x: left + 16, y: top + Math.min(height, 32) };
}

export function ContextMenu(props: { readonly view: AppView }): ReactNode {
  const app = useApp();
  const [opened, setOpened] = useState<Opened | null>(null);
  const view = useRef(props.view);
  useEffect(() => {
    view.current = props.view;
  }, [props.view]);
  useEffect(() => {
    const onMenu = (event: MouseEvent): void => {
      const { target } = event;
      if (!(target instanceof Element)) return;
      if (target.closest('[role="menu"]') !== null) return event.preventDefault();
      if (target.closest('input, select, textarea') !== null) return;
      const subject = subjectAt(target, view.current, app);
      if (subject === null) return;
      event.preventDefault();
      if (subject.about !== undefined) {
        // As on every desktop: what the menu is about is what is chosen.
        app.window.select(subject.about.credential.id);
        if (subject.about.token === undefined && app.window.current().marked.size > 0) {
          app.window.patch({ marked: new Set() });
        }
      }
      setOpened({ ...subject, ...pointOf(event, target), origin: document.activeElement });
    };
    const onDoubleClick = ({ target }: MouseEvent): void => {
      if (!(target instanceof Element) || target.closest('button') !== null) return;
      const id = target.closest('[role="row"][data-id]')?.getAttribute('data-id');
      if (id == null) return;
      app.window.open(id);
      focusDetail(app.focusPoints);
    };
    document.addEventListener('contextmenu', onMenu);
    document.addEventListener('dblclick', onDoubleClick);
    return () => {
      document.removeEventListener('contextmenu', onMenu);
      document.removeEventListener('dblclick', onDoubleClick);
    };
  }, [app]);
  const place = placeOf(app, opened?.about);
  if (opened === null || place === null) return null;
  return <OpenMenu {...{ app, place, opened }} onClose={() => setOpened(null)} />;
}

function OpenMenu(props: {
  readonly app: AppServices;
  readonly place: ActionPlace;
  readonly opened: Opened;
  readonly onClose: () => void;
}): ReactNode {
  const { app, place, opened, onClose } = props;
  const menu = useRef<HTMLDivElement>(null);
  const { x, y, origin } = opened;
  useLayoutEffect(() => {
    const element = menu.current;
    if (element === null) return undefined;
    const keepInside = (): void => {
      const { width, height } = element.getBoundingClientRect();
      element.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`;
      element.style.top = `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`;
    };
    keepInside();
    window.addEventListener('resize', keepInside);
    itemsOf(element)[0]?.focus();
    return () => {
      window.removeEventListener('resize', keepInside);
      if (origin instanceof HTMLElement && origin.isConnected)
        origin.focus({ preventScroll: true });
    };
  }, [x, y, origin]);
  useEffect(() => {
    const onPress = ({ target }: Event): void => {
      if (!(target instanceof Node) || menu.current?.contains(target) !== true) onClose();
    };
    document.addEventListener('pointerdown', onPress, true);
    window.addEventListener('blur', onClose);
    return () => {
      document.removeEventListener('pointerdown', onPress, true);
      window.removeEventListener('blur', onClose);
    };
  }, [onClose]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // No key of the window means anything while the menu is open.
    event.stopPropagation();
    if (event.key === 'Enter' || event.key === ' ') return;
    event.preventDefault();
    if (event.key === 'Escape' || event.key === 'Tab') return onClose();
    const items = itemsOf(event.currentTarget);
    items[nextItem(items, event.key)]?.focus();
  };
  const groups = opened.groups
    .map((names) => names.filter((name) => isOffered(name, place)))
    .filter((names) => names.length > 0);
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      className="overlay context-menu"
      aria-label={opened.name}
      onKeyDown={onKeyDown}
    >
      {groups.map((names, index) => (
        <Fragment key={names[0]}>
          {index > 0 && <hr />}
          {names.map((name) => {
            const refusal = actions[name].refusal?.(place) ?? null;
            const [keys] = actions[name].keys ?? [];
            return (
              <button
                key={name}
                type="button"
                role="menuitem"
                className="option"
                tabIndex={-1}
                data-action={name}
                aria-disabled={refusal === null ? undefined : true}
                title={refusal ?? undefined}
                onClick={() => {
                  if (refusal !== null) return;
                  onClose();
                  // The focus goes back first: some actions begin there.
                  setTimeout(() => runAction(app, name, opened.about));
                }}
                onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
              >
                <span>{titleOf(actions[name], place)}</span>
                {keys !== undefined && <kbd>{shownKeys(keys, isMac())}</kbd>}
              </button>
            );
          })}
        </Fragment>
      ))}
    </div>
  );
}

/** What can never be done with it is left out: the other way to end a token, an early end where it has its own. */
function isOffered(name: ActionName, place: ActionPlace): boolean {
  const isPartner = place.credential?.accessType === 'partner';
  if (name === 'guide') return isPartner;
  if (name === 'revoke') return !isPartner;
  if (name.startsWith('lease_')) return actions[name].refusal?.(place) === null;
  return true;
}

const itemsOf = (menu: HTMLElement): HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>('[role="menuitem"]'),
];

/** Where a key leads; by a letter, the next item that begins with it. */
function nextItem(items: readonly HTMLElement[], key: string): number {
  const at = items.findIndex((item) => item === document.activeElement);
  const last = items.length - 1;
  switch (key) {
    case 'ArrowDown':
      return at >= last ? 0 : at + 1;
    case 'ArrowUp':
      return at <= 0 ? last : at - 1;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default: {
      const order = [...items.keys()].map((step) => (at + 1 + step) % items.length);
      const typed = key.toLocaleLowerCase('en');
      return (
        order.find((each) => items[each]?.textContent.toLocaleLowerCase('en').startsWith(typed)) ??
        at
      );
    }
  }
}
