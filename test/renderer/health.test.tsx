// The health report in the window: what would hurt most first, each with its reason, what to do and a button.
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { healthRules, type HealthReportView } from '../../electron/shared/health/health-view.ts';
import { healthWords } from '../../electron/shared/health/health-words.ts';
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import { rights, rightUse, type RightUse } from '../../renderer/features/health/AccessMap.tsx';
import { appView, credential, HOUR, token } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);

/** The one in use, two that were replaced and still work, and one that was replaced and is over. */
const tokens = (nowMs: number) => [
  token(nowMs, { id: 'token-1' }),
  ...['token-2', 'token-3'].map((id) =>
    token(nowMs, { id, state: 'superseded', supersededAtMs: nowMs - HOUR }),
  ),
  token(nowMs, { id: 'token-4', state: 'expired', live: false, supersededAtMs: nowMs - HOUR }),
];

async function opened(lines: HealthReportView['lines'], more: Partial<HealthReportView> = {}) {
  const app = await renderApp(
    appView(NOW, {
      credentials: [credential(NOW, { id: 'desk-a', label: 'Desk-A', tokens: tokens(NOW) })],
    }),
  );
  const { openVault } = app.fake.view();
  if (openVault === null) throw new Error('no vault is open');
  await act(async () =>
    app.fake.push(() => ({ openVault: { ...openVault, slots: ['pw', 'rk'] } })),
  );
  app.fake.reply('healthReport', () => ({
    ok: true,
    value: { madeAtMs: NOW, credentials: 1, fine: 0, complete: true, lines, ...more },
  }));
  await act(async () => app.fake.invoke('health'));
  // Its file is read at the first use.
  const sheet = await screen.findByRole('dialog', { name: 'Health report' });
  await within(sheet).findByText(/looked at/);
  return { ...app, sheet };
}

const of = (rule: HealthReportView['lines'][number]['rule'], id: string | null = 'desk-a') => ({
  rule,
  found: 1,
  named: [{ id, label: id === null ? '' : 'Desk-A', atMs: NOW, count: 2 }],
});

describe('the health report', () => {
  it('is quiet where all is well', async () => {
    const { sheet } = await opened([]);
    expect(within(sheet).getByRole('status').textContent).toBe(
      'Everything is fine: nothing found.',
    );
    expect(document.activeElement).toBe(within(sheet).getByRole('status'));
    expect(within(sheet).queryByRole('region')).toBeNull();
  });

  it('begins at the button of its first finding', async () => {
    const { sheet } = await opened([of('secret_over'), of('no_owner')]);
    const [first] = within(sheet).getAllByRole('region');
    expect(first).toBeDefined();
    expect(document.activeElement).toBe(within(first!).getByRole('button'));
  });

  it('says how many keys are fine, and has a bar for each rule', async () => {
    const { sheet } = await opened([{ ...of('secret_over'), found: 6 }, of('no_owner')], {
      credentials: 60,
      fine: 39,
    });
    expect(within(sheet).getByRole('status').textContent).toBe('39 of 60 keys are fine');
    const bars = within(sheet).getByRole('list', { name: 'Findings by rule' });
    expect(
      within(bars)
        .getAllByRole('button')
        .map((bar) => bar.textContent),
    ).toEqual([`${healthWords.secret_over.title}6`, `${healthWords.no_owner.title}1`]);
  });

  it('says of the rule that is chosen why it matters and what to do, with a button', async () => {
    const vault = ['recovery_untested', 'backups_untested'];
    const lines = healthRules.map((rule) =>
      of(rule, vault.includes(rule) ? null : rule === 'authority_ends' ? 'eu' : 'desk-a'),
    );
    const { sheet } = await opened(lines);
    for (const rule of healthRules) {
      const bar = within(sheet).getByRole('button', { name: new RegExp(healthWords[rule].title) });
      fireEvent.click(bar);
      expect(bar.getAttribute('aria-pressed')).toBe('true');
      const part = within(sheet).getByRole('region');
      expect(part.getAttribute('aria-label')).toBe(healthWords[rule].title);
      expect(part.textContent).toContain(healthWords[rule].why);
      expect(part.textContent).toContain(healthWords[rule].todo);
      expect(within(part).getAllByRole('button')).toHaveLength(1);
    }
  });

  it.each([
    ['secret_over', { kind: 'rotation', credentialId: 'desk-a' }],
    ['no_owner', { kind: 'edit_credential', credentialId: 'desk-a', at: 'ownerAccount' }],
    ['two_access_types', { kind: 'edit_credential', credentialId: 'desk-a', at: 'ownerAccount' }],
    ['trade_unused', { kind: 'edit_credential', credentialId: 'desk-a', at: 'scopes' }],
    ['unused', { kind: 'delete_credential', credentialId: 'desk-a' }],
    ['renewal_rests', { kind: 'settings', section: 'locking' }],
    [
      'left_to_live',
      { kind: 'revoke_all', scope: { kind: 'selection', tokenIds: ['token-2', 'token-3'] } },
    ],
  ] as const)('leads on from %s, and comes back to it with a new report', async (rule, next) => {
    const { services, sheet, fake } = await opened([of(rule)]);
    const part = within(sheet).getByRole('region');
    const asked = fake.calls.filter(({ name }) => name === 'healthReport').length;
    await act(async () => fireEvent.click(within(part).getByRole('button')));
    expect(services.window.current().sheet).toEqual(next);
    await act(async () => services.window.close());
    expect(services.window.current().sheet).toEqual({ kind: 'health', at: rule });
    const again = await screen.findByRole('region', { name: healthWords[rule].title });
    expect(fake.calls.filter(({ name }) => name === 'healthReport')).toHaveLength(asked + 1);
    expect(document.activeElement).toBe(within(again).getByRole('button'));
    await act(async () => services.window.close());
    expect(services.window.current().sheet).toBeNull();
  });

  it.each([
    ['recovery_untested', { kind: 'vault_keys', at: 'recovery' }],
    ['backups_untested', { kind: 'backups' }],
  ] as const)('leads from %s to where it is tried', async (rule, next) => {
    const { services, sheet } = await opened([of(rule, null)]);
    const part = within(sheet).getByRole('region');
    await act(async () => fireEvent.click(within(part).getByRole('button')));
    expect(services.window.current().sheet).toEqual(next);
  });

  it('opens the form at the field that a button names', async () => {
    for (const [rule, field] of [
      ['no_owner', 'Owner account'],
      ['trade_unused', 'Read'],
    ] as const) {
      const { sheet } = await opened([of(rule)]);
      await act(async () =>
        fireEvent.click(within(within(sheet).getByRole('region')).getByRole('button')),
      );
      expect(document.activeElement).toBe(within(screen.getByRole('dialog')).getByLabelText(field));
      cleanup();
    }
  });

  it('is made anew when a credential changed under it', async () => {
    const { fake, sheet } = await opened([of('never_used')]);
    fake.reply('healthReport', () => ({
      ok: true,
      value: { madeAtMs: NOW, credentials: 1, fine: 1, complete: true, lines: [] },
    }));
    await act(async () => fake.push(() => ({ credentials: [] })));
    expect(await within(sheet).findByText('Everything is fine: nothing found.')).toBeTruthy();
  });

  it('leads from an authority to its environment', async () => {
    const { services, sheet } = await opened([of('authority_ends', 'eu')]);
    await act(async () =>
      fireEvent.click(within(within(sheet).getByRole('region')).getByRole('button')),
    );
    expect(services.window.current().sheet).toEqual({ kind: 'environment', environmentId: 'eu' });
  });

  it('counts what it does not name, and says where the history is not read', async () => {
    const { sheet } = await opened([{ ...of('no_owner'), found: 500 }], { complete: false });
    expect(sheet.textContent).toContain('and 499 more');
    expect(sheet.textContent).toContain('The history could not be read to its end');
  });
});

describe('the map of who may do what', () => {
  const may = (part: Partial<CredentialView> & { id: string; label: string }) =>
    credential(NOW, { registeredScopes: ['TRADER_READ'], ...part });
  const got = (part: Partial<CredentialView['lastUse']>) => ({
    ...credential(NOW, { id: '', label: '' }).lastUse,
    ...part,
  });

  it.each<[string, Partial<CredentialView>, (RightUse | null)[]]>([
    ['never used', {}, ['unused', null, null, null]],
    ['used before', { lastUse: got({ gotAtMs: NOW }) }, ['had', null, null, null]],
    [
      'of which trading was never used',
      { registeredScopes: ['TRADER_READ', 'TRADER_TRADE'], lastUse: got({ gotAtMs: NOW }) },
      ['had', 'unused', null, null],
    ],
    [
      'with a live token for more than was written down',
      { tokens: [token(NOW, { id: 't', grantedScopes: ['TRADER_READ', 'TRADER_TRADE'] })] },
      ['live', 'live', null, null],
    ],
    [
      'whose only token is being ended',
      { tokens: [token(NOW, { id: 't', state: 'confirming' })], lastUse: got({ gotAtMs: NOW }) },
      ['had', null, null, null],
    ],
    [
      'of a Partner that may write',
      { accessType: 'partner', permission: 'write', registeredScopes: [] },
      [null, null, 'unused', 'unused'],
    ],
    [
      'of a Partner whose permission nobody wrote down',
      { accessType: 'partner', permission: null, registeredScopes: [] },
      [null, null, null, null],
    ],
  ])('tells a key %s', (_name, part, uses) => {
    const key = may({ id: 'desk-a', label: 'Desk-A', ...part });
    expect(rights.map((right) => rightUse(key, right))).toEqual(uses);
  });

  it('names keys by environment, and leaves practice out', async () => {
    const { sheet, fake } = await opened([]);
    await act(async () =>
      fake.push(() => ({
        credentials: [
          may({ id: 'b', label: 'Bot', environmentId: 'lab' }),
          may({ id: 'a', label: 'Arb', registeredScopes: ['TRADER_READ', 'TRADER_TRADE'] }),
          may({ id: 'p', label: 'Practice trader', environmentId: 'practice' }),
        ],
      })),
    );
    const table = within(sheet).getByRole('table', { name: 'Who can do what' });
    expect(
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual([
      expect.stringMatching(/EU main$/),
      'Arbno use recordedno use recordednono',
      expect.stringMatching(/Lab$/),
      'Botno use recordednonono',
    ]);
    expect(sheet.textContent).toContain(
      '1 of 2 keys can trade or write; no such use of 1 is recorded',
    );
  });

  it('is one press away from the access of a key', async () => {
    const { services } = await opened([]);
    act(() => services.window.show(null));
    act(() => services.window.patch({ tab: 'access' }));
    await act(async () => screen.getByRole('button', { name: 'Who can do what' }).click());
    const map = await screen.findByRole('heading', { name: 'Who can do what' });
    expect(document.activeElement).toBe(map);
  });
});
