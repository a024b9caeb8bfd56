// Where Electron is less kind than a plain Node with a browser, the stand-in is not kinder. What costs no time holds
// always; the strict stand-in (`STRONGROOM_STRICT=1 npm test -- journeys`) has the other rules too.
// Each names what of Electron it plays; docs/electron.md holds the lines of its source.
import { EventEmitter } from 'node:events';

export const isStrict = (): boolean => process.env['STRONGROOM_STRICT'] === '1';

/** A dialog of the system is answered no sooner: the app goes on meanwhile. */
const DIALOG_MS = 200;

/** Unhandled rejections warn, and end nothing: listeners of the app are asked first, as in Electron. */
export function warnOfRejections(): void {
  process.on('unhandledRejection', (reason) => {
    // The app's own listener, where it has one, has heard it too.
    if (process.listenerCount('unhandledRejection') > 1) return;
    const kind = reason instanceof Error ? reason.name : typeof reason;
    process.stderr.write(`stand-in host: nobody handled a rejection (${kind})\n`);
  });
}

/** The strict stand-in plays GNOME under Wayland, with what `test/reliability/wayland.test.ts` sees of it. */
export const playsWayland = (): boolean => isStrict() && process.platform === 'linux';

/** What belongs to a minimised window is not seen, and nobody answers it. */
export const isSeenOver = (parent: { readonly isOutOfSight: boolean } | null): boolean =>
  !playsWayland() || parent?.isOutOfSight !== true;

/** An app without the focus is passed by; and what only is cleared comes back. */
export const clipboardHeeds = (what: 'text' | 'clear', focused: boolean): boolean =>
  !playsWayland() || (what === 'text' && focused);

/** Some compositors of Wayland announce no first frame. */
export const announcesFirstFrame = (): boolean => !isStrict();

/** `enableSandbox` takes `--no-sandbox` off the command line. */
export function dropNoSandbox(switches: Map<string, string>): void {
  switches.delete('no-sandbox');
}

/** A keyring that asks the person, who is not there; STANDIN_KEYSTORE_ANSWERS has somebody there. */
export const keystoreAnswer = <T>(answer: T): Promise<T> =>
  isStrict() && process.env['STANDIN_KEYSTORE_ANSWERS'] !== '1'
    ? new Promise<T>(() => undefined)
    : Promise.resolve(answer);

export const whenAnswered = <T>(answer: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(answer), isStrict() ? DIALOG_MS : 0));

/**
 * Linux tells `shutdown` to an app that listened to another event of powerMonitor before: the first listener of all
 * is not looked at again until a second one comes.
 */
export class PowerEvents extends EventEmitter {
  #tellsShutdown = false;

  constructor() {
    super();
    this.once('newListener', () => {
      this.#tellsShutdown = this.listenerCount('shutdown') > 0;
      this.on('newListener', (event) => (this.#tellsShutdown ||= event === 'shutdown'));
    });
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event === 'shutdown' && !this.#tellsShutdown) return false;
    return super.emit(event, ...args);
  }
}
