// Owns which certificate authorities are trusted, and the TLS context made of them. Loaded with the
// first call that needs them, kept per environment authority: parsing them costs more than a request does.
import { setImmediate } from 'node:timers/promises';
import tls from 'node:tls';

/** Whose certificates count for an environment (RFC 5280 section 6). */
export interface Trust {
  /** An authority trusted in addition to the system's, PEM; null for none. */
  readonly authorityPem: string | null;
  /** Whether it is trusted instead of the system's. */
  readonly trustsItAlone?: boolean | undefined;
}

/**
 * SSL_OP_CLEANSE_PLAINTEXT of OpenSSL, which Node does not name: received plaintext is overwritten in
 * the library's buffer once it was handed on. BoringSSL knows no such bit and always overwrites what
 * it frees.
 */
// SECURITY(S15)
const CLEANSE_PLAINTEXT = 0x2;

/**
 * Practice makes a new authority at every unlock, so old contexts must go. One that trusts the system's too
 * holds all of them once more, some 1.3 MiB: more environments than these with an authority of their own cost
 * the parsing again when their turns alternate.
 */
const MAX_CONTEXTS = 4;

/**
 * The system's authorities and those bundled with the runtime. Not `default` and not `extra`: those
 * follow NODE_EXTRA_CA_CERTS, and no environment variable may widen trust (docs/threat-model.md V22).
 */
export function systemAuthorities(): readonly string[] {
  if (typeof tls.getCACertificates !== 'function') return tls.rootCertificates;
  return [...new Set([...tls.rootCertificates, ...tls.getCACertificates('system')])];
}

export type TrustedAuthorities = ReturnType<typeof createTrustedAuthorities>;

/**
 * Gives the TLS context of calls to an environment, and keeps it for each set of authorities. Rejects where the PEM of an
 * authority is none. `load` answers the system's, PEM, and is asked once.
 */
export function createTrustedAuthorities(load: () => readonly string[]) {
  const contexts = new Map<string, tls.SecureContext>();
  let loaded: readonly string[] | null = null;

  return async ({ authorityPem, trustsItAlone }: Trust): Promise<tls.SecureContext> => {
    const own = authorityPem === null ? [] : [authorityPem];
    const isAlone = authorityPem !== null && trustsItAlone === true;
    if (!isAlone && loaded === null) {
      loaded = load();
      // Reading the system's store and parsing it are some 30 and 10 ms: not in one stall.
      await setImmediate();
    }
    const key = `${isAlone} ${authorityPem}`;
    // Looked for after every wait: many ask at once, and one context is enough for all of them.
    const context =
      contexts.get(key) ??
      tls.createSecureContext({
        ca: isAlone ? own : [...(loaded ?? []), ...own],
        minVersion: 'TLSv1.2',
        secureOptions: CLEANSE_PLAINTEXT,
      });
    // The last used stands last.
    contexts.delete(key);
    contexts.set(key, context);
    const [oldest = key] = contexts.keys();
    if (contexts.size > MAX_CONTEXTS) contexts.delete(oldest);
    return context;
  };
}
