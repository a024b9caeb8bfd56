// The practice gateway's own X.509 authority and its one server certificate, made anew at each start.
// The authority's private key cannot be exported and is dropped once it has signed: nothing else can
// ever be issued under it, so trusting its certificate trusts this gateway alone (RFC 5280).

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;
/** Longer than any run of the app; a laptop whose clock is a day off still connects. */
const VALID_DAYS = 397;

/** Names the certificate holds. The gateway itself is reached by address: no name lookup to trust. */
const NAMES = [
  { type: 'ip', value: '127.0.0.1' },
  { type: 'dns', value: 'localhost' },
] as const;

export interface PracticeAuthority {
  /** The authority's certificate: what a client has to trust. */
  readonly authorityPem: string;
  readonly certificatePem: string;
  /** PKCS #8, of the server certificate alone; lives as long as the gateway runs. */
  readonly privateKeyPem: string;
}

/** Certificate times are the machine's own, whatever clock the gateway is given: TLS checks those. */
export async function createPracticeAuthority(): Promise<PracticeAuthority> {
  // Loaded on first use: its decorators cost more at load than both certificates do to make.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const validity = {
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + VALID_DAYS * DAY_MS),
  };
  const [authorityKeys, serverKeys] = await Promise.all([
    crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']),
    crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']),
  ]);
  const authority = await x509.X509CertificateGenerator.createSelfSigned(
    {
      ...validity,
      serialNumber: serialNumber(),
      name: 'CN=Strongroom practice authority',
      keys: authorityKeys,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
        await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
      ],
    },
    crypto,
  );
  const server = await x509.X509CertificateGenerator.create(
    {
      ...validity,
      serialNumber: serialNumber(),
      subject: 'CN=Strongroom practice gateway',
      issuer: authority.subject,
      publicKey: serverKeys.publicKey,
      signingKey: authorityKeys.privateKey,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension([...NAMES]),
        await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
      ],
    },
    crypto,
  );
  return {
    authorityPem: authority.toString('pem'),
    certificatePem: server.toString('pem'),
    privateKeyPem: x509.PemConverter.encode(
      await crypto.subtle.exportKey('pkcs8', serverKeys.privateKey),
      'PRIVATE KEY',
    ),
  };
}

/** 16 random bytes in hex, positive as RFC 5280 section 4.1.2.2 asks. */
function serialNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return Buffer.from(bytes).toString('hex');
}
