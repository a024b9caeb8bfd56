// S10: credentials follow no redirect. All codes, targets and disguises: test/gateway/redirect.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayTarget } from '../../electron/main/gateway/call-target.ts';
import {
  answer,
  callNames,
  expectNoCanary,
  failureCode,
  labGateway,
  makeCall,
  tokenJson,
} from '../support/gateway-lab.ts';
import { startRawTlsServer, type RawTlsServer } from '../support/raw-tls-server.ts';
import { createTestCertificates } from '../support/test-certificates.ts';

let server: RawTlsServer;
let other: RawTlsServer;
let target: GatewayTarget;

beforeAll(async () => {
  const certificates = await createTestCertificates();
  server = await startRawTlsServer(certificates.good);
  other = await startRawTlsServer(certificates.good);
  target = {
    baseUrl: server.url,
    tradeUrl: `${server.url}/trade`,
    authorityPem: certificates.authority,
  };
});
afterAll(async () => await Promise.all([server.stop(), other.stop()]));

describe('a redirect', () => {
  it.each(callNames)('is not followed by %s', async (name) => {
    const gateway = labGateway();
    const places = [`${other.url}/`, other.url.replace('https', 'http'), 'file:///etc/passwd'];
    for (const code of [301, 302, 307, 308]) {
      for (const place of places) {
        server.answerWith(answer(code, tokenJson(), [`Location: ${place}`]));
        const result = await makeCall(gateway, name, target);
        expect(failureCode(result)).toBe('redirect_refused');
        expectNoCanary(result);
      }
    }
    expect([other.connections(), other.receivedBytes()]).toEqual([0, 0]);
  });
});
