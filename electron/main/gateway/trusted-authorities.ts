// Owns which certificate authorities are trusted, and the TLS context made of them. Loaded with the
// first call, kept per environment authority: parsing them costs more than a request does.
import { setImmediate } from 'node:timers/promises';
import tls from 'node:tls';

export interface TrustedAuthorities {
  /** The context of calls to an environment; `authorityPem` is trusted in addition. */
  readonly contextFor: (authorityPem: string | null) => Promise<tls.SecureContext>;
}

/**
 * SSL_OP_CLEANSE_PLAINTEXT of OpenSSL, which Node does not name: received plaintext is overwritten in
 * the library's buffer once it was handed on. BoringSSL knows no such bit and always overwrites what
 * it frees.
 */
// SECURITY(S15)
const CLEANSE_PLAINTEXT = 0x2;

/**
 * Practice makes a new authority at every unlock, so old contexts must go: one holds all the system's
 * authorities once more, some 1.3 MiB. More environments than these with an authority of their own
 * cost the parsing again when their turns alternate.
 */
const MAX_CONTEXTS = 4;

/**
 * The system's authorities and those bundled with the runtime. Not `default` and not `extra`: those
 * follow NODE_EXTRA_CA_CERTS, and no environment variable may widen trust (reliability.md V22).
 */
export function systemAuthorities(): readonly string[] {
  if (typeof tls.getCACertificates !== 'function') return tls.rootCertificates;
  return [...new Set([...tls.rootCertificates, ...tls.getCACertificates('system')])];
}

export function createTrustedAuthorities(load: () => readonly string[]): TrustedAuthorities {
  const contexts = new Map<string | null, tls.SecureContext>();
  let loaded: readonly string[] | null = null;

  async function contextFor(authorityPem: string | null): Promise<tls.SecureContext> {
    const known = contexts.get(authorityPem);
    if (known !== undefined) {
      // The last used stands last.
      contexts.delete(authorityPem);
      contexts.set(authorityPem, known);
      return known;
    }
    if (loaded === null) {
      loaded = load();
      // Reading the system's store and parsing it are some 30 and 10 ms: not in one stall.
      await setImmediate();
    }
    const made = tls.createSecureContext({
      ca: authorityPem === null ? [...loaded] : [...loaded, authorityPem],
      minVersion: 'TLSv1.2',
      secureOptions: CLEANSE_PLAINTEXT,
    });
    const oldest = contexts.keys().next();
    if (contexts.size >= MAX_CONTEXTS && oldest.done !== true) contexts.delete(oldest.value);
    contexts.set(authorityPem, made);
    return made;
  }

  return { contextFor };
}
