// What makes the window a desktop program: menus over rows and tokens, panes that can be resized, Ctrl+A, a sheet
// that asks before it drops what was typed, About.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { byTitle } from '../../renderer/features/search/palette-entries.ts';
import { actionNames, actions } from '../../renderer/actions/actions.ts';
import { LEAST, mostOf } from '../../renderer/features/desktop/PaneSplitter.tsx';
import { settle } from '../support/fake-clock.ts';
import { appView } from './fixtures.ts';
import { renderApp } from './render-app.tsx';
import { richCredentials } from './rich-credentials.ts';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const rich = () => appView(NOW, { credentials: [...richCredentials(NOW)] });
const row = (name: RegExp): HTMLElement => screen.getByRole('row', { name });
const menu = (): HTMLElement => screen.getByRole('menu');
const openOver = (element: Element, init: MouseEventInit = { button: 2 }): boolean =>
  fireEvent.contextMenu(element, init);
const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('the menu of a row', () => {
  it('is about that row, which is chosen by it, in the words of its buttons', async () => {
    const { services } = await renderApp(rich());
    expect(openOver(row(/^Desk-A/)), 'the menu of the system').toBe(false);
    expect(menu().getAttribute('aria-label')).toBe('Menu of Desk-A');
    expect(services.window.current().selectedId).toBe('desk-a');
    const titles = within(menu())
      .getAllByRole('menuitem')
      .map((each) => each.querySelector('span')?.textContent);
    expect(titles).toEqual(expect.arrayContaining(['Check', 'Revoke', 'Delete key…']));
    expect(document.activeElement).toBe(within(menu()).getAllByRole('menuitem')[0]);
  });

  it('does what was chosen, with that credential, and gives the focus back', async () => {
    const { fake } = await renderApp(rich());
    row(/^Desk-A/).focus();
    openOver(row(/^Desk-A/));
    await act(async () => {
      fireEvent.click(within(menu()).getByRole('menuitem', { name: /^Check/ }));
      await later();
    });
    expect(fake.calls.at(-1)).toEqual({ name: 'tokenCheck', input: { tokenId: 'a1' } });
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('is led through by keys, and closed by Esc without anything else', async () => {
    const { services } = await renderApp(rich());
    const opened = row(/^Desk-A/);
    opened.focus();
    openOver(opened, { button: 0 });
    const items = within(menu()).getAllByRole('menuitem');
    const press = (key: string): void => void fireEvent.keyDown(document.activeElement!, { key });
    press('ArrowDown');
    expect(document.activeElement).toBe(items[1]);
    press('End');
    expect(document.activeElement).toBe(items.at(-1));
    press('ArrowDown');
    expect(document.activeElement).toBe(items[0]);
    press('d');
    expect(document.activeElement?.textContent).toMatch(/^D/);
    act(() => services.window.patch({ pane: 'detail' }));
    press('Escape');
    expect(screen.queryByRole('menu')).toBeNull();
    expect([document.activeElement, services.window.current().pane]).toEqual([opened, 'detail']);
  });

  it('says why something cannot be done, and does not do it', async () => {
    const { fake } = await renderApp(rich());
    openOver(row(/^Desk-A/));
    const refused = within(menu())
      .getAllByRole('menuitem')
      .filter((each) => each.getAttribute('aria-disabled') === 'true');
    for (const each of refused) expect(each.title).not.toBe('');
    const before = fake.calls.length;
    for (const each of refused) fireEvent.click(each);
    await act(later);
    expect(fake.calls.slice(before)).toEqual([]);
  });

  it('is about all that are marked where the row is one of them', async () => {
    const { services } = await renderApp(rich());
    const ids = rich().credentials.map(({ id }) => id);
    act(() => services.window.patch({ marked: new Set(ids.slice(0, 2)) }));
    openOver(document.querySelector(`[role="row"][data-id="${ids[1]}"]`)!);
    expect(menu().getAttribute('aria-label')).toBe('Menu of the selection');
    openOver(document.querySelector(`[role="row"][data-id="${ids[2]}"]`)!);
    expect(services.window.current().marked.size).toBe(0);
  });

  it('closes where somebody presses beside it', async () => {
    await renderApp(rich());
    openOver(row(/^Desk-A/));
    act(() => void fireEvent.pointerDown(document.body));
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('leaves fields and what is no row or token their own', async () => {
    await renderApp(rich());
    expect(openOver(screen.getByRole('combobox', { name: 'Search keys' }))).toBe(true);
    expect(openOver(screen.getByRole('navigation'))).toBe(true);
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

describe('the menu of a token', () => {
  it('is about that token, whichever is the newest', async () => {
    const { fake, services } = await renderApp(rich());
    act(() => services.window.open('desk-a'));
    openOver(document.querySelector('[data-token="a2"]')!);
    expect(menu().getAttribute('aria-label')).toBe('Menu of token 81c0·7e44');
    await act(async () => {
      fireEvent.click(within(menu()).getByRole('menuitem', { name: /^Check/ }));
      await later();
    });
    expect(fake.calls.at(-1)).toEqual({ name: 'tokenCheck', input: { tokenId: 'a2' } });
  });
});

describe('the list', () => {
  it('has all its rows marked by Ctrl+A wherever no text is typed', async () => {
    const { services } = await renderApp(rich());
    const all = rich().credentials.length;
    const marked = (): number => services.window.current().marked.size;
    const press = (at: Element): boolean => fireEvent.keyDown(at, { key: 'a', ctrlKey: true });
    const field = screen.getByRole('combobox', { name: 'Search keys' });
    field.focus();
    expect([press(field), marked()]).toEqual([true, 0]);
    field.blur();
    expect([press(document.body), marked()]).toEqual([false, all]);
    for (const at of [row(/^Desk-A/), screen.getByRole('button', { name: 'Drills' })]) {
      act(() => services.window.patch({ marked: new Set() }));
      at.focus();
      expect([press(at), marked()]).toEqual([false, all]);
    }
  });

  it('keeps its marks where a sheet is open', async () => {
    const { services } = await renderApp(rich());
    act(() => services.window.show({ kind: 'shortcuts' }));
    fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true });
    expect(services.window.current().marked.size).toBe(0);
  });
});

describe('the panes', () => {
  it('leave the detail readable, however wide the list is wanted', () => {
    expect(mostOf('list', 220, 1_280)).toBe(620);
    expect(mostOf('list', 220, 900)).toBe(LEAST.list);
    expect(mostOf('sidebar', 0, 1_280)).toBe(340);
  });

  it('get the width there is room for again by a double click', async () => {
    const view = rich();
    const { fake } = await renderApp({
      ...view,
      settings: { ...view.settings, panes: { sidebar: 300, list: 500 } },
    });
    const splitter = screen.getByRole('separator', { name: 'Width of the list' });
    expect(splitter.parentElement?.style.getPropertyValue('--list-width')).toBe('500px');
    await act(async () => {
      fireEvent.doubleClick(splitter);
      await settle();
    });
    expect(splitter.parentElement?.style.getPropertyValue('--list-width')).toBe('');
    expect(fake.calls.at(-1)?.input).toEqual({ panes: { sidebar: 300, list: null } });
  });
});

describe('a sheet in which something was typed', () => {
  const label = (): HTMLInputElement => screen.getByLabelText('Label');
  const type = (text: string): void => {
    label().focus();
    fireEvent.change(label(), { target: { value: text } });
  };
  const esc = (): void => void fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  async function openForm() {
    const rendered = await renderApp(rich());
    act(() => rendered.services.window.show({ kind: 'add_credential' }));
    return rendered;
  }

  it.each([
    ['is closed at once after it was sent', true],
    ['asks where it was sent and refused', false],
  ])('%s', async (_what, isTaken) => {
    const { fake, services } = await renderApp(rich());
    if (!isTaken) {
      fake.reply('practiceChange', () => ({ ok: false, failure: { code: 'internal_error' } }));
    }
    await act(async () => services.window.show({ kind: 'practice' }));
    const field = await screen.findByLabelText<HTMLInputElement>('Trader lifetime (seconds)');
    field.focus();
    fireEvent.change(field, { target: { value: '60' } });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Apply' })));
    esc();
    expect(services.window.current().sheet === null).toBe(isTaken);
    expect(screen.queryByRole('alertdialog') === null).toBe(isTaken);
  });

  it('is closed at once where what was typed is gone again', async () => {
    const { services } = await openForm();
    type('Night desk');
    type('');
    esc();
    expect(services.window.current().sheet).toBeNull();
  });
});

describe('About', () => {
  it('names version, what runs it and the licences, and leads to the place of the vault', async () => {
    const notice = { name: 'valibot', version: '1.5.0', licence: 'MIT', text: 'Permission is…' };
    const about = {
      version: '0.1.0',
      runtime: [{ name: 'Node', version: '24.21.0' }],
      notices: [notice],
      asksForNewer: false,
    };
    const { fake, services } = await renderApp(rich(), {
      aboutCurrent: () => ({ ok: true, value: about }),
    });
    await act(async () => {
      services.window.show({ kind: 'about' });
      await settle();
    });
    const sheet = screen.getByRole('dialog', { name: 'About Strongroom' });
    for (const text of ['Version 0.1.0', 'Node 24.21.0', 'valibot 1.5.0, MIT', 'Permission is…']) {
      expect(sheet.textContent).toContain(text);
    }
    fireEvent.click(within(sheet).getByRole('button', { name: 'Where the vault is…' }));
    expect(fake.calls.at(-1)?.name).toBe('vaultPlaceShow');
    expect(within(sheet).queryByRole('button', { name: 'Check for a newer version' })).toBeNull();
  });

  it('offers a check for a newer version where a publisher said where to ask, and says what came of it', async () => {
    const about = { version: '0.1.0', runtime: [], notices: [], asksForNewer: true };
    const { fake, services } = await renderApp(rich(), {
      aboutCurrent: () => ({ ok: true, value: about }),
      newerVersionAsk: () => ({ ok: true, value: 'newest' }),
    });
    await act(async () => {
      services.window.show({ kind: 'about' });
      await settle();
    });
    expect(fake.calls.map(({ name }) => name)).not.toContain('newerVersionAsk');
    const button = screen.getByRole('button', { name: 'Check for a newer version' });
    await act(async () => fireEvent.click(button));
    expect(screen.getByText('You have the newest version.').tagName).toBe('OUTPUT');
    fake.reply('newerVersionAsk', () => ({ ok: true, value: 'done' }));
    await act(async () => fireEvent.click(button));
    expect(screen.queryByText('You have the newest version.')).toBeNull();
  });
});

describe('the palette', () => {
  const found = (typed: string): string | undefined =>
    byTitle(
      actionNames.map((name) => actions[name]),
      typed,
    )[0]?.title;

  it.each([
    ['dark', 'Appearance: light or dark…'],
    ['theme', 'Appearance: light or dark…'],
    ['password', 'Passphrase and recovery: passphrase, recovery key, data key'],
    ['version', 'About Strongroom'],
    ['quit', 'Quit Strongroom'],
    ['who am i', 'Check'],
    ['stop all', 'Revoke everything…'],
    ['auto lock', 'When the vault locks…'],
  ])('knows what is meant by %s', (typed, title) => {
    expect(found(typed)).toBe(title);
  });
});

describe('the settings', () => {
  async function openSettings(section?: 'appearance') {
    const rendered = await renderApp(rich());
    await act(async () => {
      rendered.services.window.show({ kind: 'settings', ...(section && { section }) });
      await settle();
    });
    return rendered;
  }
  const sections = (): readonly string[] =>
    within(screen.getByRole('navigation', { name: 'Sections' }))
      .getAllByRole('button')
      .map((each) => each.textContent);

  it('have a way to each section, which takes the focus there', async () => {
    await openSettings();
    const sheet = within(screen.getByRole('dialog', { name: 'Settings' }));
    const headings = sheet.getAllByRole('heading', { level: 3 });
    expect(sections()).toEqual(headings.map((each) => each.textContent));
    expect(sections()).toContain('Notifications');
    fireEvent.click(screen.getByRole('button', { name: 'Notifications' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Notifications' }));
  });

  it.each([
    ['dark', ['Appearance']],
    ['idle', ['Locking']],
    ['password', ['System keystore', 'Vault']],
    ['xyz', []],
  ])('show the sections that “%s” is about', async (typed, expected) => {
    await openSettings();
    const search = screen.getByRole('searchbox', { name: 'Search settings' });
    fireEvent.change(search, { target: { value: typed } });
    const nav = screen.getByRole('navigation', { name: 'Sections' });
    const shown = within(nav)
      .queryAllByRole('button')
      .map((each) => each.textContent);
    expect(shown).toEqual(expected);
    expect(screen.queryByText('No section is about “xyz”.') !== null).toBe(expected.length === 0);
  });

  it('open at the section that was asked for', async () => {
    await openSettings('appearance');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Appearance' }));
  });
});
