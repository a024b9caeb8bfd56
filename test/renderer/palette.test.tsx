// The list of actions and what reads it: palette, shortcut sheet, key map. Every call of the contract a
// person can make has an action, or stands here with the reason why not.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { callNames, type CallName } from '../../electron/shared/ipc-contract.ts';
import { actionNames, actions, type ActionName } from '../../renderer/actions/actions.ts';
import { commandFor, shortcutLines } from '../../renderer/keyboard/key-map.ts';
import { byTitle, findByName } from '../../renderer/features/search/palette-entries.ts';
import { appView, credential } from './fixtures.ts';
import { renderApp } from './render-app.tsx';
import { richCredentials } from './rich-credentials.ts';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);

/** The calls that an action makes, or leads to. */
const madeBy: Readonly<Partial<Record<ActionName, readonly CallName[]>>> = {
  lock: ['vaultLock'],
  vault_keys: [
    'vaultChangePassphrase',
    'vaultUpgradeKdf',
    'vaultMakeRecoveryKey',
    'vaultReplaceDataKey',
  ],
  settings: ['keystoreCurrent', 'keystoreUnlockChange', 'tagAlertSet', 'settingsChange'],
  new_environment: ['environmentCheckAddress', 'environmentChooseAuthority', 'environmentAdd'],
  about_environment: [
    'environmentRemove',
    'environmentPlaceSet',
    'environmentRename',
    'environmentRotationAgeSet',
    'environmentProxySet',
    'environmentAuthoritySet',
    'environmentIntrospectionSet',
  ],
  new_credential: ['credentialAdd'],
  edit_credential: ['credentialEdit'],
  edit_notes: ['credentialNotesSet'],
  edit_web_page: ['credentialWebPageSet'],
  open_web_page: ['credentialWebPageOpen'],
  secret_end: ['credentialValidUntilSet'],
  replace_secret: ['credentialReplaceSecret'],
  delete_credential: ['credentialRemove'],
  get_or_renew: ['tokenGet', 'tokenRenew'],
  try_now: ['tokenTryNow'],
  stop_asking: ['tokenStopAsking'],
  check: ['tokenCheck'],
  revoke: ['tokenRevoke'],
  forget: ['tokenForget'],
  copy_token: ['tokenCopy'],
  clear_clipboard: ['clipboardClear'],
  guide: ['partnerPlanStart', 'partnerPlanStep', 'partnerPlanTryOldSecret'],
  backups: ['backupList', 'backupTest', 'backupRestoreFile', 'backupRestore'],
  credential_history: ['historyPage'],
  history: ['historyVerify', 'historyHead', 'historyExport'],
  bulk_revoke: ['revokeAllPreview', 'revokeAllStart'],
  show_run: ['revocationRunCancel', 'revocationRunClose', 'stopReport'],
  bulk_get_or_renew: ['bulkGet', 'bulkRenew'],
  bulk_check: ['bulkCheck'],
  show_bulk: ['bulkCancel', 'bulkClose'],
  save_view: ['viewSave'],
  edit_view: ['viewRemove'],
  favourite: ['favouriteSet'],
  rotate_secret: [
    'rotationStart',
    'rotationTakeSecret',
    'rotationCheck',
    'rotationSay',
    'rotationEndOldTokens',
    'rotationTryOldSecret',
    'rotationFinish',
    'rotationAbandon',
  ],
  leaked: [
    'leakPlanStart',
    'leakPlanRevoke',
    'leakPlanChoose',
    'leakPlanSay',
    'leakPlanTryOldSecret',
    'leakPlanClose',
  ],
  renewal_on: ['renewalTurnOn'],
  renewal_off: ['renewalTurnOff'],
  lease_quarter_hour: ['leaseSet'],
  lease_remove: ['leaseRemove'],
  drills: ['drillStart', 'drillResults'],
  drill_finish: ['drillEnd'],
  inspect_token: [
    'inspectionTake',
    'inspectionTidy',
    'inspectionCheck',
    'inspectionIntrospect',
    'inspectionCancel',
    'inspectionEnd',
  ],
  find_ours: [
    'secretScanSearch',
    'secretScanProgress',
    'secretScanCancel',
    'secretScanEnd',
    'secretScanDropped',
  ],
  diagnose: ['diagnosisStart', 'diagnosisCancel', 'diagnosisEvidence'],
  import_credentials: ['importTake', 'importApply', 'importEnd'],
  export_vault: ['vaultCopySave', 'inventoryExport', 'savedShow'],
  start_at_login: ['loginStartSet'],
  practice: ['practiceCurrent', 'practiceChange'],
  about: ['aboutCurrent', 'newerVersionAsk', 'vaultPlaceShow'],
  quit: ['appQuit'],
  health: ['healthReport', 'healthReportSave'],
};

const withoutAction: Readonly<Partial<Record<CallName, string>>> = {
  viewCurrent: 'asked by the window itself',
  viewPause: 'told by the window itself',
  vaultKeepOpen: 'told by the window itself',
  networkBack: 'told by the window itself',
  clockSet: 'told by the window itself',
  vaultCreate: 'the one button of the first screen',
  vaultUnlock: 'the one button of the locked screen',
  vaultOpenInMemory: 'the first screen and the locked one offer it',
  vaultUnlockWithRecoveryKey: 'the locked screen offers it',
  vaultUnlockByKeystore: 'the locked screen offers it',
  credentialAddFetched: 'a source of the secret in the form that adds a key',
  credentialCommandSet: 'a source of the secret in the sheet that replaces it',
  vaultReopen: 'the locked screen offers it',
  vaultAcceptRollback: 'answers a band that is in sight as long as it is asked',
  practiceRevokeKey: 'a step of the Partner guide, in place of the web app',
  practiceNewSecret: 'a step of the rotation, in place of the web app',
  practiceRemoveOldSecret: 'a step of the rotation, in place of the web app',
};

describe('the list of actions', () => {
  it('covers every call a person can make', () => {
    const covered = [...Object.values(madeBy).flat(), ...Object.keys(withoutAction)];
    expect(covered.toSorted()).toEqual(callNames.toSorted());
  });

  it('gives no two actions the same title, or the same keys about one or about several', () => {
    for (const several of [true, false]) {
      const keys = actionNames
        .filter((name) => (actions[name].group === 'selection') === several)
        .flatMap((name) => actions[name].keys?.[0] ?? []);
      expect(new Set(keys).size).toBe(keys.length);
    }
    expect(new Set(actionNames.map((name) => actions[name].title)).size).toBe(actionNames.length);
  });

  it('is what the key map and the shortcut sheet say', () => {
    const keyed = actionNames.filter((name) => actions[name].keys !== undefined);
    expect(keyed.length).toBeGreaterThan(10);
    for (const name of keyed) {
      const { title, keys = [], group } = actions[name];
      const [first = ''] = keys;
      const parts = first.split('+');
      const last = parts.at(-1) ?? '';
      const pressed = commandFor(
        {
          key: { Del: 'Delete', Esc: 'Escape' }[last] ?? last,
          ctrlKey: parts.includes('Mod'),
          metaKey: false,
          shiftKey: parts.includes('Shift'),
          altKey: false,
          repeat: false,
        },
        { inText: false, inListOrSidebar: true, several: group === 'selection', mac: false },
      );
      expect(pressed).toEqual({ kind: name });
      expect(shortcutLines).toContainEqual([title, keys]);
    }
  });
});

describe('finding in the palette', () => {
  it('puts titles that begin with it first; every word must occur', () => {
    const titles = [{ title: 'Revoke all' }, { title: 'All actions' }, { title: 'Lock' }];
    expect(byTitle(titles, 'all').map(({ title }) => title)).toEqual(['All actions', 'Revoke all']);
    expect(byTitle(titles, 'all rev').map(({ title }) => title)).toEqual(['Revoke all']);
  });

  it('names a few credentials and counts the rest', () => {
    const all = Array.from({ length: 500 }, (_, index) => ({ label: `Desk ${index}` }));
    expect(findByName(all, 'desk')).toMatchObject({ more: 480 });
    expect(findByName(all, 'desk 499')).toEqual({ found: [all[499]], more: 0 });
    expect(findByName(all, '')).toEqual({ found: [], more: 0 });
  });
});

describe('the palette', () => {
  const view = appView(NOW, { credentials: [...richCredentials(NOW)] });
  const open = async () => {
    const rendered = await renderApp(view);
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    return rendered;
  };
  const field = () => within(screen.getByRole('dialog')).getByRole('combobox');
  const options = () => within(screen.getByRole('dialog')).getAllByRole('option');
  const press = (key: string) =>
    act(async () => {
      fireEvent.keyDown(field(), { key });
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
    });

  it('shows the keys of a selection where they are about it', async () => {
    const { services } = await open();
    for (const [ids, keys] of [
      [['desk-a'], false],
      [['desk-a', 'desk-b'], true],
    ] as const) {
      act(() => services.window.show(null));
      act(() => services.window.patch({ marked: new Set(ids) }));
      fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
      fireEvent.change(field(), { target: { value: 'check the tokens' } });
      expect(options()[0]?.textContent.includes('Ctrl+I')).toBe(keys);
    }
  });

  it('says that nothing has the name, of a list that is not open', async () => {
    await renderApp(view);
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect(field().getAttribute('aria-expanded')).toBe('true');
    fireEvent.change(field(), { target: { value: 'zzzz' } });
    expect(within(screen.getByRole('dialog')).queryAllByRole('option')).toEqual([]);
    expect(field().getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByText('No action or key has this name.')).toBeDefined();
  });

  it('says why an action cannot be done, and does nothing for it', async () => {
    const { fake } = await renderApp({ ...view, credentials: [] });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    fireEvent.change(field(), { target: { value: 'history of' } });
    expect(options()[0]?.textContent).toContain('Choose a key first.');
    await press('Enter');
    expect(screen.getByRole('dialog')).toBeDefined();
    expect(fake.calls.map(({ name }) => name)).not.toContain('historyPage');
  });

  it('acts on the chosen credential, by keyboard alone', async () => {
    const { fake, services } = await renderApp(view);
    act(() => services.window.open('desk-a'));
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    fireEvent.change(field(), { target: { value: 'get tok' } });
    expect(options()[0]?.textContent).toContain('Desk-A');
    expect(options()[0]?.textContent).toContain('Ctrl+Enter');
    await press('Enter');
    expect(fake.calls.at(-1)).toEqual({ name: 'tokenRenew', input: { tokenId: 'a1' } });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows all credentials also where a search hid some', async () => {
    const { services } = await renderApp(view);
    act(() => services.window.patch({ search: 'MM-1' }));
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    fireEvent.change(field(), { target: { value: 'show all' } });
    await press('Enter');
    expect(screen.getAllByRole('row')).toHaveLength(view.credentials.length);
  });

  it('knows the saved view whose search is shown with a space behind it', async () => {
    const known = { id: 'v', name: 'Partners', query: 'access:partner' };
    const { services } = await renderApp(appView(NOW, { ...view, savedViews: [known] }));
    // As it stands there once it was completed.
    act(() => services.window.patch({ search: 'access:partner ' }));
    const item = screen.getByRole('button', { name: 'Partners' });
    expect(item.getAttribute('aria-current')).toBe('true');
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    fireEvent.change(field(), { target: { value: 'edit view' } });
    await press('Enter');
    expect(services.window.current().sheet).toMatchObject({ kind: 'saved_view', id: 'v' });
  });

  it('leads to a credential by its name', async () => {
    const { services } = await open();
    fireEvent.change(field(), { target: { value: 'MM-1' } });
    await press('Enter');
    expect(services.window.current().selectedId).toBe('mm-1');
  });

  it('moves through what it found with the arrows, around its ends', async () => {
    const { services } = await open();
    fireEvent.change(field(), { target: { value: 'sort by' } });
    expect(options()).toHaveLength(4);
    await press('ArrowUp');
    await press('ArrowDown');
    expect(field().getAttribute('aria-activedescendant')).toBe(options()[0]?.id);
    await press('Enter');
    expect(services.window.current().sort).toBe('name');
  });

  it('does not open over a sheet', async () => {
    const { services } = await renderApp(
      appView(NOW, { credentials: [credential(NOW, { id: 'x', label: 'X' })] }),
    );
    act(() => services.window.show({ kind: 'settings' }));
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect(services.window.current().sheet?.kind).toBe('settings');
  });
});
