// Certificates for the tests of the gateway client: a good chain, and one for each way to be wrong
// (cases 64-67). Made anew in each test process; no key is ever stored.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
}

export interface TestCertificates {
  /** PEM of the authority that vouches for all but `selfSigned` and `unknownAuthority`. */
  readonly authority: string;
  readonly good: TestCertificate;
  readonly selfSigned: TestCertificate;
  readonly unknownAuthority: TestCertificate;
  readonly expired: TestCertificate;
  /** Itself in time, from an authority that is not: with that authority's PEM. */
  readonly ofExpiredAuthority: TestCertificate & { readonly authority: string };
  readonly notYetValid: TestCertificate;
  readonly wrongHost: TestCertificate;
  /** The right name, in the common name only (RFC 9525). */
  readonly commonNameOnly: TestCertificate;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const ourNames: x509.JsonGeneralNames = [
  { type: 'dns', value: 'localhost' },
  { type: 'ip', value: '127.0.0.1' },
];

interface Issuer {
  readonly name: string;
  readonly keys: CryptoKeyPair;
}

interface Wanted {
  readonly issuer?: Issuer;
  readonly commonName?: string;
  readonly names?: x509.JsonGeneralNames | null;
  readonly fromDays?: number;
  readonly toDays?: number;
}

let serial = 1;

async function newKeys(): Promise<CryptoKeyPair> {
  return await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

async function newAuthority(name: string, toDays = 1): Promise<Issuer & { readonly pem: string }> {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name,
    keys,
    serialNumber: (serial += 1).toString(16).padStart(4, '0'),
    notBefore: new Date(Date.now() - 3 * DAY_MS),
    notAfter: new Date(Date.now() + toDays * DAY_MS),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true,
      ),
    ],
  });
  return { name, keys, pem: certificate.toString('pem') };
}

async function newLeaf(wanted: Wanted): Promise<TestCertificate> {
  const { commonName = 'localhost', names = ourNames, fromDays = -1, toDays = 1 } = wanted;
  const keys = await newKeys();
  const issuer = wanted.issuer ?? { name: `CN=${commonName}`, keys };
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `CN=${commonName}`,
    issuer: issuer.name,
    publicKey: keys.publicKey,
    signingKey: issuer.keys.privateKey,
    serialNumber: (serial += 1).toString(16).padStart(4, '0'),
    notBefore: new Date(Date.now() + fromDays * DAY_MS),
    notAfter: new Date(Date.now() + toDays * DAY_MS),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      ...(names === null ? [] : [new x509.SubjectAlternativeNameExtension(names)]),
    ],
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  const key = x509.PemConverter.encode(pkcs8, 'PRIVATE KEY');
  return { key, cert: certificate.toString('pem') };
}

export async function createTestCertificates(): Promise<TestCertificates> {
  x509.cryptoProvider.set(crypto);
  const issuer = await newAuthority('CN=Test Authority, O=Strongroom Tests');
  const old = await newAuthority('CN=Old Authority, O=Strongroom Tests', -1);
  const stranger = await newAuthority('CN=Unknown Authority, O=Somebody Else');
  return {
    authority: issuer.pem,
    good: await newLeaf({ issuer }),
    selfSigned: await newLeaf({}),
    unknownAuthority: await newLeaf({ issuer: stranger }),
    expired: await newLeaf({ issuer, fromDays: -3, toDays: -1 }),
    ofExpiredAuthority: { ...(await newLeaf({ issuer: old })), authority: old.pem },
    notYetValid: await newLeaf({ issuer, fromDays: 1, toDays: 3 }),
    wrongHost: await newLeaf({
      issuer,
      commonName: 'other.example',
      names: [{ type: 'dns', value: 'other.example' }],
    }),
    commonNameOnly: await newLeaf({ issuer, names: null }),
  };
}
