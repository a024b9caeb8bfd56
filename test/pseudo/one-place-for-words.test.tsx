// Every word on a screen comes out of a catalogue, whole: the window is drawn in the pseudo-locale, and what is not
// in its marks is a value or a fault. So a second language finds all words in one place, and no sentence in pieces.
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import type { AppView } from '../../electron/shared/views.ts';
import { detailTabs, type Sheet } from '../../renderer/state/window-state.ts';
import {
  appView,
  checkReport,
  credential,
  drill,
  leakPlan,
  rotation,
  run,
  token,
} from '../renderer/fixtures.ts';
import { importRow } from '../renderer/import-rows.ts';
import { renderApp } from '../renderer/render-app.tsx';
import { richCredentials } from '../renderer/rich-credentials.ts';
import { aDiagnosis } from '../support/a-diagnosis.ts';
import { settle } from '../support/fake-clock.ts';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const oldTokens: NonNullable<CredentialView['leakPlan']>['tokens'] = {
  waiting: 1,
  underWay: 1,
  failed: 1,
  accepted: 1,
  unproven: 1,
  dead: 1,
  outOfReach: 1,
};

const view: AppView = appView(NOW, {
  credentials: [
    ...richCredentials(NOW),
    credential(NOW, {
      id: 'leased',
      label: 'Leased',
      tokens: [token(NOW, { id: 'u1', lease: { end: 'lock', endsAtMs: null } })],
    }),
    credential(NOW, {
      id: 'rotating',
      label: 'Rotating',
      rotation: rotation(NOW, { step: 3, checkedAtMs: NOW, old: oldTokens }),
    }),
    credential(NOW, {
      id: 'leaking',
      label: 'Leaking',
      leakPlan: leakPlan(NOW, { tokens: oldTokens }),
    }),
    credential(NOW, { id: 'empty', label: 'Empty', registeredScopes: ['TRADER_TRADE'] }),
  ],
  clipboard: { tokenId: 'a1', clearsAtMs: NOW + 20_000 },
  savedViews: [{ id: 'v1', name: 'Stars', query: 'is:favourite' }],
  clockSkewSeconds: 75,
  revocationRuns: [
    run(NOW - 60_000, {
      tokenIds: richCredentials(NOW).flatMap(({ tokens }) => tokens.map(({ id }) => id)),
    }),
  ],
  rescue: { found: null, offer: null, restored: null, rolledBack: true, damagedFile: null },
  drill: drill(NOW, { leakedIds: ['desk-a'] }),
});

/** Every text in it: what a person or a server called things is no word of ours. */
function valuesIn(thing: unknown, found = new Set<string>()): Set<string> {
  if (typeof thing === 'string') found.add(thing);
  else if (typeof thing === 'object' && thing !== null)
    for (const each of Object.values(thing)) valuesIn(each, found);
  return found;
}
const report = checkReport(NOW);
const values = [...valuesIn([view, report, aDiagnosis()])]
  // A plain lower-case word is one of a closed list, which a catalogue has to put into words.
  .filter((value) => /[A-Za-z]/.test(value) && !/^[a-z_]+$/.test(value))
  .concat(view.credentials.flatMap(({ tags }) => tags))
  .toSorted((a, b) => b.length - a.length);
/** Names that no language changes. */
const NAMES = [
  'strongroom',
  'PEM',
  'JSON',
  'CSV',
  'Ctrl',
  'Shift',
  'Del',
  'Enter',
  'Home',
  'End',
  'Esc',
];

/** The text without what catalogues said: `⟦⟧` stands where that was, `⟦.⟧` where it was a whole sentence. */
function outside(text: string): string {
  let depth = 0;
  let out = '';
  let inner = '';
  for (const character of text) {
    if (character === '⟦') depth += 1;
    if (depth === 0) out += character;
    else inner += character;
    if (character === '⟧') depth -= 1;
    if (depth === 0 && inner !== '') {
      out += /[.?!:…][·⟧]*$/u.test(inner) ? '⟦.⟧' : '⟦⟧';
      inner = '';
    }
  }
  return out.replaceAll(/⟪[^⟫]*⟫/gu, '');
}

function withoutValues(text: string): string {
  let rest = text;
  for (const value of [...values, ...NAMES]) rest = rest.replaceAll(value, '');
  return rest;
}

/** A sentence that is put together: two texts side by side with more than a space, or neither of them whole. */
const GLUED = /⟦\.?⟧\s*[,;:(–—/]\s*⟦|⟦⟧\s*⟦|⟦\.?⟧[(:,;]\s*$|^\s*[,;:)]\s*⟦/u;

function faultsOf(root: ParentNode): string[] {
  const found = new Set<string>();
  const look = (text: string, where: string): void => {
    const rest = outside(text);
    if (/[A-Za-z]{2,}/.test(withoutValues(rest))) found.add(`outside: ${where} “${text.trim()}”`);
    if (GLUED.test(rest)) found.add(`in pieces: ${where} “${text.trim()}”`);
  };
  for (const element of root.querySelectorAll('*')) {
    if (element.closest('.mono, code, style, .ledger, .tree, .plain-answer') !== null) continue;
    const own = [...element.childNodes].map((node) =>
      node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '\u0001',
    );
    const where = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
    for (const part of own.join('').split('\u0001')) if (part.trim() !== '') look(part, where);
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      const text = element.getAttribute(name);
      if (text !== null) look(text, `${where}[${name}]`);
    }
  }
  return [...found];
}

const sheets: readonly Sheet[] = [
  { kind: 'add_credential' },
  { kind: 'edit_credential', credentialId: 'desk-a' },
  { kind: 'replace_secret', credentialId: 'desk-a' },
  { kind: 'delete_credential', credentialId: 'desk-a' },
  { kind: 'rotation', credentialId: 'rotating' },
  { kind: 'leak_plan', credentialId: 'leaking' },
  { kind: 'add_environment' },
  { kind: 'environment', environmentId: 'lab' },
  { kind: 'environment', environmentId: 'practice' },
  { kind: 'check_report', report },
  { kind: 'history' },
  { kind: 'settings' },
  { kind: 'protection' },
  { kind: 'vault_keys' },
  { kind: 'backups' },
  { kind: 'recovery_offer' },
  { kind: 'practice' },
  { kind: 'drills' },
  { kind: 'shortcuts' },
  { kind: 'about' },
  { kind: 'night' },
  { kind: 'saved_view', id: null, query: 'state:live' },
  { kind: 'inspect' },
  { kind: 'secretScan', drops: 0 },
  { kind: 'diagnosis', credentialId: 'desk-a', run: null },
  { kind: 'diagnosis', credentialId: 'desk-a', run: aDiagnosis() },
  { kind: 'import_credentials' },
  { kind: 'export_vault' },
  { kind: 'palette' },
  { kind: 'revoke_all', scope: { kind: 'all' } },
  { kind: 'revocation_run', runId: 'run-1' },
];

describe('in the pseudo-locale', () => {
  it('the window says nothing but what catalogues say, and in whole sentences', async () => {
    const { services } = await renderApp(view);
    const found = new Set(faultsOf(document));
    for (const tab of detailTabs) {
      act(() => services.window.patch({ tab }));
      for (const { id } of view.credentials) {
        act(() => services.window.open(id));
        for (const fault of faultsOf(document)) found.add(fault);
      }
    }
    act(() => services.window.patch({ marked: new Set(['desk-a', 'desk-b']) }));
    for (const fault of faultsOf(document)) found.add(fault);
    act(() => services.window.patch({ marked: new Set(), search: 'nobody has this name' }));
    for (const fault of faultsOf(document)) found.add(fault);
    act(() => services.window.patch({ search: '', paused: true }));
    for (const fault of faultsOf(document)) found.add(fault);
    expect([...found]).toEqual([]);
    // It was drawn in the pseudo-locale: otherwise nothing was looked at.
    expect(document.body.textContent).toContain('⟦');
  });

  it.each(sheets.map((sheet) => [`${sheet.kind} ${JSON.stringify(sheet).length}`, sheet] as const))(
    'so does the sheet %s',
    async (_name, sheet) => {
      const { services } = await renderApp(view, { drillResults: () => ({ ok: true, value: [] }) });
      act(() => services.window.show(sheet));
      const dialog = await screen.findByRole('dialog', { hidden: true }, { timeout: 60_000 });
      await act(settle);
      expect(faultsOf(dialog)).toEqual([]);
    },
  );

  it('so does the preview of an import', async () => {
    const rows = [
      importRow(0, { label: 'Desk-A', environmentId: 'lab', accessType: null, accessReason: null }),
      importRow(1, {
        label: 'Desk-B',
        importable: false,
        notes: ['client_id_placeholder', 'label_made'],
      }),
    ];
    const { services, fake } = await renderApp(view);
    fake.reply('importTake', () => ({
      ok: true,
      value: {
        source: 'clipboard',
        format: 'env',
        fileName: '',
        rows,
        leftOut: [{ line: 3, what: 'line' }],
      },
    }));
    act(() => services.window.show({ kind: 'import_credentials' }));
    const dialog = await screen.findByRole('dialog', { hidden: true }, { timeout: 60_000 });
    const take = [...dialog.querySelectorAll('button')].slice(1);
    for (const button of take) await act(async () => fireEvent.click(button));
    await act(settle);
    expect(dialog.querySelectorAll('.import-row')).toHaveLength(2);
    expect(faultsOf(dialog)).toEqual([]);
  });

  it('so do failures, the results of a selection, and the guide of a Partner token', async () => {
    const failed = { state: 'failed', failure: 'proxy_bad_gateway', outcome: null } as const;
    const done = { state: 'done', failure: null, outcome: null } as const;
    const items = [
      { credentialId: 'desk-a', ...failed },
      { credentialId: 'desk-b', ...done },
    ];
    const bulk: AppView['bulk'] = { id: 'b', kind: 'get', startedAtMs: NOW, endedAtMs: NOW, items };
    const { services } = await renderApp({ ...view, bulk });
    act(() => services.feedback.fail('window', { code: 'proxy_bad_gateway' }, NOW));
    act(() => services.window.open('desk-a'));
    expect(faultsOf(document)).toEqual([]);
    const partner = view.credentials.find(({ accessType }) => accessType === 'partner');
    const shown: readonly Sheet[] = [
      { kind: 'bulk', runId: 'b', left: [] },
      { kind: 'partner_guide', tokenId: partner?.tokens[0]?.id ?? '' },
    ];
    for (const sheet of shown) {
      act(() => services.window.show(sheet));
      const dialog = await screen.findByRole('dialog', { hidden: true }, { timeout: 60_000 });
      expect(faultsOf(dialog)).toEqual([]);
      act(() => services.window.show(null));
    }
  });

  it('so does a locked screen that has much to say', async () => {
    await renderApp(
      appView(NOW, {
        vault: { state: 'locked', failure: { code: 'wrong_passphrase' } },
        unprovenAtLock: 2,
        restingAtLock: 1,
        leftAtLock: { accepted: 1, live: 2, untilMs: NOW + 3_600_000 },
        otherWays: ['os', 'rk'],
      }),
    );
    expect(faultsOf(document)).toEqual([]);
  });

  it.each(['starting', 'absent', 'locked', 'unlocking', 'locking'] as const)(
    'so does the screen of a vault that is %s',
    async (state) => {
      await renderApp(appView(NOW, { vault: { state, failure: null } }));
      expect(faultsOf(document)).toEqual([]);
    },
  );
});
