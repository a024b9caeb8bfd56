// The structured clone of Electron's IPC as JSON text: cycles, maps, typed arrays, errors; functions,
// symbols and promises are refused with Chromium's own words.
// Self-contained on purpose: its source text is injected into the preload's world.

export interface Codec {
  readonly encode: (value: unknown) => string;
  readonly decode: (text: string) => unknown;
}

export function makeCodec(): Codec {
  type Entry = readonly [tag: string, ...rest: unknown[]];
  type ViewMaker = new (buffer: ArrayBuffer) => ArrayBufferView;

  const toBase64 = (bytes: Uint8Array): string => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192) {
      text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    }
    return btoa(text);
  };
  const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => {
    const raw = atob(text);
    const bytes = new Uint8Array(raw.length);
    for (let at = 0; at < raw.length; at++) bytes[at] = raw.charCodeAt(at);
    return bytes;
  };
  const viewMakers = {
    Uint8Array,
    Int8Array,
    Uint8ClampedArray,
    Uint16Array,
    Int16Array,
    Uint32Array,
    Int32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
    DataView,
  } as Readonly<Record<string, ViewMaker>>;
  const errorMakers = {
    Error,
    TypeError,
    RangeError,
    SyntaxError,
    ReferenceError,
    EvalError,
    URIError,
  } as Readonly<Record<string, ErrorConstructor>>;
  const refuse = (): never => {
    throw new Error('An object could not be cloned.');
  };
  const kindOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);

  const encodeObject = (value: object, put: (part: unknown) => number): Entry => {
    if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) refuse();
    if (Array.isArray(value)) return ['array', value.map(put)];
    if (value instanceof Map)
      return ['map', [...value].map(([key, part]) => [put(key), put(part)])];
    if (value instanceof Set) return ['set', [...value].map(put)];
    if (value instanceof Error) {
      return [
        'error',
        value.name in errorMakers ? value.name : 'Error',
        value.message,
        value.stack,
      ];
    }
    if (ArrayBuffer.isView(value)) {
      const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
      return ['view', kindOf(value) in viewMakers ? kindOf(value) : 'Uint8Array', toBase64(bytes)];
    }
    const kind = kindOf(value);
    if (kind === 'ArrayBuffer') return ['buffer', toBase64(new Uint8Array(value as ArrayBuffer))];
    if (kind === 'Date') return ['date', (value as Date).getTime()];
    if (kind === 'RegExp') return ['regexp', (value as RegExp).source, (value as RegExp).flags];
    return ['object', Object.entries(value).map(([key, part]) => [key, put(part)])];
  };

  const encodePrimitive = (value: unknown): Entry => {
    if (value === undefined) return ['undefined'];
    if (typeof value === 'bigint') return ['bigint', String(value)];
    if (typeof value === 'function' || typeof value === 'symbol') return refuse();
    if (Object.is(value, -0)) return ['number', '-0'];
    if (typeof value === 'number' && !Number.isFinite(value)) return ['number', String(value)];
    return ['plain', value];
  };

  const encode = (root: unknown): string => {
    const table: Entry[] = [];
    const seen = new Map<object, number>();
    const put = (value: unknown): number => {
      const isObject = typeof value === 'object' && value !== null;
      const known = isObject ? seen.get(value) : undefined;
      if (known !== undefined) return known;
      const at = table.push(['undefined']) - 1;
      if (isObject) {
        seen.set(value, at);
        table[at] = encodeObject(value, put);
      } else {
        table[at] = encodePrimitive(value);
      }
      return at;
    };
    put(root);
    // A single character beyond ASCII would make the protocol carry the whole text twice as wide.
    return JSON.stringify(table).replace(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  };

  const decode = (text: string): unknown => {
    const table = JSON.parse(text) as Entry[];
    const done = new Map<number, unknown>();
    const read = (at: number): unknown => {
      if (done.has(at)) return done.get(at);
      const [tag, first, second, third] = table[at] ?? ['undefined'];
      // Containers are remembered before they are filled: a cycle leads back to them.
      const remember = <T>(value: T): T => {
        done.set(at, value);
        return value;
      };
      switch (tag) {
        case 'undefined':
          return remember(undefined);
        case 'bigint':
          return remember(BigInt(first as string));
        case 'number':
          return remember(first === '-0' ? -0 : Number(first));
        case 'plain':
          return remember(first);
        case 'date':
          return remember(new Date(first as number));
        case 'regexp':
          return remember(new RegExp(first as string, second as string));
        case 'buffer':
          return remember(fromBase64(first as string).buffer);
        case 'view': {
          const Maker = viewMakers[first as string] ?? Uint8Array;
          return remember(new Maker(fromBase64(second as string).buffer));
        }
        case 'error': {
          const Maker = errorMakers[first as string] ?? Error;
          const error = remember(new Maker(second as string));
          if (typeof third === 'string') error.stack = third;
          return error;
        }
        case 'array': {
          const list = remember<unknown[]>([]);
          for (const part of first as number[]) list.push(read(part));
          return list;
        }
        case 'map': {
          const map = remember(new Map<unknown, unknown>());
          for (const [key, part] of first as [number, number][]) map.set(read(key), read(part));
          return map;
        }
        case 'set': {
          const set = remember(new Set<unknown>());
          for (const part of first as number[]) set.add(read(part));
          return set;
        }
        default: {
          const object = remember<Record<string, unknown>>({});
          for (const [key, part] of first as [string, number][]) {
            // Not an assignment: a key named __proto__ is data here.
            const value = read(part);
            const how = { value, writable: true, enumerable: true, configurable: true };
            Object.defineProperty(object, key, how);
          }
          return object;
        }
      }
    };
    return read(0);
  };

  return { encode, decode };
}
