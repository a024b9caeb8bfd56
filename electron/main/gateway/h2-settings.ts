// What both sides of an HTTP/2 connection say of themselves at its beginning (RFC 9113 sections 3.4, 6.5).
import { wipeableCopy } from '../domain/wipeable-buffer.ts';
import { FRAME_BYTES, frameOf, frameType, h2Error, h2Setting } from './h2-frames.ts';

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const ENTRY_BYTES = 6;
const MOST_WINDOW_BYTES = 2 ** 31 - 1;
const MOST_FRAME_BYTES = 2 ** 24 - 1;

/** No push, and no table of fields: nothing of one answer is kept for the next. */
export function openingFrames(): readonly Buffer[] {
  const settings = [
    [h2Setting.headerTableBytes, 0],
    [h2Setting.enablePush, 0],
  ] as const;
  const payload = Buffer.alloc(ENTRY_BYTES * settings.length);
  settings.forEach(([id, value], at) => {
    payload.writeUInt16BE(id, at * ENTRY_BYTES);
    payload.writeUInt32BE(value, at * ENTRY_BYTES + 2);
  });
  return [wipeableCopy(Buffer.from(PREFACE)), frameOf(frameType.settings, 0, 0, payload)];
}

export interface ServerSettings {
  readonly maxConcurrentStreams?: number;
  readonly initialWindowBytes?: number;
}

/** A number: the connection must end with this code. */
export function readSettings(payload: Buffer): ServerSettings | number {
  if (payload.length % ENTRY_BYTES !== 0) return h2Error.frameSize;
  let settings: ServerSettings = {};
  for (let at = 0; at < payload.length; at += ENTRY_BYTES) {
    const value = payload.readUInt32BE(at + 2);
    switch (payload.readUInt16BE(at)) {
      case h2Setting.enablePush:
        if (value !== 0) return h2Error.protocol;
        break;
      case h2Setting.maxConcurrentStreams:
        settings = { ...settings, maxConcurrentStreams: value };
        break;
      case h2Setting.initialWindowBytes:
        if (value > MOST_WINDOW_BYTES) return h2Error.flowControl;
        settings = { ...settings, initialWindowBytes: value };
        break;
      case h2Setting.maxFrameBytes:
        // Allowed more than every endpoint takes, we still send no larger ones.
        if (value < FRAME_BYTES || value > MOST_FRAME_BYTES) return h2Error.protocol;
        break;
      default:
    }
  }
  return settings;
}
