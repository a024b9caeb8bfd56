// Looking for our own in the window: how it is begun and stopped, what a result claims, what it offers.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type {
  SightedView,
  SecretScanView,
} from '../../electron/shared/secret-scan/secret-scan-view.ts';
import { failureWords } from '../../electron/shared/failures/failure-words.ts';
import type { Answer } from '../../electron/shared/ipc-contract.ts';
import { appView, canAll, credential, token } from './fixtures.ts';
import { renderApp } from './render-app.tsx';
// The sheet is a file of its own: loaded before it is waited for.
import '../../renderer/features/secret-scan/SecretScanSheet.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const ok = <T,>(value: T) => ({ ok: true, value }) as const;

const result = (part: Partial<SecretScanView> = {}): SecretScanView => ({
  source: 'folder',
  end: 'complete',
  about: 'logs',
  files: 12,
  bytes: 3_565_158,
  durationMs: 40,
  secrets: 2,
  tokens: 3,
  proxyPasswords: 0,
  tooShort: 0,
  textGone: 0,
  unopened: 0,
  found: [],
  moreFound: 0,
  tokenIds: (part.found ?? []).flatMap(({ tokenId }) => tokenId ?? []),
  leftOut: [],
  leftOutNames: [],
  ...part,
});
const found = (part: Partial<SightedView> = {}): SightedView => ({
  what: 'token',
  credentialId: 'desk-a',
  label: 'Desk A',
  tokenId: 't1',
  fingerprint: '3f9a·02c1',
  state: 'active',
  byFingerprint: false,
  count: 1,
  places: [{ file: 'logs/app.log', line: 12, column: 5, atByte: 900, isText: true, form: 'plain' }],
  ...part,
});
const secret = { what: 'client_secret', tokenId: null, state: null } as const;

const press = (name: string) =>
  act(
    async () =>
      void fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name })),
  );

async function opened() {
  const tokens = [
    token(NOW, { id: 't1', can: canAll }),
    token(NOW, { id: 't2', state: 'expired', live: false, can: { ...canAll, revoke: false } }),
  ];
  const mine = credential(NOW, { id: 'desk-a', label: 'Desk A', tokens });
  const app = await renderApp(appView(NOW, { credentials: [mine] }));
  await act(async () => app.fake.invoke('find_ours'));
  await screen.findByRole('dialog', { name: 'Is this one of ours?' });
  const sheet = () => within(screen.getByRole('dialog', { name: 'Is this one of ours?' }));
  return { ...app, sheet };
}

async function searched(view: SecretScanView) {
  const app = await opened();
  app.fake.reply('secretScanSearch', () => ok(view));
  await press('A folder…');
  return app;
}

describe('a search for our own', () => {
  it('shows how far it is, and is stopped by one button', async () => {
    const { fake } = await opened();
    fake.reply('secretScanProgress', () =>
      ok({ files: 1_234, bytes: 5_242_880, found: 2, elapsedMs: 3_900 }),
    );
    const { promise, resolve } = Promise.withResolvers<Answer<SecretScanView>>();
    fake.reply('secretScanSearch', () => promise);
    await press('A folder…');
    await screen.findByText('1,234 files, 5 MiB, 2 of ours found, 3 s');
    // The focus follows once React has painted what came from a poll.
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Stop searching'));
    await press('Stop searching');
    expect(fake.calls.map(({ name }) => name)).toContain('secretScanCancel');
    await act(async () => resolve(ok(result({ end: 'cancelled' }))));
    expect(screen.getByText('None of ours was found so far')).toBeDefined();
  });

  it('ends with its sheet', async () => {
    const { fake } = await opened();
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(fake.calls.at(-1)?.name).toBe('secretScanEnd');
  });

  it('does not take the place of another sheet when something is dropped', async () => {
    const { fake } = await renderApp(appView(NOW));
    await act(async () => fake.invoke('settings'));
    await screen.findByRole('dialog', { name: 'Settings' });
    await act(async () => fake.invoke('dropped'));
    expect(screen.getByRole('dialog', { name: 'Settings' })).toBeDefined();
    expect(fake.calls.map(({ name }) => name)).not.toContain('secretScanSearch');
  });
});

describe('the result of a search', () => {
  it.each<[string, Partial<SecretScanView>, RegExp]>([
    ['everything', {}, /^None of ours was found$/],
    [
      'everything',
      {},
      /Looked at: logs \(12 files, 3.4 MiB\). Looked for: 2 client secrets, 3 tokens/,
    ],
    ['a text', { source: 'entry', about: '', files: 0 }, /^None of ours is in this text$/],
    ['what came before the stop', { end: 'cancelled' }, /what came after was not looked at/],
    [
      'what came before a limit',
      { end: 'entries' },
      /ended after 200,000 names in folders, its limit/,
    ],
    ['all but this', { leftOut: [{ reason: 'link', count: 3 }] }, /3 links, not followed/],
    ['what is kept', { textGone: 2 }, /2 tokens whose text is not kept here/],
    ['proxies', { proxyPasswords: 1 }, /2 client secrets, 3 tokens, 1 proxy password\./],
    ['nothing', { secrets: 0, tokens: 0 }, /nothing to look for/],
  ])('claims %s and no more', async (_, part, words) => {
    const { sheet } = await searched(result(part));
    expect(sheet().getByText(words)).toBeDefined();
  });

  it('names whose it is and every place', async () => {
    const places = [
      found().places[0] ?? never(),
      { file: 'logs/core', line: 1, column: 9, atByte: 4_096, isText: false, form: 'base64' },
      { file: 'logs/▪▪▪', line: null, column: null, atByte: 5, isText: false, form: 'plain' },
    ] as const;
    const { sheet } = await searched(
      result({ found: [found({ count: 23, places: [...places] })] }),
    );
    const list = within(sheet().getByRole('list', { name: 'Found' }));
    expect(list.getByRole('heading').textContent).toBe('Desk A, Token 3f9a·02c1');
    for (const line of [
      '23 times',
      'logs/app.log, line 12, column 5',
      'logs/core, byte 4,096, in base64',
      'logs/▪▪▪, in its name',
      '20 further places are counted and not listed',
    ]) {
      expect(list.getByText(line)).toBeDefined();
    }
  });

  it('offers to revoke those of the tokens that can be, through the one way that asks', async () => {
    const both = [found(), found({ tokenId: 't2', fingerprint: '0000·0000' })];
    const { fake } = await searched(result({ found: both }));
    await press('Revoke the token found…');
    expect(fake.calls.findLast(({ name }) => name === 'revokeAllStart')?.input).toEqual({
      scope: { kind: 'selection', tokenIds: ['t1'] },
    });
    expect(screen.getByRole('button', { name: 'Show the revocation run' })).toBeDefined();
  });

  it('offers the plan for a leak and the rotation where it is a secret', async () => {
    const { fake, sheet } = await searched(result({ found: [found(secret)] }));
    expect(sheet().queryByRole('button', { name: /Revoke/ })).toBeNull();
    expect(sheet().getByRole('button', { name: 'Rotate secret…' })).toBeDefined();
    await press('This key leaked…');
    expect(fake.calls.some(({ name }) => name === 'leakPlanStart')).toBe(false);
    await press('Revoke 1 token…');
    const made = ['leakPlanStart', 'leakPlanRevoke'].map((name) => ({
      name,
      input: { credentialId: 'desk-a' },
    }));
    expect(fake.calls.slice(-2)).toEqual(made);
  });

  it('says why a rotation could not begin', async () => {
    const { fake } = await searched(result({ found: [found(secret)] }));
    fake.reply('rotationStart', () => ({ ok: false, failure: { code: 'disk_full' } }));
    await press('Rotate secret…');
    await press('Start the rotation');
    const sheet = within(screen.getByRole('dialog'));
    expect(sheet.getByText(failureWords({ code: 'disk_full' }).what)).toBeDefined();
  });
});

function never(): never {
  throw new Error('no place');
}
