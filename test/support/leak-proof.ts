// The canary proof: everything that left the main process in a journey is kept, and at the end searched
// for every planted secret in every usual encoding. The window under test is never told the pattern.
import { readFileSync, readdirSync } from 'node:fs';
import type { ElectronApplication, Page } from '@playwright/test';
import type { IpcMain, WebContents } from 'electron';
import type { Dialogs } from './dialogs.ts';
import type { LaunchedApp } from './launch.ts';
import { heapStrings } from './leakscan/heap.ts';
import { patternsOf } from './leakscan/patterns.ts';
import { findInText, searchFolder } from './leakscan/search.ts';
import { secretsInVault } from './leakscan/vault-secrets.ts';

/** Where what the window shows has to be. */
const ofTheWindow: ReadonlySet<string> = new Set(['messages', 'dialogs', 'page', 'heap']);

export function createLeakProof(profile: string) {
  const planted = new Map<string, string>();
  const shown = new Map<string, string>();
  const places = new Map<string, string>();
  const keep = (place: string, text: string): void => {
    places.set(place, `${places.get(place) ?? ''}${text}\n`);
  };

  return {
    /** Searches this too: a file that the person had the app write, for one. */
    keep,
    /** Adds a secret that must be found nowhere. */
    plant: (name: string, secret: string) => {
      planted.set(secret, name);
    },
    /** Adds what the window may show, and what must be found nowhere else. */
    plantShown: (name: string, text: string) => {
      shown.set(text, name);
    },
    /** Keeps every message between main and the app window from now on. */
    traceMessages: (app: ElectronApplication) => app.evaluate(traceInMain),
    /** What an earlier journey has traced is not of this one. */
    forgetMessages: (app: ElectronApplication) =>
      app.evaluate(() => {
        const { strongroomTrace } = globalThis as unknown as { strongroomTrace: string[] };
        strongroomTrace.length = 0;
      }),
    /** Keeps what the page prints and requests. */
    watchPage: (page: Page) => {
      page.on('console', (message) => keep('console', message.text()));
      page.on('pageerror', (error) => keep('console', String(error)));
      page.on('request', (request) => {
        keep('network', `${request.method()} ${request.url()} ${request.postData() ?? ''}`);
      });
    },
    /** Takes what can be taken only while the app runs; the page's heap, unless told otherwise. */
    beforeQuit: async (
      { app }: LaunchedApp,
      page: Page,
      dialogs: Dialogs,
      { heap } = { heap: true },
    ) => {
      keep('messages', await app.evaluate(tracedMessages));
      keep('dialogs', JSON.stringify(await dialogs.shown()));
      keep('page', await settledContent(page));
      keep('storage', await page.evaluate(storageText));
      if (heap) keep('heap', (await heapStrings(page)).join('\n'));
      keep('arguments and environment', argumentsAndEnvironment(app.process().pid ?? 0));
    },
    /** Plants what the vault now holds, too: a passphrase is planted under a name that says so. */
    afterQuit: ({ printed }: LaunchedApp) => {
      keep('stdout', printed.stdout());
      keep('stderr', printed.stderr());
      const passphrases = [...planted].flatMap(([secret, name]) =>
        name.includes('passphrase') ? [secret] : [],
      );
      for (const { field, text } of secretsInVault(profile, passphrases)) {
        if (!planted.has(text)) planted.set(text, `${field} in the vault`);
      }
    },
    /** Searches everything kept for everything planted: secret, form and place of each hit. */
    sweep: async (): Promise<readonly string[]> => {
      const patterns = [...planted].flatMap(([secret, name]) => patternsOf(name, secret));
      const alsoShown = [...shown].flatMap(([text, name]) => patternsOf(name, text));
      const inPlaces = [...places].flatMap(([place, text]) =>
        findInText(place, text, ofTheWindow.has(place) ? patterns : [...patterns, ...alsoShown]),
      );
      const inProfile = await searchFolder(profile, [...patterns, ...alsoShown]);
      return [...inPlaces, ...inProfile.findings].map(
        ({ pattern, where }) => `${pattern} in ${where}`,
      );
    },
  };
}

export type LeakProof = ReturnType<typeof createLeakProof>;

/** The part of Electron's main modules that the trace works on. */
interface MainModules {
  readonly ipcMain: IpcMain;
  readonly webContents: { readonly getAllWebContents: () => WebContents[] };
}

/** Runs in the main process: wraps every handler and every push. */
function traceInMain({ ipcMain, webContents }: MainModules): void {
  const trace: string[] = [];
  Object.assign(globalThis, { strongroomTrace: trace });
  const recordEvent = (what: string, value: unknown): void => {
    trace.push(`${what} ${JSON.stringify(value) ?? ''}`);
  };
  type Listener = (...args: unknown[]) => unknown;
  const { _invokeHandlers: handlers } = ipcMain as unknown as {
    _invokeHandlers: Map<string, Listener>;
  };
  for (const [channel, handler] of handlers) {
    handlers.set(channel, async (...args) => {
      recordEvent(`call ${channel}`, args.slice(1));
      const answer = await handler(...args);
      recordEvent(`answer ${channel}`, answer);
      return answer;
    });
  }
  for (const contents of webContents.getAllWebContents()) {
    const send = contents.send.bind(contents);
    contents.send = (channel, ...args) => {
      recordEvent(`push ${channel}`, args);
      send(channel, ...args);
    };
  }
}

/** A page that was just locked is still loading anew: asked again until it stands. */
async function settledContent(page: Page, tries = 30): Promise<string> {
  await page.waitForLoadState();
  try {
    return await page.content();
  } catch (problem) {
    if (tries === 0) throw problem;
    await page.waitForTimeout(100);
    return await settledContent(page, tries - 1);
  }
}

function tracedMessages(): string {
  const { strongroomTrace } = globalThis as unknown as { strongroomTrace: string[] };
  return strongroomTrace.join('\n');
}

/** Runs in the page. */
function storageText(): string {
  const held = [localStorage, sessionStorage].map((storage) => Object.entries(storage));
  return JSON.stringify([held, document.cookie]);
}

/** Of the app's process and all its children, where the system shows them. */
function argumentsAndEnvironment(root: number): string {
  if (process.platform !== 'linux') return '';
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const status = readIfThere(`/proc/${name}/stat`);
    parents.set(Number(name), Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const isUnder = (pid: number): boolean =>
    pid === root || (pid > 1 && isUnder(parents.get(pid) ?? 0));
  return [...parents.keys()]
    .filter(isUnder)
    .map((pid) => readIfThere(`/proc/${pid}/cmdline`) + readIfThere(`/proc/${pid}/environ`))
    .join('\n');
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // the process has ended meanwhile
  }
}
