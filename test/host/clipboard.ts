// clipboard as Electron 45 has it (asynchronous). Kept in memory; with a display, texts also go to and
// come from the machine's clipboard.
import type { Clipboard, ClipboardItem } from 'electron';
import { runsHeadless } from './visibility.ts';
import { clipboardHeeds } from './strict.ts';
import { readSystemClipboard, writeSystemClipboard } from './system-clipboard.ts';
import { StandInWindow } from './window.ts';

type Payload = ConstructorParameters<typeof ClipboardItem>[0][string];

export class StandInClipboardItem {
  readonly types: string[];
  readonly #payloads: ReadonlyMap<string, Payload>;

  constructor(items: Record<string, Payload>) {
    this.#payloads = new Map(Object.entries(items));
    this.types = [...this.#payloads.keys()];
  }

  async getType(type: string): Promise<Blob> {
    const payload = await this.#payloads.get(type);
    if (payload === undefined) throw new Error(`The type '${type}' was not found`);
    if (payload instanceof Blob) return payload;
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    return new Blob([text], { type });
  }
}

const TEXT = 'text/plain';
const heeds = (what: 'text' | 'clear'): boolean =>
  clipboardHeeds(what, StandInWindow.getFocusedWindow() !== null);

let items: StandInClipboardItem[] = [];
let warned = false;

async function share(text: string): Promise<void> {
  if (runsHeadless() || (await writeSystemClipboard(text)) || warned) return;
  warned = true;
  console.error('stand-in host: no clipboard tool found; copied texts stay inside the app.');
}

const textHere = async (): Promise<string> => {
  const item = items.find(({ types }) => types.includes(TEXT));
  return item === undefined ? '' : (await item.getType(TEXT)).text();
};

export const clipboard = {
  async readText() {
    const shared = runsHeadless() ? null : await readSystemClipboard();
    return shared ?? textHere();
  },
  async writeText(text: string) {
    if (!heeds('text')) return;
    items = [new StandInClipboardItem({ [TEXT]: text })];
    await share(text);
  },
  async write(data: ClipboardItem[]) {
    if (!heeds('text')) return;
    items = data as unknown as StandInClipboardItem[];
    const text = await textHere();
    if (text !== '') await share(text);
  },
  clear() {
    if (!heeds('clear')) return;
    items = [];
    void share('');
  },
} satisfies Partial<Clipboard>;
