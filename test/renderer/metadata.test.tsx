// The metadata of a server in the window: nothing before it is asked for, what agrees and what differs in
// words, and what may be taken over.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { MetadataView } from '../../electron/shared/environments/metadata-view.ts';
import { compareMetadata } from '../../renderer/features/environments/metadata-comparison.ts';
import { appView } from './fixtures.ts';
import { renderApp, standInForLayout } from './render-app.tsx';

const NOW = Date.UTC(2026, 0, 15, 12);
const BASE = 'https://lab.exchange.example/eu';
standInForLayout();

const said = (changes: Partial<MetadataView> = {}): MetadataView => ({
  id: 'reading-1',
  issuer: BASE,
  address: 'https://lab.exchange.example/.well-known/oauth-authorization-server/eu',
  readAtMs: NOW,
  endpoints: [
    {
      what: 'token',
      said: `${BASE}/oauth/token`,
      saidAuthentications: null,
      used: [
        { accessType: 'trader', address: `${BASE}/auth/oauth2/token` },
        { accessType: 'partner', address: `${BASE}/partner/oauth2/token` },
      ],
      usedAuthentication: 'client_secret_post',
    },
    {
      what: 'revocation',
      said: null,
      saidAuthentications: null,
      used: [{ accessType: 'trader', address: `${BASE}/auth/oauth2/revoke` }],
      usedAuthentication: 'client_secret_post',
    },
    {
      what: 'introspection',
      said: `${BASE}/introspect`,
      saidAuthentications: ['client_secret_basic'],
      used: [],
      usedAuthentication: null,
    },
  ],
  scopes: ['TRADER_READ', 'TRADER_TRADE', 'MORE'],
  offer: { path: '/introspect', authentications: ['client_secret_basic'] },
  ...changes,
});

const press = async (name: string | RegExp): Promise<void> => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    await Promise.resolve();
  });
};

async function openSheet() {
  const rendered = await renderApp(appView(NOW));
  rendered.fake.reply('environmentMetadataRead', () => ({ ok: true, value: said() }));
  act(() => rendered.services.window.show({ kind: 'environment', environmentId: 'lab' }));
  await screen.findByRole('heading', { name: 'Metadata of the server' });
  return rendered;
}

describe('metadata beside what is used', () => {
  const verdicts = (view: MetadataView) =>
    compareMetadata(view, null).map(({ what, kind, verdict }) => [what, kind, verdict]);

  it('has a verdict for each point', () => {
    expect(verdicts(said())).toEqual([
      ['token', 'address', 'differs'],
      // RFC 8414 section 2: where it is left out, HTTP Basic is meant.
      ['token', 'authentication', 'differs'],
      ['revocation', 'address', 'unsaid'],
      ['introspection', 'address', 'unused'],
      ['introspection', 'authentication', 'unused'],
      ['scopes', 'scopes', 'same'],
    ]);
  });

  it.each(['/auth/oauth2/token', '/partner/oauth2/token'])(
    'agrees about the token endpoint where it is %s: the service has two',
    (path) => {
      const [token, ...others] = said().endpoints;
      const endpoints = [
        { ...token!, said: BASE + path, saidAuthentications: ['client_secret_post', 'x'] },
        ...others,
      ];
      expect(verdicts(said({ endpoints })).slice(0, 2)).toEqual([
        ['token', 'address', 'same'],
        ['token', 'authentication', 'same'],
      ]);
    },
  );

  it('does not agree to the slash', () => {
    const [token, ...others] = said().endpoints;
    const endpoints = [{ ...token!, said: `${BASE}/auth/oauth2/token/` }, ...others];
    expect(verdicts(said({ endpoints }))[0]).toEqual(['token', 'address', 'differs']);
  });

  it('differs where a scope of the specification is missing, and says nothing where none is', () => {
    expect(verdicts(said({ scopes: ['TRADER_READ'] })).at(-1)?.[2]).toBe('differs');
    expect(verdicts(said({ scopes: null })).at(-1)?.[2]).toBe('unsaid');
  });

  it('follows what was configured since', () => {
    const [, environment] = appView(NOW).environments;
    const introspection = { path: '/introspect', authentication: 'client_secret_post' } as const;
    const rows = compareMetadata(said(), { ...environment!, baseUrl: BASE, introspection });
    expect(rows.slice(3, 5).map(({ verdict }) => verdict)).toEqual(['same', 'differs']);
  });
});

describe('the metadata of an environment', () => {
  it('is not fetched before anybody asks', async () => {
    const { fake } = await openSheet();
    expect(screen.queryByLabelText('Issuer')).toBeNull();
    expect(fake.calls.some(({ name }) => name === 'environmentMetadataRead')).toBe(false);
  });

  it('has the focus in its field where it is what the sheet was opened for', async () => {
    const { services } = await renderApp(appView(NOW));
    const sheet = { kind: 'environment', environmentId: 'lab', metadata: true } as const;
    act(() => services.window.show(sheet));
    expect(document.activeElement).toBe(await screen.findByLabelText('Issuer'));
  });

  it('is asked of the base address unless another issuer is typed', async () => {
    const { fake } = await openSheet();
    await press('Read it…');
    const issuer = screen.getByLabelText<HTMLInputElement>('Issuer');
    expect(document.activeElement).toBe(issuer);
    expect(issuer.value).toBe(BASE);
    fireEvent.change(issuer, { target: { value: `${BASE}/` } });
    await act(async () => {
      fireEvent.keyDown(issuer, { key: 'Enter' });
      await Promise.resolve();
    });
    expect(fake.calls.at(-1)).toEqual({
      name: 'environmentMetadataRead',
      input: { of: { kind: 'environment', environmentId: 'lab' }, issuer: `${BASE}/` },
    });
  });

  it('is shown side by side, and what it offers is taken over by its reading alone', async () => {
    const { fake } = await openSheet();
    await press('Read it…');
    await press('Read the metadata');
    const table = within(screen.getByRole('table', { name: /^Metadata of/ }));
    const [, token] = table.getAllByRole('rowgroup');
    expect(token?.textContent).toContain('Token endpoint Differs');
    expect(token?.textContent).toContain(`Trader: ${BASE}/auth/oauth2/token`);
    expect(document.activeElement?.textContent).toContain('2 points in it differ');
    await press('Use this introspection…');
    expect(fake.calls.at(-1)).toEqual({
      name: 'environmentMetadataTake',
      input: { environmentId: 'lab', readingId: 'reading-1' },
    });
    act(() =>
      fake.push((view) => ({
        environments: view.environments.map((each) =>
          each.id === 'lab'
            ? {
                ...each,
                introspection: { path: '/introspect', authentication: 'client_secret_basic' },
              }
            : each,
        ),
      })),
    );
    expect(screen.queryByRole('button', { name: 'Use this introspection…' })).toBeNull();
    expect(screen.getByText('Tokens are introspected as the server says.')).toBeDefined();
  });

  it('that is refused says why, and that everything stays', async () => {
    const { fake } = await openSheet();
    fake.reply('environmentMetadataRead', () => ({
      ok: false,
      failure: {
        code: 'metadata_other_issuer',
        facts: { call: 'metadata', host: 'lab.exchange.example', about: 'https://x/' },
      },
    }));
    await press('Read it…');
    await press('Read the metadata');
    const alert = screen.getByRole('alert').textContent;
    expect(alert).toContain('is that of another issuer');
    expect(alert).toContain('the environment stays as you configured it');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('can be read while the environment is being typed', async () => {
    const { fake, services } = await renderApp(appView(NOW));
    fake.reply('environmentMetadataRead', () => ({ ok: true, value: said() }));
    act(() => services.window.show({ kind: 'add_environment' }));
    fireEvent.change(screen.getByLabelText('Base address'), { target: { value: BASE } });
    await screen.findByRole('button', { name: 'Read it…' });
    await press('Read it…');
    await act(async () => {
      fireEvent.keyDown(screen.getByLabelText('Issuer'), { key: 'Enter' });
      await Promise.resolve();
    });
    expect(fake.calls.some(({ name }) => name === 'environmentAdd')).toBe(false);
    // The addresses are checked beside it, sooner or later.
    const read = fake.calls.find(({ name }) => name === 'environmentMetadataRead');
    expect(read).toMatchObject({
      name: 'environmentMetadataRead',
      input: { of: { kind: 'draft', baseUrl: BASE, authorityHandle: null }, issuer: BASE },
    });
    expect(screen.getByText(/Once the environment is added/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Use this introspection…' })).toBeNull();
  });

  it('is an action with a reason where no environment is chosen', async () => {
    const { services } = await renderApp(appView(NOW));
    act(() => services.window.patch({ selectedId: null, filter: { kind: 'all' } }));
    act(() => services.window.show({ kind: 'palette' }));
    const sheet = within(screen.getByRole('dialog'));
    fireEvent.change(sheet.getByRole('combobox'), { target: { value: 'metadata' } });
    expect(sheet.getByRole('option').textContent).toContain('Choose an environment');
  });
});
