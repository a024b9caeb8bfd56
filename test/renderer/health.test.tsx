// The health report in the window: what would hurt most first, each with its reason, what to do and a button.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { healthRules, type HealthReportView } from '../../electron/shared/health/health-view.ts';
import { healthWords } from '../../electron/shared/health/health-words.ts';
import { appView, credential } from './fixtures.ts';
import { renderApp, standInForLayout } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);

standInForLayout();

async function opened(lines: HealthReportView['lines'], more: Partial<HealthReportView> = {}) {
  const app = await renderApp(
    appView(NOW, { credentials: [credential(NOW, { id: 'desk-a', label: 'Desk-A' })] }),
  );
  app.fake.reply('healthReport', () => ({
    ok: true,
    value: { madeAtMs: NOW, credentials: 1, complete: true, lines, ...more },
  }));
  await act(async () => app.fake.invoke('health'));
  // Its file is read at the first use.
  const sheet = await screen.findByRole('dialog', { name: 'Health report' }, { timeout: 10_000 });
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
    expect(within(sheet).queryByRole('heading', { level: 3 })).toBeNull();
  });

  it('says of each rule why it matters and what to do, with a button', async () => {
    const vault = ['recovery_untested', 'backups_untested'];
    const lines = healthRules.map((rule) =>
      of(rule, vault.includes(rule) ? null : rule === 'authority_ends' ? 'eu' : 'desk-a'),
    );
    const { sheet } = await opened(lines);
    for (const rule of healthRules) {
      const part = within(sheet).getByRole('region', { name: healthWords[rule].title });
      expect(part.textContent).toContain(healthWords[rule].why);
      expect(part.textContent).toContain(healthWords[rule].todo);
      expect(within(part).getAllByRole('button')).toHaveLength(1);
    }
  });

  it.each([
    ['secret_over', { kind: 'rotation', credentialId: 'desk-a' }],
    ['no_owner', { kind: 'edit_credential', credentialId: 'desk-a' }],
    ['unused', { kind: 'delete_credential', credentialId: 'desk-a' }],
    ['left_to_live', null],
  ] as const)('leads on from %s', async (rule, next) => {
    const { services, sheet } = await opened([of(rule)]);
    const part = within(sheet).getByRole('region');
    await act(async () => fireEvent.click(within(part).getByRole('button')));
    expect(services.window.current().sheet).toEqual(next);
    expect(services.window.current().selectedId).toBe('desk-a');
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
