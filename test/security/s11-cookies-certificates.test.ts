// S11: nothing is remembered for a server and no certificate is offered to one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer, labGateway, makeCall, tokenJson } from '../support/gateway-lab.ts';
import { lockedDown } from '../support/fake-contents.ts';
import { startRawTlsServer, type RawTlsServer } from '../support/raw-tls-server.ts';
import { createTestCertificates, type TestCertificates } from '../support/test-certificates.ts';

let server: RawTlsServer;
let certificates: TestCertificates;

beforeAll(async () => {
  certificates = await createTestCertificates();
  server = await startRawTlsServer(certificates.good, {
    requestCert: true,
    rejectUnauthorized: false,
  });
});
afterAll(() => server.stop());

describe('the gateway client', () => {
  it('sends no cookie back and keeps no validator', async () => {
    const fields = ['Set-Cookie: a=b; Path=/', 'ETag: "x"', 'Cache-Control: max-age=9'];
    server.answerWith(answer(200, tokenJson(), fields));
    const target = {
      baseUrl: server.url,
      tradeUrl: `${server.url}/trade`,
      authorityPem: certificates.authority,
    };
    const gateway = labGateway();
    await makeCall(gateway, 'partner token', target);
    await makeCall(gateway, 'partner token', target);
    expect(server.requests).toHaveLength(2);
    const names = server.requests[1]?.headers.map(([name]) => name) ?? [];
    expect(names).toContain('host');
    expect(names.filter((name) => /^cookie|^if-|^cache/.test(name))).toEqual([]);
  });
});

describe('a certificate question', () => {
  it('is answered with none', () => {
    const answers: unknown[][] = [];
    const choose = (...args: unknown[]): number => answers.push(args);
    const prevented = lockedDown().emit(
      'app',
      'select-client-certificate',
      {},
      'https://x',
      [{}],
      choose,
    );
    expect([prevented, answers]).toEqual([true, [[]]]);
  });

  it('about a bad one is answered with no', () => {
    const answers: unknown[] = [];
    const decide = (answer: unknown): number => answers.push(answer);
    const prevented = lockedDown().emit(
      'app',
      'certificate-error',
      {},
      'https://x',
      'bad',
      {},
      decide,
    );
    expect([prevented, answers]).toEqual([true, [false]]);
  });
});
