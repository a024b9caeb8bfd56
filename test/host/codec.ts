// The structured clone of Electron's IPC as JSON text, for what the app sends: plain data, fields that are
// undefined, and bytes. Anything else is refused with Chromium's own words.
// Self-contained on purpose: its source text is injected into the preload's world.

export interface Codec {
  readonly encode: (value: unknown) => string;
  readonly decode: (text: string) => unknown;
}

export function makeCodec(): Codec {
  type Entry = readonly [tag: string, content?: unknown];

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

  const pack = (value: unknown): unknown => {
    if (value === undefined) return ['undefined'];
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') {
      return Number.isFinite(value) ? value : ['number', String(value)];
    }
    if (Array.isArray(value)) return ['array', value.map(pack)];
    switch (Object.prototype.toString.call(value)) {
      case '[object Uint8Array]':
        return ['bytes', toBase64(value as Uint8Array)];
      case '[object Object]':
        return ['object', Object.entries(value).map(([key, part]) => [key, pack(part)])];
      default:
        throw new Error('An object could not be cloned.');
    }
  };

  const unpack = (packed: unknown): unknown => {
    if (!Array.isArray(packed)) return packed;
    const [tag, content] = packed as unknown as Entry;
    switch (tag) {
      case 'number':
        return Number(content);
      case 'array':
        return (content as unknown[]).map(unpack);
      case 'bytes':
        return fromBase64(content as string);
      case 'object':
        // A key named __proto__ is data here, as in a structured clone.
        return Object.fromEntries(
          (content as [string, unknown][]).map(([key, part]) => [key, unpack(part)]),
        );
      default:
        return undefined;
    }
  };

  return {
    // A single character beyond ASCII would make the protocol carry the whole text twice as wide.
    encode: (value) =>
      JSON.stringify(pack(value)).replace(
        /[\u0080-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    decode: (text) => unpack(JSON.parse(text)),
  };
}
