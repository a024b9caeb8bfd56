// Palette, buttons, menus and shortcut sheet never say different things: every button outside a sheet is an
// action of the list, in its words, with its keys and its reason; every sheet is opened by an action; the
// menu has the titles and keys of the list.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { menuTemplate } from '../../electron/main/windows/menu-template.ts';
import { commandWords } from '../../electron/shared/command-words.ts';
import type { AppView } from '../../electron/shared/views.ts';
import { placeOf, type About, type ActionPlace } from '../../renderer/actions/action.ts';
import {
  actionNames,
  actions,
  titleOf,
  verbOf,
  type ActionName,
} from '../../renderer/actions/actions.ts';
import { leaseActions } from '../../renderer/actions/token-actions.ts';
import type { AppServices } from '../../renderer/state/app-context.tsx';
import { detailTabs, type Sheet } from '../../renderer/state/window-state.ts';
import { appView, credential, drill, leakPlan, renewal, rotation, run, token } from './fixtures.ts';
import { richCredentials } from './rich-credentials.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);

/** One credential for each thing that can be under way. */
const others = [
  credential(NOW, { id: 'rotating', label: 'Rotating', rotation: rotation(NOW) }),
  credential(NOW, { id: 'leaking', label: 'Leaking', leakPlan: leakPlan(NOW) }),
  credential(NOW, {
    id: 'renewing',
    label: 'Renewing',
    renewal: renewal(NOW),
    tokens: [token(NOW, { id: 'n1' })],
  }),
  credential(NOW, {
    id: 'leased',
    label: 'Leased',
    tokens: [token(NOW, { id: 'u1', lease: { end: 'lock', endsAtMs: null } })],
  }),
  credential(NOW, { id: 'trades', label: 'Trades', registeredScopes: ['TRADER_TRADE'] }),
];
const everything: AppView = appView(NOW, {
  credentials: [...richCredentials(NOW), ...others],
  clipboard: { tokenId: 'a1', clearsAtMs: NOW + 20_000 },
  savedViews: [{ id: 'v1', name: 'Stars', query: 'is:favourite' }],
  revocationRuns: [run(NOW, { tokenIds: ['a3'] })],
  rescue: { found: null, offer: null, restored: null, rolledBack: true, damagedFile: null },
  drill: drill(NOW),
});

/** Buttons that are no action, each with the reason. */
const withoutAction: readonly (readonly [name: RegExp, why: string])[] = [
  [/^More for token /, 'opens the menu of a token, as the Menu key does'],
  [/^Dismiss$/, 'puts a notice away'],
  [/^(Details|Copy details)$/, 'unfolds what stands there'],
  [/^(Back to list|Environments and views)$/, 'goes to a pane, as F6 does'],
  [/^(Tokens|Access|History)$/, 'shows another part of the panel'],
  [/^Copy command$/, 'copies a line that stands there'],
  [/^Hide$/, 'puts the first steps away'],
  [/^Update$/, 'lets go of an order that is held'],
  [/^Accept the older vault…$/, 'answers a band that is in sight as long as it is asked'],
  [/^(Cancel|Revoke token)$/, 'answers the question that Del put'],
];

/** What a button stands on: the row, the token's card, or the panel it is in. */
function aboutOf(button: Element, services: AppServices): About | undefined {
  const view = services.views.current();
  const name = button.getAttribute('data-action') as ActionName;
  const row = button.closest('[role="row"]');
  const inPanel = button.closest('[data-pane="detail"]');
  if (actions[name].group !== 'credential' || (row === null && inPanel === null)) return undefined;
  const label = row?.querySelector('.row-name')?.textContent;
  const { selectedId } = services.window.current();
  const owner = view?.credentials.find((each) =>
    row === null ? each.id === selectedId : each.label === label,
  );
  const tokenId = button.closest('[data-token]')?.getAttribute('data-token');
  const of = owner?.tokens.find(({ id }) => id === tokenId);
  if (owner === undefined) throw new Error('a button of no key');
  return of === undefined ? { credential: owner } : { credential: owner, token: of };
}

/** All that is wrong with the buttons on the screen. */
function faults(services: AppServices): string[] {
  const buttons = [...document.querySelectorAll('button')].filter(
    (button) => button.closest('dialog') === null && !button.matches('.sidebar-link'),
  );
  expect(buttons.length).toBeGreaterThan(5);
  return buttons.flatMap((button) => {
    const said = (button.getAttribute('aria-label') ?? button.textContent).trim();
    const name = button.getAttribute('data-action') as ActionName | null;
    if (name === null) {
      return withoutAction.some(([pattern]) => pattern.test(said)) ? [] : [`${said}: no action`];
    }
    const place = placeOf(services, aboutOf(button, services));
    const action = actions[name];
    if (place === null) return [`${said}: no place`];
    const hint = button.getAttribute('title') ?? '';
    const words = [verbOf(action, place), titleOf(action, place)];
    const found: string[] = [];
    if (!words.some((each) => said.startsWith(each) || hint.startsWith(each))) {
      found.push(`${said}: not the words of ${name}`);
    }
    const refusal = action.refusal?.(place) ?? null;
    const disabled = button.getAttribute('aria-disabled') === 'true';
    if (refusal !== null && !disabled && !ownThing.has(name)) {
      found.push(`${said}: offered, though ${refusal}`);
    }
    if (refusal !== null && disabled && hint !== refusal) {
      found.push(`${said}: says ${hint}, the palette ${refusal}`);
    }
    return found;
  });
}
/** These name a thing of their own, which need not be chosen first. */
const ownThing: ReadonlySet<ActionName> = new Set(['about_environment', 'edit_view']);

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];

describe('the words of an action', () => {
  it('are those of every button in the window, whatever is under way', async () => {
    const { services } = await renderApp(everything);
    const found = new Set(faults(services));
    const seen = new Set<string>();
    const look = (): void => {
      for (const each of faults(services)) found.add(each);
      for (const button of document.querySelectorAll('[data-action]')) {
        seen.add(button.getAttribute('data-action') ?? '');
      }
    };
    for (const tab of detailTabs) {
      act(() => services.window.patch({ tab }));
      for (const { id } of everything.credentials) {
        act(() => services.window.open(id));
        look();
      }
    }
    act(() => services.window.patch({ tab: 'tokens' }));
    act(() => services.window.patch({ marked: new Set(['desk-a', 'reports']) }));
    look();
    act(() => services.window.patch({ search: 'nobody has this name' }));
    look();
    expect([...found]).toEqual([]);
    // The states above showed what they should: otherwise nothing was looked at.
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'rotate_secret',
        'replace_secret',
        'leaked',
        'renewal_off',
        'guide',
        'copy_token',
        'bulk_get',
        'clear_search',
        'clear_clipboard',
        'drill_stop',
        'show_run',
        'backups',
        'night',
        'edit_view',
      ]),
    );
  });

  it('are those of an empty list too', async () => {
    const { services } = await renderApp(appView(NOW));
    expect(faults(services)).toEqual([]);
    expect(screen.getAllByRole('button', { name: 'Drills' })).toBeDefined();
  });

  it('go with the keys where the keys do the same to the same', async () => {
    const { services } = await renderApp(everything);
    act(() => services.window.open('desk-a'));
    const checks = screen.getAllByRole('button', { name: /^Check/ });
    expect(checks.map((button) => button.getAttribute('title'))).toEqual(['Check (Ctrl+I)']);
    const row = screen.getByRole('button', { name: 'Renew: Desk-B' });
    expect(row.getAttribute('title')).toBe('Get token, or renew');
  });

  it('on a button are words of its title', () => {
    const view = everything;
    const places = view.credentials.flatMap((owner): ActionPlace[] => {
      const base = {
        view,
        window: { filter: { kind: 'all' } } as ActionPlace['window'],
        marked: [],
      };
      return [null, ...owner.tokens].map((each) => ({ ...base, credential: owner, token: each }));
    });
    const foreign = actionNames.flatMap((name) =>
      places.flatMap((place) => {
        const title = wordsIn(titleOf(actions[name], place));
        const verb = wordsIn(verbOf(actions[name], place));
        return verb.filter((word) => !title.includes(word)).map((word) => `${name}: ${word}`);
      }),
    );
    expect(foreign).toEqual([]);
  });

  it('are those of the menu of a token, early ends and all', async () => {
    const { services } = await renderApp(everything);
    act(() => services.window.open('desk-a'));
    const [more] = screen.getAllByRole('button', { name: /^More for token/ });
    fireEvent.click(more!);
    const place = placeOf(services);
    const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    if (place === null) throw new Error('locked');
    const { lease_remove: remove } = actions;
    const choices = actionNames.filter((name) => name in leaseActions && name !== 'lease_remove');
    expect(items).toEqual(expect.arrayContaining(choices.map((name) => actions[name].title)));
    expect(items).not.toContain(remove.title);
  });
});

describe('the application menu', () => {
  const sent: string[] = [];
  const items = menuTemplate(
    { command: (name) => sent.push(name), lock: () => sent.push('lock') },
    false,
  ).flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));

  it('has the words and keys of the list of actions, and does the same', () => {
    const named = items.filter(({ label }) => label !== undefined);
    for (const { label, accelerator, click } of named) {
      sent.length = 0;
      (click as () => void)();
      const [name = ''] = sent;
      const action = actions[name as ActionName];
      expect(wordsIn(action.title)).toEqual(expect.arrayContaining([...wordsIn(label ?? '')]));
      const keys = action.keys?.[0]?.replace('Mod', 'CmdOrCtrl').replace('Del', 'Delete');
      expect([name, accelerator]).toEqual([name, keys]);
    }
    expect(named).toHaveLength(Object.keys(commandWords).length);
  });
});

/** By which action a sheet is opened, or of what it is the answer. */
const openedBy: Readonly<Record<Sheet['kind'], ActionName | `answer of ${ActionName}`>> = {
  add_credential: 'new_credential',
  edit_credential: 'edit_credential',
  notes: 'edit_notes',
  secret_end: 'secret_end',
  web_page: 'edit_web_page',
  replace_secret: 'replace_secret',
  delete_credential: 'delete_credential',
  rotation: 'rotate_secret',
  leak_plan: 'leaked',
  add_environment: 'new_environment',
  environment: 'about_environment',
  check_report: 'answer of check',
  partner_guide: 'guide',
  history: 'history',
  settings: 'settings',
  protection: 'protection',
  vault_keys: 'vault_keys',
  backups: 'backups',
  recovery_offer: 'answer of vault_keys',
  practice: 'practice',
  drills: 'drills',
  shortcuts: 'shortcuts',
  about: 'about',
  night: 'night',
  health: 'health',
  saved_view: 'edit_view',
  bulk: 'show_bulk',
  inspect: 'inspect_token',
  secretScan: 'find_ours',
  diagnosis: 'diagnose',
  import_credentials: 'import_credentials',
  export_vault: 'export_vault',
  palette: 'palette',
  revoke_all: 'revoke_all',
  revocation_run: 'show_run',
};

describe('every sheet', () => {
  it.each(Object.entries(openedBy).filter(([, name]) => !name.startsWith('answer')))(
    '%s is opened from the palette',
    async (kind, name) => {
      const rotating = credential(NOW, {
        id: 'all',
        favourite: true,
        label: 'All of it',
        accessType: 'partner',
        rotation: rotation(NOW),
        leakPlan: leakPlan(NOW),
        tokens: [
          token(NOW, {
            id: 'all-1',
            can: { ...token(NOW, { id: 'x' }).can, guide: true },
            partnerPlan: richCredentials(NOW)[2]?.tokens[0]?.partnerPlan ?? null,
          }),
        ],
      });
      const view = appView(NOW, {
        ...everything,
        drill: null,
        credentials: [rotating],
        bulk: { id: 'b', kind: 'get', startedAtMs: NOW, endedAtMs: NOW, items: [] },
      });
      const { services } = await renderApp(view);
      act(() => services.window.open('all'));
      act(() => services.window.patch({ search: 'is:favourite' }));
      const place = placeOf(services);
      if (place === null) throw new Error('locked');
      const action = actions[name as ActionName];
      // A secret that is being rotated is not replaced.
      const asked =
        name === 'replace_secret'
          ? { ...place, credential: { ...rotating, rotation: null } }
          : place;
      expect(action.refusal?.(asked) ?? null).toBeNull();
      const { show, patch } = services.window;
      const shown: string[] = [];
      action.run(
        {
          ...services,
          window: {
            ...services.window,
            show: (sheet) => {
              shown.push(sheet?.kind ?? '');
              show(sheet);
            },
            patch,
          },
        },
        place,
      );
      expect(shown).toEqual([kind]);
    },
  );

  it('of the palette says the reason of an action in the words of its button', async () => {
    const { services } = await renderApp(everything);
    act(() => services.window.open('rotating'));
    fireEvent.click(screen.getByRole('tab', { name: 'Access' }));
    const button = screen.getByRole('button', { name: 'Replace secret…' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const field = screen.getByRole('combobox', { name: 'Find an action or a key' });
    fireEvent.change(field, { target: { value: 'replace secret' } });
    const [option] = within(screen.getByRole('dialog')).getAllByRole('option');
    expect(option?.textContent).toContain(button.getAttribute('title'));
  });
});
