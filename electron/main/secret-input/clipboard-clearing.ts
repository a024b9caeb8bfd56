// Clears a text from the clipboard, if it is still there, and does not take the system's word for it: a desktop may
// keep a copy and put it back (GNOME under Wayland), or pass by an app without the focus. What may still be there is
// remembered by its digest alone, and tried again. What someone else copied meanwhile is never touched (S21).
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../domain/clock.ts';
import { OUTSIDE_LIMIT_MS, within } from '../domain/time-limit.ts';
import type { ClipboardPort } from './ports.ts';

/** A clipboard that another program holds for a moment is looked at again, so often. */
const AGAIN_MS = 1_000;
const LOOKS = 10;

/** By what a text is known again. A string is compared by its UTF-8 bytes. */
export interface TextMark {
  readonly bytes: number;
  readonly digest: Buffer;
}

export type ClipboardClearing = ReturnType<typeof createClipboardClearing>;

const digestOf = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();

export const markOf = (text: string | Buffer): TextMark => ({
  bytes: Buffer.byteLength(text),
  digest: digestOf(text),
});

/** Something of another length is another text, and may take long to digest. */
const isOf = (text: string, { bytes, digest }: TextMark): boolean =>
  Buffer.byteLength(text) === bytes && timingSafeEqual(digestOf(text), digest);

export function createClipboardClearing(
  clipboard: ClipboardPort,
  clock: Clock,
  changed: () => void,
) {
  let left: { readonly mark: TextMark; looks: number; cancel: () => void } | null = null;

  /** Rejects where the clipboard does. */
  async function isGone(mark: TextMark): Promise<boolean> {
    if (isOf(await clipboard.readText(), mark)) {
      await clipboard.clear();
      if (isOf(await clipboard.readText(), mark)) return false;
    }
    return clipboard.isHeeded();
  }

  /** Tries again, as when a window of the app has got the focus. */
  async function again(): Promise<void> {
    const was = left;
    if (was === null) return;
    was.cancel();
    // A clipboard that does not answer is one that cannot be read.
    const gone = await within(clock, OUTSIDE_LIMIT_MS, isGone(was.mark), false).catch(() => false);
    // Another text may have taken its place meanwhile.
    if (left !== was) return;
    if (gone) left = null;
    else if (was.looks > 1) {
      was.looks -= 1;
      was.cancel();
      was.cancel = clock.after(AGAIN_MS, () => void again());
    }
    changed();
  }

  return {
    /** Clears the clipboard, if it holds this text. Settles within seconds, whether that came about or not. */
    clear(mark: TextMark): Promise<void> {
      left?.cancel();
      left = { mark, looks: LOOKS, cancel: () => undefined };
      return again();
    },
    again,
    /** The desktop may still have what the app meant to clear. */
    isLeft: (): boolean => left !== null,
  };
}
