// Certificates that cost a client the most to look at: a chain of as many as TLS lets a server send, each vouched
// for by the next, and one certificate of as many names. The library takes 100 KiB of them together.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 24 * 60 * 60 * 1000;
/** Some 350 bytes each. */
const LINKS = 270;
const NAMES = 5_000;

export interface LongChain {
  readonly name: string;
  /** What the server presents. */
  readonly key: string;
  readonly cert: string;
  /** Vouches for it; null: nobody does. */
  readonly authority: string | null;
}

interface Party {
  readonly name: string;
  readonly keys: CryptoKeyPair;
}

let serial = 1;

async function certified(
  subject: Party,
  issuer: Party,
  extensions: readonly x509.Extension[],
): Promise<string> {
  const certificate = await x509.X509CertificateGenerator.create({
    subject: subject.name,
    issuer: issuer.name,
    publicKey: subject.keys.publicKey,
    signingKey: issuer.keys.privateKey,
    serialNumber: (serial += 1).toString(16).padStart(4, '0'),
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
    signingAlgorithm: algorithm,
    extensions: [...extensions],
  });
  return certificate.toString('pem');
}

const isAuthority = new x509.BasicConstraintsExtension(true);
const namesOf = (count: number): x509.Extension =>
  new x509.SubjectAlternativeNameExtension([
    { type: 'ip', value: '127.0.0.1' },
    ...Array.from({ length: count }, (_, at) => ({
      type: 'dns' as const,
      value: `n${at.toString(36)}.example`,
    })),
  ]);

async function partyNamed(name: string): Promise<Party> {
  x509.cryptoProvider.set(crypto);
  return {
    name: `CN=${name}`,
    keys: await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']),
  };
}

/** An authority with as many names as a file of 64 KiB holds, in PEM. */
export async function createWideAuthority(): Promise<string> {
  const party = await partyNamed('Wide');
  return await certified(party, party, [isAuthority, namesOf(2_700)]);
}

export async function createLongChains(): Promise<readonly LongChain[]> {
  const [root, server] = [await partyNamed('Root'), await partyNamed('localhost')];
  const authority = await certified(root, root, [isAuthority]);
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', server.keys.privateKey));
  const key = x509.PemConverter.encode(pkcs8, 'PRIVATE KEY');

  // The root itself comes a second time, vouched for by the first of the links: verified at once, and yet long.
  const links: string[] = [];
  let below: Party = root;
  for (let link = 0; link < LINKS; link += 1) {
    const above = await partyNamed(`L${link.toString(36)}`);
    links.push(await certified(below, above, [isAuthority]));
    below = above;
  }
  const leaf = await certified(server, root, [namesOf(0)]);
  const many = [leaf, ...links].join('\n');
  const wide = await certified(server, root, [namesOf(NAMES)]);
  return [
    { name: 'a long chain that is verified', key, cert: many, authority },
    { name: 'a long chain that nobody vouches for', key, cert: many, authority: null },
    { name: 'a certificate of many names that is verified', key, cert: wide, authority },
    {
      name: 'a certificate of many names that nobody vouches for',
      key,
      cert: wide,
      authority: null,
    },
  ];
}
