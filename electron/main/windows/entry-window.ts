// The secret-entry window: a small modal window with its own host, in-memory session and preload. It asks, its
// bytes come over a one-way message, and it is destroyed (docs/design.md, "Processes"); a wrong passphrase alone
// leaves it open, for the next one.
import {
  app,
  BrowserWindow,
  ipcMain,
  screen,
  session,
  type IpcMainEvent,
  type Session,
} from 'electron';
import {
  entryChannels,
  maxBytesOf,
  type EntryPurpose,
  type EntryQuestion,
} from '../../shared/unlock/entry-contract.ts';
import type { Clock } from '../domain/clock.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import { wipeableCopy } from '../domain/wipeable-buffer.ts';
import { watchIdle } from '../secret-input/idle-watch.ts';
import type { AskForSecret, SecretPrompt, SecretShow } from '../secret-input/ports.ts';
import { judgeCaller, refusalOf, type KnownWindow, type Refusal } from '../ipc/sender-policy.ts';
import { callerOf, senderOf } from '../platform/electron-ipc.ts';
import { lockDownSession } from './lockdown.ts';
import { ENTRY_PAGE, type PageFiles } from './page-files.ts';
import { servePages } from './page-scheme.ts';
import { showWhenPainted } from './show-when-painted.ts';
import { offerTextMenu } from './text-menu.ts';
import { webPreferences } from './web-preferences.ts';

export interface EntryWindow extends SecretPrompt, SecretShow {
  /** Closes the window unanswered, as at lock. */
  readonly dismiss: () => void;
  /** Somebody pressed in the app window, behind which the question may stand: brings it before them. */
  readonly raise: () => void;
  /** The clock may have jumped: an unanswered question over a locked vault may be too old. */
  readonly reevaluate: () => void;
}

interface EntryPorts {
  readonly preload: string;
  readonly files: PageFiles;
  readonly parent: () => BrowserWindow | null;
  /** Input that the system sent to the window, before its page has it, by kind. True: a person made it. */
  readonly heard: (kind: string) => boolean;
  /** No automatic lock runs then that would close the window in time. */
  readonly vaultLocked: () => boolean;
  readonly clock: Clock;
  /** Who is not this window's page asked or sent something. */
  readonly refused: (call: keyof typeof entryChannels, reason: Refusal) => void;
}

type Answered = (secret: SecretBytes | null) => void;

/** One window, and the question that stands in it. */
interface Asking {
  readonly known: KnownWindow;
  readonly ask: (asked: EntryQuestion) => Promise<SecretBytes | null>;
  /** The question that stands, or the next one: the page waits for it once it has answered. */
  readonly question: () => Promise<EntryQuestion | undefined>;
  /** The most bytes that are an answer; 0 while nothing is asked. */
  readonly mostBytes: () => number;
  readonly answer: (secret: SecretBytes) => void;
  readonly fit: (height: number) => void;
  readonly reevaluate: () => void;
  readonly raise: () => void;
  /** Closes the window. What stands is answered null. */
  readonly end: () => void;
}

/** Without `persist:` it lives in memory. One name: Electron keeps a session for ever (electron#28566). */
const PARTITION = 'entry';
/** Inside, before the page has said how high it is: one field, two of them, or a recovery key. */
const SIZE = { width: 460, height: 240 };
const SIZE_OF_TWO = { width: 460, height: 380 };
const SIZE_TO_SHOW = { width: 480, height: 480 };
const LEAST_HEIGHT = 160;
/** Of a display, for the frame of the window. */
const FRAME_HEIGHT = 64;

/** macOS keeps what is typed from every other program, which Apple wants for a field of secrets alone. */
const hearAlone = (alone: boolean): void => {
  if (process.platform === 'darwin') app.setSecureKeyboardEntryEnabled(alone);
};

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
    return await asking.question();
  });
  ipcMain.on(entryChannels.submit, (event, bytes: unknown) => {
    const secret = bytes instanceof Uint8Array ? SecretBytes.take(bytes) : null;
    if (!mayTell(event, 'submit')) return secret?.wipe();
    const most = asking?.mostBytes() ?? 0;
    if (secret !== null && secret.length > 0 && secret.length <= most) {
      return asking?.answer(secret);
    }
    secret?.wipe();
  });
  ipcMain.on(entryChannels.cancel, (event) => {
    if (mayTell(event, 'cancel')) asking?.end();
  });
  ipcMain.on(entryChannels.fit, (event, height: unknown) => {
    if (!mayTell(event, 'fit')) return;
    if (typeof height === 'number' && Number.isFinite(height)) asking?.fit(height);
  });

  function makeWindow(purpose: EntryPurpose): BrowserWindow {
    const parent = ports.parent();
    return new BrowserWindow({
      ...sizeFor(purpose),
      useContentSize: true,
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
  }

  /** @param stays after an answer too, until its `end`. */
  function open(purpose: EntryPurpose, stays: boolean): Asking {
    asking?.end();
    const storage = entrySession();
    const window = makeWindow(purpose);
    let ended = false;
    let standing: { question: EntryQuestion; readonly answered: Answered } | null = null;
    /** The page that has answered and waits for what comes of it. */
    let waiting: ((question: EntryQuestion | undefined) => void) | null = null;

    const tell = (): EntryQuestion | undefined => {
      if (standing === null) return undefined;
      const { question } = standing;
      standing.question = { ...question, shown: null };
      return question;
    };
    const mine: Asking = {
      known: { webContentsId: window.webContents.id, pageUrl: ENTRY_PAGE },
      ask(asked) {
        if (ended) return Promise.resolve(null);
        return new Promise((answered) => {
          standing = { question: asked, answered };
          const wait = waiting;
          waiting = null;
          wait?.(tell());
        });
      },
      question() {
        if (standing !== null || ended) return Promise.resolve(tell());
        return new Promise((resolve) => {
          waiting = resolve;
        });
      },
      mostBytes: () => (standing === null ? 0 : maxBytesOf(standing.question.purpose)),
      answer(secret) {
        const answered = standing?.answered;
        standing = null;
        if (!stays) mine.end();
        answered?.(secret);
      },
      fit(height) {
        if (ended) return;
        const most = screen.getPrimaryDisplay().workAreaSize.height - FRAME_HEIGHT;
        const wanted = Math.max(LEAST_HEIGHT, Math.min(Math.ceil(height), most));
        window.setContentSize(sizeFor(purpose).width, wanted);
      },
      reevaluate: () => idle?.reevaluate(),
      raise() {
        if (!ended && window.isVisible()) window.focus();
      },
      end() {
        if (ended) return;
        ended = true;
        if (asking === mine) asking = null;
        idle?.stop();
        hearAlone(false);
        if (!window.isDestroyed()) window.destroy();
        void storage.clearStorageData().catch(() => undefined);
        waiting?.(undefined);
        standing?.answered(null);
        standing = null;
      },
    };
    const idle = ports.vaultLocked() ? watchIdle(ports.clock, () => mine.end()) : null;
    asking = mine;
    window.removeMenu();
    offerTextMenu(window);
    window.setContentProtection(true);
    // SECURITY(S28): that somebody is there is what the system says, and no word of a page.
    window.webContents.on('input-event', (_event, { type }) => {
      if (ports.heard(type)) idle?.used();
    });
    showWhenPainted(window, ports.clock, () => {
      if (!window.isDestroyed()) window.show();
    });
    window.on('closed', () => mine.end());
    window.on('focus', () => hearAlone(true));
    window.on('blur', () => hearAlone(false));
    // Without its page the window could be neither answered nor, unseen, closed: nobody is kept by it.
    window.webContents.on('render-process-gone', () => setImmediate(() => mine.end()));
    window.webContents.on('did-fail-load', () => mine.end());
    void window.loadURL(ENTRY_PAGE);
    return mine;
  }

  const toAsked = ({ waitMs = 0, ...rest }: Parameters<AskForSecret>[0]): EntryQuestion => ({
    ...rest,
    waitMs,
    shown: null,
  });

  return {
    dismiss: () => asking?.end(),
    reevaluate: () => asking?.reevaluate(),
    raise: () => asking?.raise(),
    ask: (question) => open(question.purpose, false).ask(toAsked(question)),
    async askAgain(work) {
      let mine: Asking | null = null;
      const close = (): void => mine?.end();
      try {
        return await work((question) => {
          mine ??= open(question.purpose, true);
          return mine.ask(toAsked(question));
        }, close);
      } finally {
        close();
      }
    },
    async show({ about, secret }) {
      const shown = secret.use(wipeableCopy);
      const purpose = 'show_recovery_key';
      const asked = { purpose, about, problem: null, waitMs: 0, shown } as const;
      const answer = await open(purpose, false).ask(asked);
      shown.fill(0);
      answer?.wipe();
      return answer !== null;
    },
  };
}
