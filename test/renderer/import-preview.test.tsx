// The preview of an import, filled in by keyboard: nothing a person is at goes away under their keys.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ImportRowView } from '../../electron/shared/import-export/import-view.ts';
import { appView, credential, environments } from './fixtures.ts';
import { importRow } from './import-rows.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const [first] = environments;
if (first === undefined) throw new Error('no environment');

const row = (at: number, more: Partial<ImportRowView> = {}): ImportRowView =>
  importRow(at, {
    line: at + 1,
    label: `Found ${at}`,
    environmentId: first.id,
    accessType: null,
    accessReason: null,
    ...more,
  });

async function app(rows: readonly ImportRowView[]) {
  const taken = credential(NOW, { id: 'x', label: 'Taken', environmentId: first?.id ?? '' });
  const { fake, services } = await renderApp(appView(NOW, { credentials: [taken] }));
  fake.reply('importTake', () => ({
    ok: true,
    value: { source: 'clipboard', format: 'env', fileName: '', rows: [...rows], leftOut: [] },
  }));
  await import('../../renderer/features/import-export/ImportSheet.tsx');
  return { fake, services };
}

async function preview(rows: readonly ImportRowView[]) {
  const { fake, services } = await app(rows);
  await act(async () => services.window.show({ kind: 'import_credentials' }));
  const take = await screen.findByRole('button', { name: 'From the clipboard' });
  await act(async () => fireEvent.click(take));
  const access = () => screen.getAllByRole<HTMLSelectElement>('combobox', { name: 'Access type' });
  return { access, fake };
}

describe('the preview of an import', () => {
  it('lets a person go on through the choices for all rows that need one', async () => {
    const { access, fake } = await preview([row(0), row(1)]);
    const [forAll] = access();
    forAll?.focus();
    // As the arrow keys do, one after the other.
    for (const value of ['trader', 'partner']) {
      fireEvent.change(document.activeElement ?? document.body, { target: { value } });
    }
    expect(document.activeElement).toBe(forAll);
    expect(access()).toEqual([forAll]);
    const button = screen.getByRole('button', { name: /^Import 2 keys/ });
    await act(async () => fireEvent.click(button));
    const all = {
      choices: [0, 1].map((at) => expect.objectContaining({ row: at, accessType: 'partner' })),
    };
    expect(fake.calls.find(({ name }) => name === 'importApply')?.input).toMatchObject(all);
  });

  it('keeps a row open while somebody types in it, though nothing stands against it any more', async () => {
    await preview([row(0, { label: 'Taken', accessType: 'trader', accessReason: 'said' })]);
    const label = screen.getByRole<HTMLInputElement>('textbox', { name: 'Label' });
    label.focus();
    for (const value of ['Taken ', 'Taken 2', 'Taken 23']) {
      fireEvent.change(document.activeElement ?? document.body, { target: { value } });
    }
    expect(document.activeElement).toBe(label);
    expect(label.value).toBe('Taken 23');
    expect(screen.getByRole('button', { name: /^Import 1 key/ })).toBeDefined();
  });

  it('begins with what was copied where everything is pasted into the form of a new key', async () => {
    const { fake, services } = await app([row(0, { accessType: 'trader', accessReason: 'said' })]);
    await act(async () => services.window.show({ kind: 'add_credential' }));
    const paste = await screen.findByRole('button', { name: 'Paste everything' });
    await act(async () => fireEvent.click(paste));
    expect(fake.calls.filter(({ name }) => name === 'importTake')).toMatchObject([
      { input: { source: 'clipboard' } },
    ]);
    const label = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Label' });
    expect(label.value).toBe('Found 0');
    await act(async () => fireEvent.click(screen.getByRole('button', { name: /^Import 1 key/ })));
    expect(fake.calls.find(({ name }) => name === 'importApply')?.input).toMatchObject({
      choices: [{ row: 0, way: 'add', label: 'Found 0', environmentId: first?.id }],
    });
  });

  it('adds an environment for all rows that have none, and comes back to what was chosen', async () => {
    const open = { environmentId: null, environmentReason: null, accessType: null };
    const { fake } = await preview([row(0, open), row(1, open)]);
    const selects = () =>
      screen.getAllByRole<HTMLSelectElement>('combobox', { name: 'Environment' });
    const [forAll] = selects();
    if (forAll === undefined) throw new Error('nothing is asked for all');
    fireEvent.change(forAll, { target: { value: '+' } });
    const form = within(screen.getByRole('dialog', { name: 'Add environment' }));
    for (const [name, value] of [
      ['Name', 'Desk'],
      ['Base address', 'https://desk.exchange.example'],
      ['Trade address', 'https://desk-trade.exchange.example'],
    ] as const) {
      fireEvent.change(form.getByRole('textbox', { name }), { target: { value } });
    }
    await act(async () => {
      fireEvent.click(form.getByRole('button', { name: 'Add environment' }));
      await new Promise((done) => {
        setTimeout(done);
      });
    });
    expect(selects().map(({ value }) => value)).toEqual(['lab', 'lab']);
    expect(document.activeElement).not.toBe(document.body);
    expect(fake.calls.map(({ name }) => name)).not.toContain('importEnd');
  });
});
