// The bytes of a revocation on a kept HTTP/1.1 connection: what the HTTP library would have sent.
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { headersOf, type GuardedRequest } from '../../../electron/main/gateway/conversation.ts';
import { endpointOf } from '../../../electron/main/gateway/endpoints.ts';
import { questionOf } from '../../../electron/main/gateway/h1-question.ts';
import { valueOf } from '../vault/vault-samples.ts';

const target = {
  baseUrl: 'https://gateway.example:8443/prefix',
  tradeUrl: 'https://trade.example',
  authorityPem: null,
};

const request = (body: Buffer | null): GuardedRequest => ({
  call: 'revoke',
  endpoint: valueOf(endpointOf('revoke', 'trader', target)),
  body,
  authorization: null,
  secrets: [],
  reach: target,
  wantsBody: () => false,
});

/** What node:http writes for the same request. */
async function written(asked: GuardedRequest): Promise<string> {
  const server = net.createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const outgoing = http.request({
    port: (server.address() as AddressInfo).port,
    agent: false,
    path: asked.endpoint.url.pathname,
    method: asked.endpoint.method,
    headers: { ...headersOf(asked, null), Connection: 'keep-alive' },
  });
  outgoing.on('error', () => undefined);
  const connected = once(server, 'connection');
  outgoing.end(asked.body);
  const [socket] = (await connected) as [net.Socket];
  let text = '';
  while (!text.endsWith(String(asked.body))) {
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    text += bytes.toString('latin1');
  }
  socket.destroy();
  server.close();
  return text;
}

it('is what the HTTP library would have sent, byte for byte', async () => {
  const asked = request(Buffer.from('client_id=a&client_secret=b&token=c'));
  const question = questionOf(asked);
  expect(Buffer.concat([question!.head, question!.body]).toString('latin1')).toBe(
    await written(asked),
  );
});

it('copies the body, which may have to leave twice', () => {
  const body = Buffer.from('token=c');
  questionOf(request(body))?.body.fill(0);
  expect(body.toString()).toBe('token=c');
});

it('leaves a request without a body to the HTTP library', () => {
  expect(questionOf(request(null))).toBeNull();
});
