// Which bytes may stand in an Authorization header (RFC 6750 section 2.1, RFC 6749 appendix A.12).
// Anything else is never put into one: line breaks would forge headers (case 23).

/** Longest token that is taken, in bytes. */
export const MAX_TOKEN_BYTES = 8 * 1024;

/** Visible ASCII only: no space, no control character, nothing beyond. */
export function isBearerText(bytes: Buffer): boolean {
  return bytes.length > 0 && bytes.every((byte) => byte > 0x20 && byte < 0x7f);
}
