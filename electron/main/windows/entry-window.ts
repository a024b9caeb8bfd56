// The secret-entry window: a small modal window with its own host, in-memory session and preload. It
// asks once, its bytes come once over a one-way message, and then it is destroyed (docs/design.md, "Processes").
import { BrowserWindow, ipcMain, session, type IpcMainEvent, type Session } from 'electron';
import {
  entryChannels,
  maxBytesOf,
  type EntryPurpose,
  type EntryQuestion,
} from '../../shared/unlock/entry-contract.ts';
import type { Theme } from '../../shared/words.ts';
import type { Clock } from '../domain/clock.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import { wipeableCopy } from '../domain/wipeable-buffer.ts';
import { watchIdle, type IdleWatch } from '../secret-input/idle-watch.ts';
import type { SecretPrompt, SecretShow } from '../secret-input/ports.ts';
import { judgeCaller, refusalOf, type KnownWindow, type Refusal } from '../ipc/sender-policy.ts';
import { callerOf, senderOf } from '../platform/electron-ipc.ts';
import { lockDownSession } from './lockdown.ts';
import { ENTRY_PAGE, type PageFiles } from './page-files.ts';
import { servePages } from './page-scheme.ts';
import { showWhenPainted } from './show-when-painted.ts';
import { webPreferences } from './web-preferences.ts';

export interface EntryWindow extends SecretPrompt, SecretShow {
  /** Closes the window unanswered, as at lock. */
  readonly dismiss: () => void;
  /** The clock may have jumped: an unanswered question over a locked vault may be too old. */
  readonly reevaluate: () => void;
}

export interface EntryPorts {
  readonly preload: string;
  readonly files: PageFiles;
  readonly parent: () => BrowserWindow | null;
  readonly theme: () => Theme;
  /** Input that the system sent to the window, before its page has it, by kind. True: a person made it. */
  readonly heard: (kind: string) => boolean;
  /** No automatic lock runs then that would close the window in time. */
  readonly vaultLocked: () => boolean;
  readonly clock: Clock;
  /** Who is not this window's page asked or sent something. */
  readonly refused: (call: keyof typeof entryChannels, reason: Refusal) => void;
}

interface Asking {
  readonly known: KnownWindow;
  question: EntryQuestion;
  readonly idle: IdleWatch | null;
  readonly answer: (secret: SecretBytes | null) => void;
}

/** Without `persist:` it lives in memory. One name: Electron keeps a session for ever (electron#28566). */
const PARTITION = 'entry';
/** One field, or two with the strength of what is typed: everything fits without scrolling. */
const SIZE = { width: 460, height: 340 };
const SIZE_OF_TWO = { width: 460, height: 420 };
const SIZE_TO_SHOW = { width: 480, height: 520 };

const sizeFor = (purpose: EntryPurpose): { readonly width: number; readonly height: number } => {
  if (purpose === 'show_recovery_key') return SIZE_TO_SHOW;
  return purpose === 'new_passphrase' || purpose === 'next_passphrase' ? SIZE_OF_TWO : SIZE;
};

export function createEntryWindow(ports: EntryPorts): EntryWindow {
  let asking: Asking | null = null;
  let own: Session | null = null;

  /** Nothing of an earlier window is in it: pages of ours store nothing, and what they could is cleared. */
  function entrySession(): Session {
    if (own === null) {
      own = session.fromPartition(PARTITION, { cache: false });
      lockDownSession(own);
      servePages(own, ports.files);
    }
    return own;
  }

  function mayTell(event: IpcMainEvent, call: keyof typeof entryChannels): boolean {
    const reason = refusalOf(senderOf(event), asking?.known ?? null);
    if (reason !== null) ports.refused(call, reason);
    return reason === null;
  }

  // Registered once, so that the inventory of channels is the same from boot to quit.
  ipcMain.handle(entryChannels.question, async (event) => {
    const reason = await judgeCaller(callerOf(event), () => asking?.known ?? null);
    if (reason !== null || asking === null) {
      ports.refused('question', reason ?? 'unknown_window');
      return undefined;
    }
    const { question } = asking;
    asking.question = { ...question, shown: null };
    return question;
  });
  ipcMain.on(entryChannels.submit, (event, bytes: unknown) => {
    const secret = bytes instanceof Uint8Array ? SecretBytes.take(bytes) : null;
    if (!mayTell(event, 'submit')) return secret?.wipe();
    const most = asking === null ? 0 : maxBytesOf(asking.question.purpose);
    if (secret !== null && secret.length > 0 && secret.length <= most) {
      return asking?.answer(secret);
    }
    secret?.wipe();
  });
  ipcMain.on(entryChannels.cancel, (event) => {
    if (mayTell(event, 'cancel')) asking?.answer(null);
  });

  function open(asked: Omit<EntryQuestion, 'theme'>): Promise<SecretBytes | null> {
    return new Promise((resolve) => {
      asking?.answer(null);
      const storage = entrySession();
      const parent = ports.parent();
      const window = new BrowserWindow({
        ...sizeFor(asked.purpose),
        ...(parent === null ? {} : { parent, modal: true }),
        show: false,
        resizable: false,
        minimizable: false,
        maximizable: false,
        fullscreenable: false,
        title: 'Strongroom: secret entry',
        backgroundColor: '#F6F7F9',
        webPreferences: webPreferences(ports.preload, PARTITION),
      });
      const theme = ports.theme();
      const mine: Asking = {
        known: { webContentsId: window.webContents.id, pageUrl: ENTRY_PAGE },
        question: { ...asked, theme },
        idle: ports.vaultLocked() ? watchIdle(ports.clock, () => mine.answer(null)) : null,
        answer(secret) {
          if (asking !== mine) return secret?.wipe();
          asking = null;
          mine.idle?.stop();
          if (!window.isDestroyed()) window.destroy();
          void storage.clearStorageData().catch(() => undefined);
          resolve(secret);
        },
      };
      asking = mine;
      window.removeMenu();
      window.setContentProtection(true);
      // SECURITY(S28): that somebody is there is what the system says, and no word of a page.
      window.webContents.on('input-event', (_event, { type }) => {
        if (ports.heard(type)) mine.idle?.used();
      });
      showWhenPainted(window, ports.clock, () => {
        if (!window.isDestroyed()) window.show();
      });
      window.on('closed', () => mine.answer(null));
      // Without its page the window could be neither answered nor, unseen, closed: nobody is kept by it.
      window.webContents.on('render-process-gone', () => setImmediate(() => mine.answer(null)));
      window.webContents.on('did-fail-load', () => mine.answer(null));
      void window.loadURL(ENTRY_PAGE);
    });
  }

  return {
    dismiss: () => asking?.answer(null),
    reevaluate: () => asking?.idle?.reevaluate(),
    ask: ({ purpose, about, problem, waitMs = 0 }) =>
      open({ purpose, about, problem, waitMs, shown: null }),
    async show({ about, secret }) {
      const shown = secret.use(wipeableCopy);
      const purpose = 'show_recovery_key';
      const answer = await open({ purpose, about, problem: null, waitMs: 0, shown });
      shown.fill(0);
      answer?.wipe();
      return answer !== null;
    },
  };
}
