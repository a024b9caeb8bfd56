// Forms: what is wrong is said beside the field, the first wrong field gets the focus, nothing is sent.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../electron/shared/failures/failure.ts';
import {
  conflicting,
  draftErrors,
  emptyDraft,
  tagsOf,
} from '../../renderer/model/credential-draft.ts';
import { appView, credential } from './fixtures.ts';
import { renderApp } from './render-app.tsx';
import { richCredentials } from './rich-credentials.ts';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const good = { ...emptyDraft('eu'), label: 'New', clientId: 'abc' };

describe('a credential draft', () => {
  it('is good with a label, a client id and one scope', () => {
    expect(draftErrors(good, [])).toEqual({});
  });

  it.each([
    ['label', { label: '  ' }],
    ['label', { label: 'x'.repeat(81) }],
    ['label', { label: 'a\u202eb' }],
    ['clientId', { clientId: '' }],
    ['clientId', { clientId: 'x'.repeat(257) }],
    ['scopes', { scopes: [] }],
    ['permission', { accessType: 'partner' as const }],
    ['environmentId', { environmentId: '' }],
    ['ownerAccount', { ownerAccount: 'x'.repeat(81) }],
    ['tags', { tags: 'x'.repeat(41) }],
    ['tags', { tags: Array.from({ length: 13 }, (_, index) => `t${index}`).join(',') }],
  ])('names what is wrong with the %s', (field, part) => {
    expect(Object.keys(draftErrors({ ...good, ...part }, []))).toEqual([field]);
  });

  it('refuses what cannot be seen: a name of nothing, and anything hidden in a client id', () => {
    const unseen = { ...good, label: '\u200b', clientId: 'trader-1\u200b', tags: 'a, \u2060' };
    expect(Object.keys(draftErrors(unseen, []))).toEqual(['label', 'clientId']);
    expect(tagsOf(unseen.tags)).toEqual(['a']);
    expect(draftErrors({ ...good, label: '👩‍👩‍👧‍👦 שלום\u200e Desk' }, [])).toEqual({});
  });

  it('refuses a label that is taken in its environment, as main compares them', () => {
    const other = credential(NOW, { id: 'x', label: 'NEW' });
    expect(draftErrors(good, [other]).label).toMatch(/Another key/);
  });

  it('takes a label that a credential of another environment has', () => {
    const other = credential(NOW, { id: 'x', label: 'New', environmentId: 'lab' });
    expect(draftErrors(good, [other])).toEqual({});
  });

  it('reads tags between commas, once each', () => {
    expect(tagsOf(' desk, night ,,desk')).toEqual(['desk', 'night']);
  });

  it('warns of an owner account with both access types', () => {
    const other = credential(NOW, {
      id: 'x',
      label: 'X',
      accessType: 'partner',
      ownerAccount: 'Northwind',
    });
    expect(conflicting({ ...good, ownerAccount: ' Northwind ' }, [other])?.label).toBe('X');
    expect(conflicting({ ...good, ownerAccount: '' }, [other])).toBeNull();
    expect(
      conflicting({ ...good, ownerAccount: 'Northwind', accessType: 'partner' }, [other]),
    ).toBeNull();
  });
});

describe('the forms on screen', () => {
  const submit = (name: string) =>
    act(async () => {
      fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
      await new Promise((done) => {
        setTimeout(done);
      });
    });

  it('links each error to its field and moves the focus to the first', async () => {
    const { services, fake } = await renderApp(
      appView(NOW, { credentials: [...richCredentials(NOW)] }),
    );
    act(() => services.window.show({ kind: 'add_credential' }));
    const before = fake.calls.length;
    await submit('Add key');
    const label = screen.getByRole('textbox', { name: 'Label' });
    expect(label.getAttribute('aria-invalid')).toBe('true');
    const linked = (label.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(linked).toContain('Enter a label.');
    expect(document.activeElement).toBe(label);
    expect(fake.calls).toHaveLength(before);
  });

  it('sends what was entered and the source of the secret, and opens the credential', async () => {
    const { services, fake } = await renderApp(appView(NOW));
    act(() => services.window.show({ kind: 'add_credential' }));
    const type = (name: string, value: string): void =>
      void fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
    type('Label', ' Desk-C ');
    type('Client id', 'c-1');
    const environment = screen.getByRole('combobox', { name: 'Environment' });
    fireEvent.change(environment, { target: { value: 'lab' } });
    fireEvent.click(screen.getByRole('radio', { name: 'Partner' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Read and write' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Take it from the clipboard' }));
    await submit('Add key');
    expect(fake.calls.at(-1)?.input).toEqual({
      label: 'Desk-C',
      clientId: 'c-1',
      accessType: 'partner',
      environmentId: 'lab',
      registeredScopes: [],
      permission: 'write',
      ownerAccount: '',
      tags: [],
      secretSource: 'clipboard',
    });
    expect(services.window.current()).toMatchObject({ selectedId: 'desk-a', sheet: null });
  });

  it('saves an edit of what has something hidden in its client id, which it does not ask for', async () => {
    const known = credential(NOW, { id: 'desk-a', label: 'Desk-A', clientId: 'trader-1\u200b' });
    const { services, fake } = await renderApp(appView(NOW, { credentials: [known] }));
    act(() => services.window.show({ kind: 'edit_credential', credentialId: 'desk-a' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Label' }), { target: { value: 'Desk' } });
    await submit('Save');
    expect(fake.calls.at(-1)).toMatchObject({ name: 'credentialEdit', input: { label: 'Desk' } });
  });

  it('deletes only after the label was typed, and says what is revoked', async () => {
    const { services, fake } = await renderApp(
      appView(NOW, { credentials: [...richCredentials(NOW)] }),
    );
    act(() => services.window.show({ kind: 'delete_credential', credentialId: 'desk-a' }));
    await submit('Revoke 2 and delete');
    expect(fake.calls.at(-1)?.name).not.toBe('credentialRemove');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Desk-A' } });
    await submit('Revoke 2 and delete');
    expect(fake.calls.at(-1)).toEqual({
      name: 'credentialRemove',
      input: { credentialId: 'desk-a', revokeFirst: true },
    });
  });

  it('deletes what is typed as it is read: a label may hold what no key types', async () => {
    const label = 'Desk  A\u00a0\u{1f469}\u200d\u{1f4bb} e\u0301';
    const { services, fake } = await renderApp(
      appView(NOW, { credentials: [credential(NOW, { id: 'odd', label })] }),
    );
    act(() => services.window.show({ kind: 'delete_credential', credentialId: 'odd' }));
    const value = 'Desk A \u{1f469}\u{1f4bb} \u00e9';
    fireEvent.change(screen.getByRole('textbox'), { target: { value } });
    await submit('Delete key');
    expect(fake.calls.at(-1)?.name).toBe('credentialRemove');
  });

  it('brings what failed into sight, a screen away from what was pressed', async () => {
    const seen: (string | null)[] = [];
    Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
      seen.push(this.textContent);
    };
    const { services, fake } = await renderApp(appView(NOW));
    fake.reply('settingsChange', () => ({
      ok: false,
      failure: { code: 'not_saved', facts: { about: 'settings' } },
    }));
    act(() => services.window.show({ kind: 'settings' }));
    await act(async () => void fireEvent.click(screen.getByRole('radio', { name: 'Dark' })));
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
    expect(seen).toEqual([expect.stringContaining('The settings could not be saved.')]);
  });

  it('takes what failed with it when it is closed: the next is about another credential', async () => {
    const { services, fake } = await renderApp(
      appView(NOW, { credentials: [...richCredentials(NOW)] }),
    );
    fake.reply('credentialReplaceSecret', () => ({ ok: false, failure: { code: 'disk_full' } }));
    act(() => services.window.show({ kind: 'replace_secret', credentialId: 'desk-a' }));
    await submit('Replace secret');
    expect(screen.getByRole('alert').textContent).toContain('The disk is full.');
    act(() => services.window.show(null));
    act(() => services.window.show({ kind: 'replace_secret', credentialId: 'desk-b' }));
    expect(screen.queryByText('The disk is full.')).toBeNull();
  });

  it('says of a name that turns what is read that it does, at the field', async () => {
    const { services, fake } = await renderApp(appView(NOW));
    const turned = { target: { value: 'Desk\u202eA' } };
    act(() => services.window.show({ kind: 'saved_view', id: null, query: 'state:live' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), turned);
    await submit('Save view');
    expect(screen.getByText(/invisible characters/)).toBeDefined();
    act(() => services.window.show({ kind: 'add_environment' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), turned);
    await submit('Add environment');
    expect(screen.getByText(/invisible characters/)).toBeDefined();
    expect(fake.calls.map(({ name }) => name)).not.toContain('viewSave');
    const owner = { ...emptyDraft('eu'), label: 'A', clientId: 'c', ownerAccount: '\u202e' };
    expect(draftErrors(owner, []).ownerAccount).toMatch(/invisible characters/);
  });

  it('says why an address is refused and adds nothing', async () => {
    const { services, fake } = await renderApp(appView(NOW));
    act(() => services.window.show({ kind: 'add_environment' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Lab' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Base address' }), {
      target: { value: 'http://lab.example' },
    });
    await act(async () => {
      await new Promise((done) => {
        setTimeout(done, 250);
      });
    });
    expect(screen.getByText(/Begin with https/)).toBeDefined();
    await submit('Add environment');
    expect(fake.calls.some(({ name }) => name === 'environmentAdd')).toBe(false);
  });

  it('offers to trust the authority of a server, or to add it anyway, once the test failed', async () => {
    const failure: Failure = { code: 'tls_unknown_authority', facts: { host: 'lab.example' } };
    const { services, fake } = await renderApp(appView(NOW), {
      environmentAdd: ({ anyway }) => ({
        ok: true,
        value: anyway ? { environmentId: 'lab' } : { unreached: failure },
      }),
    });
    act(() => services.window.show({ kind: 'add_environment' }));
    const type = (name: string, value: string): void =>
      void fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
    type('Name', 'Third');
    type('Base address', 'https://lab.example');
    type('Trade address', 'https://trade.lab.example');
    await submit('Add environment');
    expect(await screen.findByRole('button', { name: 'Trust its authority…' })).toBeDefined();
    // Another address is another test.
    type('Base address', 'https://lab2.example');
    expect(screen.queryByRole('button', { name: 'Add anyway' })).toBeNull();
    await submit('Add environment');
    await act(async () =>
      fireEvent.click(await screen.findByRole('button', { name: 'Add anyway' })),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    const asked = fake.calls.filter(({ name }) => name === 'environmentAdd');
    expect(asked.map(({ input }) => (input as { anyway: boolean }).anyway)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('asks for the secret before what is optional', async () => {
    const { services } = await renderApp(appView(NOW));
    act(() => services.window.show({ kind: 'add_credential' }));
    const source = screen.getByRole('radio', { name: /separate window/ });
    const owner = screen.getByLabelText('Owner account');
    expect(owner.closest('details')?.open).toBe(false);
    expect(source.compareDocumentPosition(owner)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('folds what few environments need, and unfolds it where something in it is wrong', async () => {
    const { services } = await renderApp(appView(NOW));
    act(() => services.window.show({ kind: 'add_environment' }));
    const fold = screen.getByText(/^Advanced/).closest('details');
    expect(fold?.open).toBe(false);
    expect(fold?.contains(screen.getByText('Own certificate authority'))).toBe(true);
    const proxy = screen.getByLabelText(/^Through this proxy/);
    expect(fold?.contains(proxy)).toBe(true);
    fireEvent.click(proxy);
    await submit('Add environment');
    await waitFor(() => expect(fold?.open).toBe(true));
  });
});
