// Serves the contract without Electron: a test calls as any sender and answers main's dialogs.
import { createHandlers, type AllParts } from '../../electron/main/app/handlers.ts';
import { createPublisher } from '../../electron/main/app/publisher.ts';
import { serveContract } from '../../electron/main/ipc/serve-contract.ts';
import type { Caller, Sender } from '../../electron/main/ipc/sender-policy.ts';
import type { Question } from '../../electron/main/secret-input/ports.ts';
import { createSavedFile } from '../../electron/main/ipc/saved-file.ts';
import { createDrillFence } from '../../electron/main/practice/drills/drill-fence.ts';
import { Drills } from '../../electron/main/practice/drills/drills.ts';
import type { VersionCheck } from '../../electron/main/desktop/newer-version.ts';
import type { PracticeSession } from '../../electron/main/practice/practice-session.ts';
import { createClipboardClearing } from '../../electron/main/secret-input/clipboard-clearing.ts';
import { createTokenClipboard } from '../../electron/main/secret-input/token-clipboard.ts';
import type { SecretPlace } from '../../electron/main/secret-input/secret-words.ts';
import { createAuthorityFiles } from '../../electron/main/secret-input/authority-file.ts';
import { fail, ok } from '../../electron/main/domain/result.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import type { CallName } from '../../electron/shared/ipc-contract.ts';
import { channelOf } from '../../electron/shared/ipc-channels.ts';
import { createBackupsOf, rolledBackVault, storeOfBackup } from './backups-of.ts';
import { createMemoryClipboard } from './memory-clipboard.ts';
import { notLocking, safeSettings } from './protection.ts';
import { readWhole } from './shown-views.ts';
import { viewSources } from './view-sources.ts';
import { fakeUnlockMethods } from './fake-ways-in.ts';
import { createTestSession } from './test-session.ts';
import type { SessionServices } from '../../electron/main/session/session-services.ts';
import { NOTHING_TO_TELL } from '../../electron/main/session/session-lifecycle.ts';

export const PAGE = 'strongroom://app/index.html';
const trustedSender: Sender = {
  webContentsId: 1,
  frame: { url: PAGE, isMainFrame: true },
};

const noPractice = {
  gateway: () => null,
  target: () => null,
  targetOf: () => null,
  open: () => Promise.resolve(),
  addSamples: () => Promise.resolve(),
  register: () => undefined,
  revokeKey: () => false,
  ready: () => Promise.reject(new Error('no practice gateway here')),
  newSecret: () => Promise.resolve(false),
  removeOldSecret: () => false,
  close: () => Promise.resolve(),
} as unknown as PracticeSession;

type Newer = Awaited<ReturnType<VersionCheck['newer']>>;

export async function createContractServer(secretText = 'typed-secret') {
  const session = await createTestSession();
  const questions: Question[] = [];
  const asked: string[] = [];
  const places: SecretPlace[] = [];
  let kept = 0;
  const logged: unknown[] = [];
  let choice: number | null | (() => Promise<number>) = null;
  let picked: string | null = null;
  const told: string[] = [];
  let bug: unknown = null;
  const clipboard = createMemoryClipboard();
  let settings = safeSettings;
  let used = 0;
  const listeners = new Map<string, (caller: Caller, input: unknown) => Promise<unknown>>();
  let warning = false;
  let somebodyThere = false;
  let pressed = false;
  let current: SessionServices = session;
  let keystoreUnlocks = 0;
  const changeVault = () => session.vault.change({ contents: (before) => ({ ...before }) });
  const shownInFolder: string[] = [];
  const openedPages: string[] = [];
  const loginStarts: boolean[] = [];
  let newer: Newer | undefined;
  const dialogs = {
    ask(question: Question) {
      questions.push(question);
      return typeof choice === 'function' ? choice() : Promise.resolve(choice);
    },
    chooseFile: () => Promise.resolve(picked),
    chooseFolder: () => Promise.resolve(picked),
    chooseSave: () => Promise.resolve(picked),
  };
  const clearing = createClipboardClearing(clipboard, session.clock, () => undefined);
  const tokenClipboard = createTokenClipboard(clipboard, clearing, session.clock, () => undefined);
  const services = () => {
    if (bug !== null) throw bug;
    return ok(current);
  };
  const publisher = createPublisher({
    clock: session.clock,
    sources: () =>
      viewSources(session, session.clock.nowMs(), {
        settings,
        clipboard: tokenClipboard.current(),
        clipboardKept: clearing.isLeft(),
      }),
    show: () => undefined,
    push: () => undefined,
  });
  const ports: Omit<AllParts, 'singleActs'> = {
    vaultSession: {
      state: () => ({
        state: 'unlocked',
        failure: null,
        ...NOTHING_TO_TELL,
      }),
      services,
      working: services,
      isAtWork: () => false,
      mayWorkOn: () => false,
      opened: () => rolledBackVault(session),
      start: () => Promise.resolve(),
      create: () => Promise.resolve(fail({ code: 'vault_exists' })),
      openInMemory: () => Promise.resolve(fail({ code: 'in_use' })),
      unlock: () => Promise.resolve(ok('done')),
      lock: () => Promise.resolve(),
      end: () => Promise.resolve(),
      openBy: () => Promise.resolve(ok('cancelled')),
      isOpening: () => false,
      isEnding: () => false,
      attend: () => undefined,
    },
    exitGuard: { lock: () => Promise.resolve(true) },
    version: '0.0.0',
    unlockMethods: {
      ...fakeUnlockMethods(changeVault),
      async unlockWithKeystore() {
        keystoreUnlocks += 1;
        await changeVault();
        return ok('done');
      },
    },
    autoLock: {
      used: () => {
        used += 1;
      },
      state: () => ({ ...notLocking, warning }),
    },
    realInput: { isRecent: () => somebodyThere, isPressed: () => pressed },
    backups: createBackupsOf(session),
    store: storeOfBackup,
    secretInput: {
      take(_source, goes) {
        places.push(goes);
        return Promise.resolve(ok(SecretBytes.take(Buffer.from(secretText))));
      },
      kept() {
        kept += 1;
        return Promise.resolve();
      },
      takePasted: () => Promise.resolve(ok(SecretBytes.take(Buffer.from(secretText)))),
      takeProxyPassword: (about) => {
        asked.push(about);
        return Promise.resolve(ok(SecretBytes.take(Buffer.from(secretText))));
      },
      takeToken: () => Promise.resolve(ok(SecretBytes.take(Buffer.from(secretText)))),
      takeSuspect: () => Promise.resolve(ok(SecretBytes.take(Buffer.from(secretText)))),
    },
    authorities: createAuthorityFiles(() => 'handle-1', Date.now),
    clipboard: tokenClipboard,
    dialogs,
    desktop: {
      vaultFile: '/nowhere/vault/strongroom.vault',
      showInFolder: (file) => shownInFolder.push(file),
      openWebPage(address) {
        openedPages.push(address);
        return Promise.resolve(true);
      },
      notices: () => Promise.resolve([]),
      versionCheck: {
        isOffered: () => Promise.resolve(newer !== undefined),
        newer: () => Promise.resolve(newer ?? ok(null)),
      },
      quit: () => undefined,
    },
    saved: createSavedFile((file) => shownInFolder.push(file)),
    settings: {
      current: () => settings,
      change(change) {
        settings = { ...settings, ...(change as typeof settings) };
        return ok();
      },
    },
    loginStart: {
      set(on) {
        loginStarts.push(on);
        return Promise.resolve(ok());
      },
    },
    practice: noPractice,
    drills: new Drills(noPractice),
    history: { current: () => fail({ code: 'history_closed' }), tell: () => undefined },
    nowMs: session.clock.nowMs,
    view: publisher,
    changed: publisher.changed,
    tellWindow: (command) => told.push(command),
  };
  serveContract(createHandlers(ports), {
    server: {
      handle(channel, listener) {
        listeners.set(channel, listener);
      },
    },
    window: () => ({ webContentsId: 1, pageUrl: PAGE }),
    dialogs,
    fence: createDrillFence(ports.vaultSession),
    log: { event: (name, fields) => logged.push({ name, ...fields }) },
  });
  return {
    session,
    /** What the window would show. */
    view: () => readWhole(publisher.follow(null)),
    /** Every question main asked, and what the person answers from now on: an index or null. */
    questions,
    /** Whose password of a proxy was asked for. */
    asked: () => asked,
    /** How often a secret that was taken was kept. */
    kept: () => kept,
    logged,
    channels: () => [...listeners.keys()],
    call: async (name: CallName, input?: unknown, sender = trustedSender): Promise<unknown> => {
      const listener = listeners.get(channelOf(name));
      if (listener === undefined) throw new Error(`nobody serves ${name}`);
      const caller = { sender: () => sender, committed: () => Promise.resolve() };
      return await listener(caller, input);
    },
    /** What the person picks in main's dialogs for files and folders from now on. */
    pick: (next: string | null) => {
      picked = next;
    },
    /** What main told the window to do. */
    told,
    answerWith: (next: typeof choice) => {
      choice = next;
    },
    clipboardText: clipboard.text,
    /** How often the window said that it is used. */
    used: () => used,
    /** Whose client secret was asked for, and where the person was told that it goes. */
    places,
    /** The vault is about to lock, and whether somebody is before the window. */
    warn: (isSomebodyThere: boolean) => {
      warning = true;
      somebodyThere = isSomebodyThere;
    },
    /** A key or button was pressed in the window just now. */
    press: () => {
      pressed = true;
    },
    /** How often the vault was opened with the system's keystore. */
    keystoreUnlocks: () => keystoreUnlocks,
    /** Files that were shown in their folders. */
    shownInFolder,
    /** Addresses that were opened in the browser. */
    openedPages,
    /** What a publisher's server says of a newer version from now on; nobody said where to ask before. */
    sayNewer: (next: Newer) => {
      newer = next;
    },
    /** What the start at login was set to. */
    loginStarts,
    /** The same vault in another session, as after a lock. */
    reopen: () => {
      current = { ...session, session: { ...session.session } };
    },
    breakHandlersWith: (next: unknown) => {
      bug = next;
    },
  };
}

export type ContractServer = Awaited<ReturnType<typeof createContractServer>>;
