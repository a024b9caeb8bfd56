// What runs in the isolated world before a preload: `electron`'s renderer half and the wire to main.
// Self-contained on purpose: its source text is injected. Never runs in a sub-frame.
import type { makeBridge } from './bridge.ts';
import type { makeCodec } from './codec.ts';

/** From the preload's world to main. */
export type FromPage =
  | {
      readonly type: 'invoke';
      readonly id: number;
      readonly channel: string;
      readonly data: string;
    }
  | { readonly type: 'send'; readonly channel: string; readonly data: string }
  | { readonly type: 'close' }
  | { readonly type: 'drop' }
  | { readonly type: 'key'; readonly key: PressedKey }
  /** Input of the system, by its kind alone, as Electron names it. */
  | { readonly type: 'input'; readonly kind: string };

/** From main to the preload's world. */
export type ToPage =
  | { readonly type: 'event'; readonly channel: string; readonly data: string }
  | { readonly type: 'result'; readonly id: number; readonly data: string }
  | { readonly type: 'error'; readonly id: number; readonly message: string }
  | { readonly type: 'dropped'; readonly paths: readonly string[] };

/** A key press that could be a menu's accelerator: reported only with Control or Command held. */
export interface PressedKey {
  readonly key: string;
  readonly control: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly meta: boolean;
}

export const BINDING = '__standin';
export const DELIVER = '__standinDeliver';
/** Answers the files of the drop that waits. */
export const DROPPED = '__standinDropped';

export function enterPreloadWorld(
  secret: string,
  bridgeMaker: typeof makeBridge,
  codecMaker: typeof makeCodec,
  names: {
    readonly binding: string;
    readonly deliver: string;
    readonly dropped: string;
    /** Path of the page that a window shows before the app loads one: no preload runs there. */
    readonly start: string;
  },
  preload: (...scope: unknown[]) => void,
): void {
  if (window !== window.top || location.pathname === names.start) return;
  type Listener = (...args: unknown[]) => void;
  const world = globalThis as unknown as Record<string, unknown>;
  const wire = world[names.binding] as (text: string) => void;
  delete world[names.binding];
  const tell = (message: FromPage): void => wire(JSON.stringify(message));
  const codec = codecMaker();
  const bridge = bridgeMaker(secret, 'preload', () => undefined);

  const answers = new Map<number, { ok: (value: unknown) => void; no: (reason: Error) => void }>();
  const listeners = new Map<string, Set<Listener>>();
  let nextId = 1;
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((ok, no) => {
        const data = codec.encode(args);
        const id = nextId++;
        answers.set(id, { ok, no });
        tell({ type: 'invoke', id, channel, data });
      }),
    send: (channel: string, ...args: unknown[]) =>
      tell({ type: 'send', channel, data: codec.encode(args) }),
    on: (channel: string, listener: Listener): void => {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
    },
    off: (channel: string, listener: Listener): void => {
      listeners.get(channel)?.delete(listener);
    },
  };

  Object.defineProperty(globalThis, names.deliver, {
    value: (message: ToPage) => {
      if (message.type === 'event') {
        const args = codec.decode(message.data) as unknown[];
        for (const listener of listeners.get(message.channel) ?? []) listener({}, ...args);
        return;
      }
      if (message.type === 'dropped') {
        dropOn(message.paths);
        return;
      }
      const waiting = answers.get(message.id);
      answers.delete(message.id);
      if (message.type === 'result') waiting?.ok(codec.decode(message.data));
      else waiting?.no(new Error(message.message));
    },
  });

  // Chromium tells where a dropped file lies to the host alone, and not at once; getPathForFile must
  // answer at once. So a drop waits for that, and then happens again with the same files.
  const pathOfFile = new WeakMap<File, string>();
  const drops: { readonly files: readonly File[]; readonly target: EventTarget }[] = [];
  Object.defineProperty(globalThis, names.dropped, { value: () => drops[0]?.files ?? [] });
  addEventListener(
    'drop',
    (event) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (!event.isTrusted || files.length === 0) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      drops.push({ files, target: event.target ?? window });
      tell({ type: 'drop' });
    },
    { capture: true },
  );
  const dropOn = (paths: readonly string[]): void => {
    const drop = drops.shift();
    if (drop === undefined) return;
    const dataTransfer = new DataTransfer();
    for (const [index, file] of drop.files.entries()) {
      pathOfFile.set(file, paths[index] ?? '');
      dataTransfer.items.add(file);
    }
    drop.target.dispatchEvent(
      new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, composed: true }),
    );
  };

  // A menu accelerator comes after the page: where the page prevented the key, the menu stays quiet.
  // Plain typing is never reported, so that no typed secret crosses this wire.
  addEventListener('keydown', (event) => {
    if (!event.isTrusted || !(event.ctrlKey || event.metaKey)) return;
    const { key, ctrlKey: control, altKey: alt, shiftKey: shift, metaKey: meta } = event;
    setTimeout(() => {
      if (!event.defaultPrevented) tell({ type: 'key', key: { key, control, alt, shift, meta } });
    }, 0);
  });

  // As Electron's `input-event`: before the page has it, never which key, and nothing that a script made.
  const inputKinds = {
    keydown: 'rawKeyDown',
    mousedown: 'mouseDown',
    mousemove: 'mouseMove',
    wheel: 'mouseWheel',
    touchstart: 'touchStart',
  };
  for (const [type, kind] of Object.entries(inputKinds)) {
    let toldMs = Number.NEGATIVE_INFINITY;
    const hear = ({ isTrusted, timeStamp }: Event): void => {
      if (!isTrusted || timeStamp - toldMs < 100) return;
      toldMs = timeStamp;
      tell({ type: 'input', kind });
    };
    addEventListener(type, hear, { capture: true, passive: true });
  }

  bridge.expose(':host', { close: () => tell({ type: 'close' }) });
  const electron = {
    contextBridge: { exposeInMainWorld: bridge.expose },
    ipcRenderer,
    webUtils: { getPathForFile: (file: File) => pathOfFile.get(file) ?? '' },
  };
  const require = (id: string): unknown => {
    if (id === 'electron') return electron;
    throw new Error(`module not found: ${id}`);
  };
  const module = { exports: {} };
  preload(require, module, module.exports, { type: 'renderer', sandboxed: true }, globalThis);
}

/** The main world's half: receives what the preload exposes, and re-routes window.close() to main. */
export function enterPageWorld(secret: string, bridgeMaker: typeof makeBridge): void {
  if (window !== window.top) return;
  bridgeMaker(secret, 'page', (key, api) => {
    if (key === ':host') {
      const host = api as { readonly close: () => void };
      window.close = () => host.close();
      return;
    }
    if (Object.hasOwn(window, key)) {
      throw new Error('Cannot bind an API on top of an existing property on the window object');
    }
    const how = { value: api, enumerable: true, writable: false, configurable: false };
    Object.defineProperty(window, key, how);
  });
}
