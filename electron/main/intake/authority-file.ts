// Reads a certificate authority from a PEM file and keeps it under a handle until an environment is
// saved with it: the window sees who it is, never the file.
import { X509Certificate } from 'node:crypto';
import type { AuthorityView } from '../../shared/environment-view.ts';
import type { Failure } from '../../shared/failure.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { readSmallFile } from './small-file.ts';

export interface AuthorityFiles {
  readonly read: (path: string) => Promise<Result<AuthorityView, Failure>>;
  /** The PEM behind a handle, or null when it is unknown. */
  readonly pemOf: (handle: string) => string | null;
}

const pemBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

export function createAuthorityFiles(newId: () => string): AuthorityFiles {
  const chosen = new Map<string, string>();
  return {
    async read(path) {
      const bytes = await readSmallFile(path);
      if (!bytes.ok) return bytes;
      const blocks = bytes.value.toString('latin1').match(pemBlock) ?? [];
      // Each would be trusted, and the person compares one.
      if (blocks.length > 1) {
        return fail({ code: 'authority_invalid', facts: { count: blocks.length } });
      }
      const pem = blocks.join('');
      const facts = authorityFacts(pem);
      if (facts === null) return fail({ code: 'authority_invalid' });
      const handle = newId();
      chosen.set(handle, pem);
      return ok({ handle, ...facts });
    },
    pemOf: (handle) => chosen.get(handle) ?? null,
  };
}

/** Facts of the first certificate; null when any block of the PEM cannot be read. */
export function authorityFacts(pem: string): Omit<AuthorityView, 'handle'> | null {
  try {
    const certificates = (pem.match(pemBlock) ?? []).map((block) => new X509Certificate(block));
    const [first] = certificates;
    if (first === undefined) return null;
    return {
      subject: oneLine(first.subject),
      issuer: oneLine(first.issuer),
      validFromMs: Date.parse(first.validFrom),
      validToMs: Date.parse(first.validTo),
      fingerprint: first.fingerprint256,
    };
  } catch {
    return null;
  }
}

function oneLine(name: string): string {
  return name.replaceAll('\n', ', ').slice(0, 300);
}
