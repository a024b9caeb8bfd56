// Reads a certificate authority from a PEM file and keeps it under a handle until an environment is
// saved with it: the window sees who it is, never the file. What may vouch for nobody (RFC 5280 section
// 4.2.1.9), or not today, is refused: trusting it would open no connection, or one nobody meant.
import { X509Certificate } from 'node:crypto';
import type { AuthorityView } from '../../shared/environments/environment-view.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { withoutUnseen } from '../../shared/one-line.ts';
import { fail, ok, type Outcome } from '../domain/result.ts';
import { readSmallFile } from './small-file.ts';

export type AuthorityFiles = ReturnType<typeof createAuthorityFiles>;

const pemBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** @param nowMs wall clock. */
export function createAuthorityFiles(newId: () => string, nowMs: () => number) {
  const chosen = new Map<string, string>();
  return {
    async read(path: string): Outcome<AuthorityView> {
      const bytes = await readSmallFile(path);
      if (!bytes.ok) return bytes;
      const blocks = bytes.value.toString('latin1').match(pemBlock) ?? [];
      // Each would be trusted, and the person compares one.
      if (blocks.length > 1) {
        return fail(unfit(`it holds ${blocks.length} certificates, and only one can be compared`));
      }
      const pem = blocks.join('');
      const facts = authorityFacts(pem);
      if (facts === null) return fail({ code: 'authority_invalid' });
      const refusal = whyNotTrusted(facts, pem, nowMs());
      if (refusal !== null) return fail(refusal);
      const handle = newId();
      chosen.set(handle, pem);
      return ok({ handle, ...facts });
    },
    /** The PEM behind a handle, or null when it is unknown. */
    pemOf: (handle: string): string | null => chosen.get(handle) ?? null,
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

/** Null where it may vouch for others, today. */
function whyNotTrusted(
  { subject, validFromMs, validToMs }: Omit<AuthorityView, 'handle'>,
  pem: string,
  nowMs: number,
): Failure | null {
  const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
  if (!new X509Certificate(pem).ca)
    return unfit(
      `${subject.slice(0, 200)} may vouch for no other certificate (basicConstraints); it is probably the server’s own`,
    );
  if (nowMs < validFromMs) return unfit(`it begins on ${day(validFromMs)}`);
  return nowMs > validToMs ? unfit(`it expired on ${day(validToMs)}`) : null;
}

const unfit = (about: string): Failure => ({ code: 'authority_invalid', facts: { about } });

function oneLine(name: string): string {
  return withoutUnseen(name.replaceAll('\n', ', ')).slice(0, 300);
}
