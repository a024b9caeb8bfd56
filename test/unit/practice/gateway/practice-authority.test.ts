// The practice gateway's throwaway authority: what its certificates say and do not say.
import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPracticeAuthority } from '../../../../electron/main/practice/gateway/practice-authority.ts';

const made = await createPracticeAuthority();
const authority = new X509Certificate(made.authorityPem);
const server = new X509Certificate(made.certificatePem);

describe('practice authority', () => {
  it('signs itself and the server certificate', () => {
    expect(authority.verify(authority.publicKey)).toBe(true);
    expect(server.verify(authority.publicKey)).toBe(true);
    expect(server.checkIssued(authority)).toBe(true);
  });

  it('alone may sign', () => {
    expect([authority.ca, server.ca]).toEqual([true, false]);
  });

  it('vouches for this machine and for no other name', () => {
    expect(server.subjectAltName).toBe('IP Address:127.0.0.1, DNS:localhost');
  });

  it('gives the private key of the server certificate alone', () => {
    expect(made.privateKeyPem).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(JSON.stringify(made).match(/PRIVATE KEY/g)).toHaveLength(2);
  });

  it('is valid now, and for a year', () => {
    const days = (date: string): number => (Date.parse(date) - Date.now()) / 86_400_000;
    for (const certificate of [authority, server]) {
      expect(days(certificate.validFrom)).toBeLessThan(0);
      expect(days(certificate.validTo)).toBeGreaterThan(365);
    }
  });

  it('has its own serial number each time', async () => {
    const other = new X509Certificate((await createPracticeAuthority()).certificatePem);
    expect(other.serialNumber).not.toBe(server.serialNumber);
  });
});
