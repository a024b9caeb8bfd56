// Speaks the Chrome DevTools Protocol over --remote-debugging-pipe: JSON texts separated by NUL.
// Owns the pairing of calls and answers. Never opens a port and knows nothing of windows.
import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
// The only published typing of the protocol among our dependencies; types only, erased at run time.
import type { Protocol } from '../../node_modules/playwright-core/types/protocol.d.ts';

export type { Protocol };
export type Command = keyof Protocol.CommandParameters;
export type EventName = keyof Protocol.Events;

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: { readonly sessionId?: string };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** One target's conversation, or the browser's own where `id` is undefined. */
export class CdpSession {
  readonly #events = new EventEmitter();
  readonly #call: (method: string, params: object) => Promise<unknown>;

  constructor(call: (method: string, params: object) => Promise<unknown>) {
    this.#call = call;
    this.#events.setMaxListeners(0);
  }

  send<T extends Command>(
    method: T,
    params?: Protocol.CommandParameters[T],
  ): Promise<Protocol.CommandReturnValues[T]> {
    return this.#call(method, params ?? {}) as Promise<Protocol.CommandReturnValues[T]>;
  }

  on<T extends EventName>(event: T, listener: (payload: Protocol.Events[T]) => void): this {
    this.#events.on(event, listener);
    return this;
  }

  /** Called by the connection with what the browser sent. */
  dispatch(method: string, params: unknown): void {
    this.#events.emit(method, params);
  }
}

export interface CdpConnection {
  readonly root: CdpSession;
  session(id: string): CdpSession;
  onceDisconnected(listener: () => void): void;
  readonly closed: () => boolean;
}

export function connectPipe(toBrowser: Writable, fromBrowser: Readable): CdpConnection {
  interface Waiting {
    readonly method: string;
    readonly resolve: (value: unknown) => void;
    readonly reject: (reason: Error) => void;
  }
  const waiting = new Map<number, Waiting>();
  const sessions = new Map<string, CdpSession>();
  const disconnected: (() => void)[] = [];
  let nextId = 1;
  let closed = false;

  const call = (method: string, params: object, sessionId?: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (closed) {
        reject(new Error(`${method}: the browser has ended`));
        return;
      }
      const id = nextId++;
      waiting.set(id, { method, resolve, reject });
      toBrowser.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });

  const root = new CdpSession((method, params) => call(method, params));
  const session = (id: string): CdpSession => {
    const known = sessions.get(id);
    if (known !== undefined) return known;
    const made = new CdpSession((method, params) => call(method, params, id));
    sessions.set(id, made);
    return made;
  };

  const receive = (text: string): void => {
    const message = JSON.parse(text) as Message;
    if (message.id !== undefined) {
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error === undefined) asked?.resolve(message.result);
      else asked?.reject(new Error(`${asked.method}: ${message.error.message}`));
      return;
    }
    const target = message.sessionId === undefined ? root : session(message.sessionId);
    target.dispatch(message.method ?? '', message.params);
    if (message.method === 'Target.detachedFromTarget' && message.params?.sessionId) {
      sessions.delete(message.params.sessionId);
    }
  };

  let parts: Buffer[] = [];
  fromBrowser.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      parts.push(chunk.subarray(start, end));
      start = end + 1;
      const text = Buffer.concat(parts).toString('utf8');
      parts = [];
      receive(text);
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  });

  const end = (): void => {
    if (closed) return;
    closed = true;
    for (const asked of waiting.values()) {
      asked.reject(new Error(`${asked.method}: the browser has ended`));
    }
    waiting.clear();
    for (const tell of disconnected) tell();
  };
  for (const event of ['close', 'error', 'end'] as const) fromBrowser.on(event, end);
  toBrowser.on('error', end);

  return {
    root,
    session,
    closed: () => closed,
    onceDisconnected(listener) {
      disconnected.push(listener);
    },
  };
}
