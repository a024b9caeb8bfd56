// Notes of a credential as the window shows and takes them.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MOST_NOTES } from '../../electron/shared/credentials/notes.ts';
import { appView, credential, environments } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const deskA = (notes: string) => credential(NOW, { id: 'desk-a', label: 'Desk-A', notes });

async function opened(notes: string) {
  const app = await renderApp(
    appView(NOW, { credentials: [deskA(notes)], environments: [...environments] }),
  );
  await act(async () => app.services.window.patch({ selectedId: 'desk-a' }));
  fireEvent.click(screen.getByRole('tab', { name: 'Access' }));
  const section = screen.getByRole('region', { name: 'Notes' });
  const press = (name: string) =>
    act(async () => fireEvent.click(screen.getByRole('button', { name })));
  const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' });
  const type = (value: string) => act(async () => fireEvent.change(box(), { target: { value } }));
  return { ...app, section, press, box, type };
}

describe('the notes of a credential', () => {
  it('are shown with their lines', async () => {
    const { section } = await opened('Call the desk.\nThen rotate.');
    expect(within(section).getByRole('note').textContent).toBe('Call the desk.\nThen rotate.');
  });

  it('are written in a sheet, and sent tidied', async () => {
    const { fake, press, type } = await opened('');
    await press('Edit notes…');
    await type('Call the desk.  \n');
    await press('Save notes');
    expect(fake.calls.at(-1)).toEqual({
      name: 'credentialNotesSet',
      input: { credentialId: 'desk-a', notes: 'Call the desk.' },
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stay as typed where main refuses them, beside the reason', async () => {
    const { fake, press, box, type } = await opened('');
    fake.reply('credentialNotesSet', () => ({
      ok: false,
      failure: { code: 'notes_hold_secret', facts: { about: 'Desk-A' } },
    }));
    await press('Edit notes…');
    await type('the key is here');
    await press('Save notes');
    expect(box().value).toBe('the key is here');
    expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toContain(
      'in the notes of Desk-A',
    );
  });

  it('say by how much they are too long, and are not sent', async () => {
    const { fake, press, type } = await opened('');
    await press('Edit notes…');
    await type('x'.repeat(MOST_NOTES + 7));
    await press('Save notes');
    expect(screen.getByRole('dialog').textContent).toContain('Shorten the notes by 7 characters.');
    expect(fake.calls.filter(({ name }) => name === 'credentialNotesSet')).toEqual([]);
  });

  it('stay as they were after Cancel', async () => {
    const { section, press, type } = await opened('Call the desk.');
    await press('Edit notes…');
    await type('something else');
    await press('Cancel');
    expect(within(section).getByRole('note').textContent).toBe('Call the desk.');
  });
});

describe('the address of its page in the web app', () => {
  const ADDRESS = 'https://app.exchange.example/keys/12';

  async function sheetOf(webPage: string) {
    const app = await renderApp(
      appView(NOW, { credentials: [credential(NOW, { id: 'desk-a', label: 'Desk-A', webPage })] }),
    );
    await act(async () => app.services.window.patch({ selectedId: 'desk-a' }));
    fireEvent.click(screen.getByRole('tab', { name: 'Access' }));
    const press = (name: string) =>
      act(async () => fireEvent.click(screen.getByRole('button', { name })));
    const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' });
    const type = (value: string) =>
      act(async () => fireEvent.change(field(), { target: { value } }));
    const sent = () => app.fake.calls.filter(({ name }) => name.startsWith('credentialWebPage'));
    await press('Page in the web app…');
    return { ...app, press, field, type, sent };
  }

  it('is sent in the form in which it will be opened', async () => {
    const { press, type, sent } = await sheetOf('');
    await type(' HTTPS://App.Exchange.Example/keys/12 ');
    await press('Save address');
    expect(sent()).toEqual([
      { name: 'credentialWebPageSet', input: { credentialId: 'desk-a', address: ADDRESS } },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    'http://app.exchange.example/',
    'app.exchange.example',
    'https://person:word@app.exchange.example/',
    String.raw`https:\\app.exchange.example`,
    'javascript:alert(1)',
  ])('is refused at the field where it is %s, and stays as typed', async (typed) => {
    const { press, field, type, sent } = await sheetOf('');
    await type(typed);
    await press('Save address');
    expect(sent()).toEqual([]);
    expect(field().value).toBe(typed);
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('dialog').textContent).toContain('begins with https://');
  });

  it('stays as typed where main refuses it, beside the reason', async () => {
    const { fake, press, field, type } = await sheetOf('');
    fake.reply('credentialWebPageSet', () => ({
      ok: false,
      failure: { code: 'notes_hold_secret', facts: { about: 'Desk-A' } },
    }));
    await type(ADDRESS);
    await press('Save address');
    expect(field().value).toBe(ADDRESS);
    expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toContain('Desk-A');
  });

  it('is taken away by an empty field', async () => {
    const { press, type, sent } = await sheetOf(ADDRESS);
    await type('  ');
    await press('Save address');
    expect(sent().at(-1)?.input).toEqual({ credentialId: 'desk-a', address: '' });
  });

  it('is opened by main alone, which is told whose page, and no address', async () => {
    const { press, sent } = await sheetOf(ADDRESS);
    await press('Cancel');
    await press('Open its page in the web app…');
    expect(sent()).toEqual([{ name: 'credentialWebPageOpen', input: { credentialId: 'desk-a' } }]);
  });
});
