// The two ends of contextBridge: one in the page's main world, one in the preload's isolated world.
// Messages are CustomEvents on window under a random name; `detail` is structured-cloned between the
// worlds and dispatch is synchronous, so results, callbacks and promises behave as in Electron.
// Self-contained on purpose: its source text is injected into both worlds.

export interface BridgeEnd {
  /** Puts `api` on the other world's window under `key`. */
  readonly expose: (key: string, api: unknown) => void;
}

export function makeBridge(
  secret: string,
  side: 'page' | 'preload',
  onExpose: (key: string, api: unknown) => void,
): BridgeEnd {
  type Callable = (...args: unknown[]) => unknown;
  type Hole = readonly [
    path: readonly (string | number)[],
    kind: 'function' | 'promise',
    id: number,
  ];
  /** A cloneable value, and where in it functions and promises were. */
  interface Packed {
    readonly value: unknown;
    readonly holes: readonly Hole[];
  }
  type Message =
    | { readonly type: 'expose'; readonly key: string; readonly api: Packed }
    | { readonly type: 'settle'; readonly id: number; readonly ok: boolean; readonly value: Packed }
    | {
        readonly type: 'reply';
        readonly call: number;
        readonly ok: boolean;
        readonly value: Packed;
      }
    | { readonly type: 'call'; readonly id: number; readonly call: number; readonly args: Packed };

  // Taken now, before page scripts could replace them.
  const dispatch = EventTarget.prototype.dispatchEvent.bind(window);
  const listen = EventTarget.prototype.addEventListener.bind(window);
  const MessageEvent = CustomEvent;
  const detailField = Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail');
  const otherSide = side === 'page' ? 'preload' : 'page';
  const functions = new Map<number, Callable>();
  const promises = new Map<
    number,
    { ok: (value: unknown) => void; no: (reason: unknown) => void }
  >();
  const replies = new Map<number, { readonly ok: boolean; readonly value: Packed }>();
  let nextId = 1;

  const post = (message: Message): void => {
    dispatch(new MessageEvent(secret + otherSide, { detail: message }));
  };

  const pack = (root: unknown): Packed => {
    const holes: Hole[] = [];
    const seen = new Map<object, unknown>();
    const walk = (value: unknown, path: readonly (string | number)[]): unknown => {
      if (typeof value === 'symbol') throw new TypeError('An object could not be cloned.');
      if (typeof value === 'function') {
        const id = nextId++;
        functions.set(id, value as Callable);
        holes.push([path, 'function', id]);
        return null;
      }
      if (typeof value !== 'object' || value === null) return value;
      if (value instanceof Promise) {
        const id = nextId++;
        holes.push([path, 'promise', id]);
        value.then(
          (settled: unknown) => post({ type: 'settle', id, ok: true, value: pack(settled) }),
          (reason: unknown) => post({ type: 'settle', id, ok: false, value: pack(reason) }),
        );
        return null;
      }
      if (seen.has(value)) return seen.get(value);
      if (Array.isArray(value)) {
        const copy: unknown[] = [];
        seen.set(value, copy);
        for (const [at, part] of value.entries()) copy.push(walk(part, [...path, at]));
        return copy;
      }
      if (Object.prototype.toString.call(value) !== '[object Object]') return value;
      const copy: Record<string, unknown> = {};
      seen.set(value, copy);
      for (const [key, part] of Object.entries(value)) copy[key] = walk(part, [...path, key]);
      return copy;
    };
    return { value: walk(root, []), holes };
  };

  const unpack = (packed: Packed): unknown => {
    const box: Record<string | number, unknown> = { root: packed.value };
    for (const [path, kind, id] of packed.holes) {
      const steps = ['root', ...path];
      const last = steps.pop() ?? 'root';
      let holder = box;
      for (const step of steps) holder = holder[step] as Record<string | number, unknown>;
      holder[last] =
        kind === 'function'
          ? callerOf(id)
          : new Promise((ok, no) => {
              promises.set(id, { ok, no });
            });
    }
    return box['root'];
  };

  const callerOf =
    (id: number): Callable =>
    (...args) => {
      const call = nextId++;
      post({ type: 'call', id, call, args: pack(args) });
      const reply = replies.get(call);
      replies.delete(call);
      if (reply === undefined) throw new Error('the bridge between the worlds is gone');
      const value = unpack(reply.value);
      if (!reply.ok) throw value;
      return value;
    };

  const answerCall = (message: Message & { type: 'call' }): Message => {
    const { call } = message;
    try {
      const args = unpack(message.args) as unknown[];
      const value = pack(functions.get(message.id)?.(...args));
      return { type: 'reply', call, ok: true, value };
    } catch (error) {
      return { type: 'reply', call, ok: false, value: pack(error) };
    }
  };

  listen(secret + side, (event) => {
    event.stopImmediatePropagation();
    const message = detailField?.get?.call(event) as Message;
    switch (message.type) {
      case 'expose':
        onExpose(message.key, unpack(message.api));
        return;
      case 'settle': {
        const waiting = promises.get(message.id);
        promises.delete(message.id);
        if (message.ok) waiting?.ok(unpack(message.value));
        else waiting?.no(unpack(message.value));
        return;
      }
      case 'reply':
        replies.set(message.call, message);
        return;
      case 'call':
        post(answerCall(message));
    }
  });

  return {
    expose: (key, api) => {
      post({ type: 'expose', key, api: pack(api) });
    },
  };
}
