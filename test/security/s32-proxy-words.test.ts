// S32: a proxy that repeats what it was signed in with. Its words reach neither a failure nor a diagnosis: only
// the status does.
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { fromGateway } from '../../electron/main/tokens/issuance/call-failure.ts';
import { makeCall } from '../support/gateway-lab.ts';
import { gatewayWith, manual, openProxyLab } from '../support/proxy-lab.ts';

const lab = await openProxyLab();

const USER = 'desk-user-7f3a';
const PASSWORD = 'proxy-password-91c4';
const BASIC = Buffer.from(`${USER}:${PASSWORD}`).toString('base64');
const words = [USER, PASSWORD, BASIC];

describe('a proxy that repeats its sign-in', () => {
  it.each([
    ['in a refusal to sign in', '407 wrong sign-in'],
    ['in a refusal of the target', '403 not for'],
    ['in an answer of its own', '200 hello'],
    ['in a redirect', '302 to'],
  ])('%s is shown with the status alone', async (_name, status) => {
    const server = await lab.startServer();
    const proxy = await lab.startProxy();
    const line = `HTTP/1.1 ${status} ${words.join(' ')}`;
    proxy.answerWith((socket) => {
      socket.end(
        `${line}\r\nProxy-Authenticate: Basic realm="${words.join(' ')}"\r\n\r\n${words.join(' ')}`,
      );
    });
    const target = lab.targetOf(server.url, manual(proxy.port, USER), {
      proxyPassword: () => SecretBytes.take(Buffer.from(PASSWORD)),
    });
    const result = await makeCall(gatewayWith(), 'trader token', target);
    if (result.ok) throw new Error('the proxy let it through');
    const { failure } = result;
    expect(failure.about).toBe(status.slice(0, 3));
    const told = JSON.stringify([failure, fromGateway(failure, 0)]);
    // The name is configured and may be shown where the person configured it, never out of an answer.
    for (const word of words) expect(told).not.toContain(word);
  });
});
