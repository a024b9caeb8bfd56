// Authorities of an environment's own, over real TLS: what is wrong with one is named as that, and no
// byte of a request leaves (cases 65 and 66).
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../electron/main/domain/clock.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import { failureSentence } from '../../electron/shared/failures/failure-words.ts';
import { fromGateway } from '../../electron/main/tokens/issuance/call-failure.ts';
import { answer, callNames, labGateway, makeCall, tokenJson } from '../support/gateway-lab.ts';
import { startRawTlsServer, type RawTlsServer } from '../support/raw-tls-server.ts';
import { createTestCertificates, type TestCertificate } from '../support/test-certificates.ts';

const certificates = await createTestCertificates();

let server: RawTlsServer | null = null;
afterEach(() => server?.stop());

/** What a token request comes to, and what a person reads about it. */
async function ask(certificate: TestCertificate, authorityPem: string | null) {
  server = await startRawTlsServer(certificate);
  server.answerWith(answer(200, tokenJson()));
  const { url } = server;
  const target = { baseUrl: url, tradeUrl: `${url}/trade`, authorityPem };
  const result = await makeCall(labGateway(), 'trader token', target);
  if (result.ok) return { code: 'ok', sentence: '' };
  expect(server.receivedBytes()).toBe(0);
  const { code } = result.failure;
  return { code, sentence: failureSentence(fromGateway(result.failure, 0)) };
}

describe('an authority of an environment’s own', () => {
  it('is trusted for every call, and for this environment alone', async () => {
    server = await startRawTlsServer(certificates.good);
    server.answerWith(answer(200, tokenJson()));
    const { url } = server;
    for (const name of callNames) {
      const target = { baseUrl: url, tradeUrl: `${url}/trade` };
      const { authority } = certificates;
      const gateway = labGateway();
      const trusted = await makeCall(gateway, name, { ...target, authorityPem: authority });
      expect(trusted).toMatchObject({ ok: true });
      expect(await makeCall(gateway, name, { ...target, authorityPem: null })).toMatchObject({
        failure: { code: 'tls_unknown_authority' },
      });
    }
  });

  it('that is trusted alone leaves those of the system out', async () => {
    server = await startRawTlsServer(certificates.good);
    server.answerWith(answer(200, tokenJson()));
    const { url } = server;
    const { authority, ofExpiredAuthority } = certificates;
    const gateway = createGateway({ clock: systemClock, systemAuthorities: () => [authority] });
    const another = ofExpiredAuthority.authority;
    const target = { baseUrl: url, tradeUrl: `${url}/trade`, authorityPem: another };
    const too = await makeCall(gateway, 'trader token', target);
    expect(too).toMatchObject({ ok: true });
    const alone = await makeCall(gateway, 'trader token', { ...target, trustsItAlone: true });
    expect(alone).toMatchObject({ failure: { code: 'tls_unknown_authority' } });
  });

  it('that is another than the server’s is called another one', async () => {
    const { code, sentence } = await ask(certificates.unknownAuthority, certificates.authority);
    expect(code).toBe('tls_unknown_authority');
    expect(sentence).toContain('The authority added to this environment is not the one behind it.');
  });

  it('is not spoken of where there is none', async () => {
    const { code, sentence } = await ask(certificates.unknownAuthority, null);
    expect(code).toBe('tls_unknown_authority');
    expect(sentence).not.toContain('added to this environment');
  });

  it('that has expired is called expired, not the certificate of the server', async () => {
    const { ofExpiredAuthority } = certificates;
    const { code, sentence } = await ask(ofExpiredAuthority, ofExpiredAuthority.authority);
    expect(code).toBe('tls_authority_expired');
    expect(sentence).toContain('An authority behind the certificate of localhost');
    expect(sentence).toContain('Old Authority');
  });

  it('leaves an expired certificate of the server called that', async () => {
    expect((await ask(certificates.expired, certificates.authority)).code).toBe('tls_expired');
  });
});
