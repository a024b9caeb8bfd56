// A token on the clipboard because the person asked: cleared after 20 seconds, at lock and at quit,
// but only if it is still ours. What someone else copied meanwhile is never touched (S21).
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../domain/clock.ts';
import type { TokenId } from '../domain/ids.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { ClipboardPort } from './ports.ts';

export const CLIPBOARD_CLEAR_MS = 20_000;

export interface TokenClipboard {
  /** Takes nothing over: the caller wipes the text. */
  readonly copy: (tokenId: TokenId, text: SecretBytes) => Promise<void>;
  readonly current: () => { readonly tokenId: TokenId; readonly clearsAtMs: number } | null;
  /** Clears now, if the clipboard still holds what was copied. */
  readonly clear: () => Promise<void>;
}

export function createTokenClipboard(
  clipboard: ClipboardPort,
  clock: Clock,
  changed: () => void,
): TokenClipboard {
  let held: {
    readonly tokenId: TokenId;
    readonly clearsAtMs: number;
    readonly digest: Buffer;
    readonly cancel: () => void;
  } | null = null;

  const digestOf = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();

  async function clear(): Promise<void> {
    if (held === null) return;
    const { digest, cancel } = held;
    held = null;
    cancel();
    const now = digestOf(await clipboard.readText());
    if (timingSafeEqual(now, digest)) clipboard.clear();
    changed();
  }

  return {
    async copy(tokenId, text) {
      await clear();
      // SECURITY(S21): the one place where a token becomes a string; the clipboard takes nothing else.
      await text.use((bytes) => clipboard.writeText(bytes.toString('latin1')));
      held = {
        tokenId,
        clearsAtMs: clock.nowMs() + CLIPBOARD_CLEAR_MS,
        digest: text.use(digestOf),
        cancel: clock.after(CLIPBOARD_CLEAR_MS, () => void clear()),
      };
      changed();
    },
    current: () => held && { tokenId: held.tokenId, clearsAtMs: held.clearsAtMs },
    clear,
  };
}
