// A bridge without a main process: answers as told, records every call, pushes views on demand.
import {
  callNames,
  type CallName,
  type Answer,
  type Bridge,
  type CallInput,
  type CallOutput,
  type EventPayload,
} from '../../electron/shared/ipc-contract.ts';
import { changedAlerts } from '../../electron/main/domain/alert-settings.ts';
import { patchUpdate, wholeUpdate } from '../support/shown-views.ts';
import type { ViewUpdate } from '../../electron/shared/view-update.ts';
import type { AppView } from '../../electron/shared/views.ts';
import { checkReport, practice } from './fixtures.ts';

type Replies = {
  [N in CallName]?: (input: CallInput<N>) => Answer<CallOutput<N>> | Promise<Answer<CallOutput<N>>>;
};

export interface FakeBridge {
  readonly bridge: Bridge;
  readonly calls: { readonly name: CallName; readonly input: unknown }[];
  /** How often the window said that it is used. */
  readonly uses: () => number;
  readonly reply: <N extends CallName>(name: N, reply: NonNullable<Replies[N]>) => void;
  readonly push: (change: (view: AppView) => Partial<AppView>) => void;
  readonly invoke: (command: EventPayload<'commandInvoked'>) => void;
  readonly view: () => AppView;
}

const ok = <T>(value: T): Answer<T> => ({ ok: true, value });

export function createFakeBridge(initial: AppView, replies: Replies = {}): FakeBridge {
  let view = initial;
  let uses = 0;
  const calls: { name: CallName; input: unknown }[] = [];
  const viewListeners = new Set<(payload: ViewUpdate) => void>();
  const commandListeners = new Set<(payload: EventPayload<'commandInvoked'>) => void>();
  const push: FakeBridge['push'] = (change) => {
    const before = view;
    view = { ...view, ...change(view), version: view.version + 1 };
    for (const listener of viewListeners) listener(patchUpdate(before, view));
  };
  const usual: Replies = {
    viewCurrent: () => ok(wholeUpdate(view)),
    vaultCreate: () => {
      push(() => ({ vault: { state: 'unlocked', failure: null } }));
      return ok('done');
    },
    vaultUnlock: () => {
      push(() => ({ vault: { state: 'unlocked', failure: null } }));
      return ok('done');
    },
    vaultLock: () => {
      push(() => ({ vault: { state: 'locked', failure: null } }));
      return ok('done');
    },
    vaultUnlockWithRecoveryKey: () => ok('cancelled'),
    aboutCurrent: () => ok({ version: '0.1.0', runtime: [], notices: [], asksForNewer: false }),
    vaultReplaceDataKey: () => ok({ secrets: 2, tokens: 1, backupsDeleted: 3, backupsLeft: 0 }),
    vaultChangePassphrase: () => ok({ how: 'none', count: 0 }),
    environmentCheckAddress: ({ address }) => ok(checkAddress(address)),
    environmentChooseAuthority: () =>
      ok({
        handle: 'authority-1',
        subject: 'CN=Exchange Lab Root',
        issuer: 'CN=Exchange Lab Root',
        validFromMs: Date.UTC(2021, 3, 2),
        validToMs: Date.UTC(2031, 3, 2),
        fingerprint: '9A:41:77:0C:E2:5D:18:BB:63:F0:2E:94:C1:0A:7D:58',
      }),
    environmentAdd: () => ok({ environmentId: 'lab' }),
    credentialAdd: () => ok({ credentialId: 'desk-a' }),
    tokenGet: () => ok({ tokenId: 't-new' }),
    tokenRenew: () => ok({ tokenId: 't-new' }),
    tokenCheck: () => ok(checkReport(Date.now())),
    tokenForget: () => ok('forgotten'),
    partnerPlanTryOldSecret: () => ok('refused'),
    keystoreCurrent: () => ok({ refusal: { code: 'os_keystore_insecure' } }),
    backupList: () => ok([]),
    historyPage: () => ok({ events: [], next: null, total: 0 }),
    historyVerify: () => ok({ events: 0, damage: null, atMs: Date.now() }),
    historyHead: () => ok({ head: '0123456789abcdef'.repeat(4) }),
    historyExport: () => ok('cancelled'),
    revokeAllPreview: () =>
      ok({
        revocable: 0,
        trading: 0,
        underWay: 0,
        guided: 0,
        accepted: 0,
        outOfReach: 0,
        credentials: [],
      }),
    revokeAllStart: () => ok({ runId: 'run-1' }),
    bulkGet: () => ok({ runId: 'bulk-1' }),
    bulkRenew: () => ok({ runId: 'bulk-1' }),
    bulkCheck: () => ok({ runId: 'bulk-1' }),
    secretScanSearch: () => ok('cancelled'),
    secretScanProgress: () => ok(null),
    settingsChange: (change) => {
      push(({ settings }) => {
        const { alerts = {}, ...others } = change;
        const given = { ...others, alerts: changedAlerts(settings.alerts, alerts) };
        return { settings: { ...settings, ...(given as typeof settings) } };
      });
      return ok('done');
    },
    practiceCurrent: () => ok(practice(Date.now())),
    practiceChange: () => ok(practice(Date.now())),
  };
  const told: Replies = { ...usual, ...replies };
  const call = (name: CallName) => async (input?: unknown) => {
    // A report of use may come with any key: no test about calls should have to know.
    if (name === 'vaultKeepOpen') uses += 1;
    else calls.push({ name, input });
    const reply = told[name] as ((input: unknown) => unknown) | undefined;
    return reply === undefined ? ok('done') : reply(input);
  };
  const listen =
    <T>(listeners: Set<(payload: T) => void>) =>
    (listener: (payload: T) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
  const bridge = {
    ...Object.fromEntries(callNames.map((name) => [name, call(name)])),
    onViewChanged: listen(viewListeners),
    onCommandInvoked: listen(commandListeners),
  } as unknown as Bridge;
  return {
    bridge,
    calls,
    uses: () => uses,
    push,
    reply: (name, reply) => {
      (told as Record<string, unknown>)[name] = reply;
    },
    invoke: (command) => {
      for (const listener of commandListeners) listener(command);
    },
    view: () => view,
  };
}

/** As main would, roughly: enough for the form to show each side. */
function checkAddress(address: string): CallOutput<'environmentCheckAddress'> {
  const refuse = (reason: CallOutput<'environmentCheckAddress'>['reason']) => ({
    normalised: null,
    reason,
    punycode: null,
  });
  if (address === '') return refuse('empty');
  if (/\s/.test(address)) return refuse('has_whitespace');
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return refuse('not_an_address');
  }
  if (url.protocol !== 'https:') return refuse('not_https');
  if (url.search !== '') return refuse('has_query');
  return {
    normalised: url.href.replace(/\/$/, ''),
    reason: null,
    punycode: url.host.startsWith('xn--') ? url.host : null,
  };
}
