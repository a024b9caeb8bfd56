// Base64 (RFC 4648 section 4, padded) with exactly one spelling per value: anything Node would
// forgive is refused, so that no two different headers mean the same (V14).

/** The bytes, or null when the text is not the canonical spelling or not of an allowed length. */
export function decodeBase64(text: string, minBytes: number, maxBytes = minBytes): Buffer | null {
  if (text.length > Math.ceil(maxBytes / 3) * 4) return null;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length < minBytes || bytes.length > maxBytes) return null;
  return bytes.toString('base64') === text ? bytes : null;
}

/** The canonical spelling: RFC 4648 section 4, padded. */
export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
