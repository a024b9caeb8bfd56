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
import type { SecretPrompt, SecretShow } from '../secret-input/ports.ts';
import { judgeCaller, refusalOf, type KnownWindow, type Refusal } from '../ipc/sender-policy.ts';
import { callerOf, senderOf } from '../platform/electron-ipc.ts';
import { lockDownSession } from './lockdown.ts';
import { ENTRY_PAGE, type PageFiles } from './page-files.ts';
import { servePages } from './page-scheme.ts';
import { showWhenPainted } from './show-when-painted.ts';
import { offerTextMenu } from './text-menu.ts';
import { webPreferences } from './web-preferences.ts';

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

type Asked = Omit<EntryQuestion, 'waitMs' | 'shown'> & Partial<EntryQuestion>;

/** One window, and the question that stands in it. */
class Asking {
  readonly known: KnownWindow;
  readonly #window: BrowserWindow;
  readonly #purpose: EntryPurpose;
  readonly #stays: boolean;
  readonly #ended: () => void;
  readonly #idle: ReturnType<typeof watchIdle> | null;
  #isEnded = false;
  #standing: {
    question: EntryQuestion;
    readonly answered: (secret: SecretBytes | null) => void;
  } | null = null;
  /** The page that has answered and waits for what comes of it. */
  #waiting: ((question: EntryQuestion | undefined) => void) | null = null;

  /** @param stays after an answer too, until its `end`. */
  constructor(ports: EntryPorts, purpose: EntryPurpose, stays: boolean, ended: () => void) {
    [this.#purpose, this.#stays, this.#ended] = [purpose, stays, ended];
    const window = makeWindow(ports, purpose);
    this.#window = window;
    this.known = { webContentsId: window.webContents.id, pageUrl: ENTRY_PAGE };
    const end = (): void => this.end();
    this.#idle = ports.vaultLocked() ? watchIdle(ports.clock, end) : null;
    // SECURITY(S28): that somebody is there is what the system says, and no word of a page.
    window.webContents.on('input-event', (_event, { type }) => {
      if (ports.heard(type)) this.#idle?.used();
    });
    showWhenPainted(window, ports.clock, () => {
      if (!window.isDestroyed()) window.show();
    });
    window.on('closed', end);
    window.on('focus', () => hearAlone(true));
    window.on('blur', () => hearAlone(false));
    // Without its page the window could be neither answered nor, unseen, closed: nobody is kept by it.
    window.webContents.on('render-process-gone', () => setImmediate(end));
    window.webContents.on('did-fail-load', end);
    void window.loadURL(ENTRY_PAGE);
  }

  ask({ waitMs = 0, shown = null, ...rest }: Asked): Promise<SecretBytes | null> {
    if (this.#isEnded) return Promise.resolve(null);
    return new Promise((answered) => {
      this.#standing = { question: { ...rest, waitMs, shown }, answered };
      const wait = this.#waiting;
      this.#waiting = null;
      wait?.(this.#tell());
    });
  }

  /** The question that stands, or the next one: the page waits for it once it has answered. */
  question(): Promise<EntryQuestion | undefined> {
    if (this.#standing !== null || this.#isEnded) return Promise.resolve(this.#tell());
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  #tell(): EntryQuestion | undefined {
    if (this.#standing === null) return undefined;
    const { question } = this.#standing;
    this.#standing.question = { ...question, shown: null };
    return question;
  }

  /** The most bytes that are an answer; 0 while nothing is asked. */
  mostBytes(): number {
    return this.#standing === null ? 0 : maxBytesOf(this.#standing.question.purpose);
  }

  answer(secret: SecretBytes): void {
    const answered = this.#standing?.answered;
    this.#standing = null;
    if (!this.#stays) this.end();
    answered?.(secret);
  }

  fit(height: number): void {
    if (this.#isEnded) return;
    const most = screen.getPrimaryDisplay().workAreaSize.height - FRAME_HEIGHT;
    const wanted = Math.max(LEAST_HEIGHT, Math.min(Math.ceil(height), most));
    this.#window.setContentSize(sizeFor(this.#purpose).width, wanted);
  }

  reevaluate(): void {
    this.#idle?.reevaluate();
  }

  raise(): void {
    if (!this.#isEnded && this.#window.isVisible()) this.#window.focus();
  }

  /** Closes the window. What stands is answered null. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#idle?.stop();
    hearAlone(false);
    if (!this.#window.isDestroyed()) this.#window.destroy();
    this.#ended();
    this.#waiting?.(undefined);
    this.#standing?.answered(null);
    this.#standing = null;
  }
}

function makeWindow(ports: EntryPorts, purpose: EntryPurpose): BrowserWindow {
  const parent = ports.parent();
  const window = new BrowserWindow({
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
  window.removeMenu();
  offerTextMenu(window);
  window.setContentProtection(true);
  return window;
}

export class EntryWindow implements SecretPrompt, SecretShow {
  readonly #ports: EntryPorts;
  #asking: Asking | null = null;
  #own: Session | null = null;

  constructor(ports: EntryPorts) {
    this.#ports = ports;
    // Registered once, so that the inventory of channels is the same from boot to quit.
    ipcMain.handle(entryChannels.question, async (event) => {
      const reason = await judgeCaller(callerOf(event), () => this.#asking?.known ?? null);
      if (reason === null && this.#asking !== null) return await this.#asking.question();
      ports.refused('question', reason ?? 'unknown_window');
      return undefined;
    });
    ipcMain.on(entryChannels.submit, (event, bytes: unknown) => {
      const secret = bytes instanceof Uint8Array ? SecretBytes.take(bytes) : null;
      if (!this.#mayTell(event, 'submit')) return secret?.wipe();
      const most = this.#asking?.mostBytes() ?? 0;
      if (secret !== null && secret.length > 0 && secret.length <= most) {
        return this.#asking?.answer(secret);
      }
      secret?.wipe();
    });
    ipcMain.on(entryChannels.cancel, (event) => {
      if (this.#mayTell(event, 'cancel')) this.dismiss();
    });
    ipcMain.on(entryChannels.fit, (event, height: unknown) => {
      if (!this.#mayTell(event, 'fit')) return;
      if (typeof height === 'number' && Number.isFinite(height)) this.#asking?.fit(height);
    });
  }

  /** Closes the window unanswered, as at lock. */
  readonly dismiss = (): void => this.#asking?.end();

  /** Somebody pressed in the app window, behind which the question may stand: brings it before them. */
  readonly raise = (): void => this.#asking?.raise();

  /** The clock may have jumped: an unanswered question over a locked vault may be too old. */
  readonly reevaluate = (): void => this.#asking?.reevaluate();

  readonly ask: SecretPrompt['ask'] = (question) =>
    this.#open(question.purpose, false).ask(question);

  readonly askAgain: SecretPrompt['askAgain'] = async (work) => {
    let mine: Asking | null = null;
    const close = (): void => mine?.end();
    try {
      return await work((question) => {
        mine ??= this.#open(question.purpose, true);
        return mine.ask(question);
      }, close);
    } finally {
      close();
    }
  };

  readonly show: SecretShow['show'] = async ({ about, secret }) => {
    const shown = secret.use(wipeableCopy);
    const purpose = 'show_recovery_key';
    const answer = await this.#open(purpose, false).ask({ purpose, about, problem: null, shown });
    shown.fill(0);
    answer?.wipe();
    return answer !== null;
  };

  #open(purpose: EntryPurpose, stays: boolean): Asking {
    this.dismiss();
    const storage = this.#session();
    const mine: Asking = new Asking(this.#ports, purpose, stays, () => {
      if (this.#asking === mine) this.#asking = null;
      void storage.clearStorageData().catch(() => undefined);
    });
    this.#asking = mine;
    return mine;
  }

  /** Nothing of an earlier window is in it: pages of ours store nothing, and what they could is cleared. */
  #session(): Session {
    if (this.#own === null) {
      this.#own = session.fromPartition(PARTITION, { cache: false });
      lockDownSession(this.#own);
      servePages(this.#own, this.#ports.files);
    }
    return this.#own;
  }

  #mayTell(event: IpcMainEvent, call: keyof typeof entryChannels): boolean {
    const reason = refusalOf(senderOf(event), this.#asking?.known ?? null);
    if (reason !== null) this.#ports.refused(call, reason);
    return reason === null;
  }
}
