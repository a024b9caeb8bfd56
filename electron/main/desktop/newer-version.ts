// Whether there is a newer version, where the person asks (I7) and the publisher of this package said where that stands
// (docs/publishing.md). What comes counts by its Ed25519 signature alone (RFC 8032). Nothing is downloaded or installed.
import { createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { webPageAddress } from '../../shared/credentials/notes.ts';
import { failureWords } from '../../shared/failures/failure-words.ts';
import { fail, ok, type Result, type Outcome } from '../domain/result.ts';
import type { GatewayFailure } from '../gateway/gateway.ts';

const address = v.pipe(
  v.string(),
  v.check((given) => webPageAddress(given) === given),
);

/** What a publisher adds to the package.json of a package. */
const packageShape = v.object({
  releases: v.object({
    address: v.pipe(address, v.excludes('?'), v.excludes('#')),
    /** Ed25519 (RFC 8410 section 4): SubjectPublicKeyInfo, DER in base64. */
    publicKey: v.pipe(v.string(), v.regex(/^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/)),
  }),
});
type Releases = v.InferOutput<typeof packageShape>['releases'];

/** What is signed names the app: the key may sign other things too. */
const signedShape = v.strictObject({
  app: v.literal('strongroom'),
  version: v.pipe(v.string(), v.regex(/^\d{1,6}(?:\.\d{1,6}){2}$/)),
  page: address,
});
/** A version that is newer than this one, and the page where it is to be had. */
type Release = Pick<v.InferOutput<typeof signedShape>, 'version' | 'page'>;

const UNSIGNED = 'what came is not signed by the publisher of this app';

export type VersionCheck = ReturnType<typeof createVersionCheck>;

export function createVersionCheck(given: {
  /** Holds the package.json of the app. */
  readonly folder: string;
  readonly version: string;
  readonly read: (address: string) => Promise<Result<Buffer, GatewayFailure>>;
}) {
  const releases = async (): Promise<Releases | null> => {
    const text = await readFile(path.join(given.folder, 'package.json'), 'utf8');
    const read = v.safeParse(packageShape, JSON.parse(text));
    return read.success ? read.output.releases : null;
  };
  return {
    /** Whether a publisher said where to ask. Where none did nothing is ever asked. */
    isOffered: async () => (await releases()) !== null,
    /** Null: this is the newest. `not_allowed` where it is not offered. */
    async newer(): Outcome<Release | null> {
      const from = await releases();
      if (from === null) return fail({ code: 'not_allowed' });
      const { host } = new URL(from.address);
      const answer = await given.read(from.address);
      if (!answer.ok) {
        const { code, facts, about } = answer.failure;
        const { proxy, status } = facts;
        const why = { host, proxy, status: status ?? undefined, about: about ?? undefined };
        const { what } = failureWords({ code, facts: { ...why, call: 'release' } });
        return fail({ code: 'release_unknown', facts: { host, about: what.replace(/\.$/, '') } });
      }
      const signed = signedBy(from.publicKey, answer.value);
      if (signed === null)
        return fail({ code: 'release_unknown', facts: { host, about: UNSIGNED } });
      return ok(isNewer(signed.version, given.version) ? signed : null);
    },
  };
}

/** The first line is what is signed, byte by byte, and the second its signature in base64. */
function signedBy(publicKey: string, file: Buffer): Release | null {
  const end = file.indexOf('\n');
  const said = file.subarray(0, Math.max(end, 0));
  const signature = Buffer.from(file.subarray(end + 1).toString('latin1'), 'base64');
  const key = createPublicKey({
    key: Buffer.from(publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  });
  // SECURITY(S26): whoever answers at that address, or in its place, says nothing here without the publisher's key.
  if (!verify(null, said, key, signature)) return null;
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), signedShape), said.toString('utf8'));
  return read.success ? read.output : null;
}

/** Number by number, so that 0.10.0 comes after 0.9.0. */
const isNewer = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) > 0;
