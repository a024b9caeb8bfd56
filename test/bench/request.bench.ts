// P4: one token request, a new TLS connection each, beside node:https with the same policy.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import { systemClock } from '../../electron/main/domain/clock.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import { besideServer } from './bench-lab.ts';
import { interleaved, median, medianRatio } from './measure.ts';
import type { Row } from './results.ts';

const CALLS = 60;
const REPETITIONS = 7;
const SECRET = 'a client secret of the bench';

/** Milliseconds for each. */
async function calls(one: () => Promise<void>): Promise<number> {
  const beganMs = performance.now();
  for (let call = 0; call < CALLS; call += 1) await one();
  return (performance.now() - beganMs) / CALLS;
}

function oursAt(url: string, authorityPem: string): () => Promise<void> {
  const target = { baseUrl: url, tradeUrl: `${url}/trade`, authorityPem };
  const gateway = createGateway({ clock: systemClock, systemAuthorities: () => [] });
  const secret = SecretBytes.take(Buffer.from(SECRET));
  return async () => {
    const answer = await gateway.requestToken(
      target,
      { accessType: 'trader', clientId: 'bench', secret },
      ['TRADER_READ'],
    );
    if (!answer.ok) throw new Error(answer.failure.code);
    for (const { text } of answer.value.tokens) text.wipe();
  };
}

function plainAt(url: string, authorityPem: string): () => Promise<void> {
  const secureContext = tls.createSecureContext({ ca: authorityPem });
  return async () => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'bench',
      client_secret: SECRET,
      scope: 'TRADER_READ',
    }).toString();
    const options = {
      method: 'POST',
      agent: false as const,
      secureContext,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(body.length),
        accept: 'application/json',
      },
    };
    const request = https.request(`${url}/auth/oauth2/token`, options);
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response) text += String(chunk);
    const { access_token: token } = JSON.parse(text) as { access_token?: unknown };
    if (token !== 'bench-token') throw new Error('no token came');
  };
}

export function benchRequests(): Promise<Row[]> {
  return besideServer(async ({ server, addresses: { h1 }, authorityPem }) => {
    await server.ask({ do: 'reset', latencyMs: 0, jitterMs: 0, seed: 1 });
    const samples = await interleaved(
      [
        { name: 'ours', run: () => calls(oursAt(h1, authorityPem)) },
        { name: 'node:https', run: () => calls(plainAt(h1, authorityPem)) },
      ],
      REPETITIONS,
    );
    const [ours = [], plain = []] = [samples.get('ours'), samples.get('node:https')];
    return [
      {
        what: 'one token request, new TLS connection',
        value: median(ours),
        unit: 'ms',
        versus: `node:https, ${median(plain).toFixed(2)} ms`,
        ratio: medianRatio(ours, plain),
        most: 1.5,
      },
    ];
  });
}
