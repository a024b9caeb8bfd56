// P4: one token request, a new TLS connection each, beside node:https with the same policy, and beside oauth4webapi over
// the fetch it uses unless told otherwise.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import * as oauth from 'oauth4webapi';
import { systemClock } from '../../electron/main/domain/clock.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import { besideServer } from './bench-lab.ts';
import { interleaved, median, medianRatio } from './measure.ts';
import type { Row } from './results.ts';

const CALLS = 60;
const REPETITIONS = 7;
const SECRET = 'a client secret of the bench';

interface Calls {
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function calls(one: () => Promise<void>): Promise<Calls> {
  const cpuBefore = process.cpuUsage();
  const beganMs = performance.now();
  for (let call = 0; call < CALLS; call += 1) await one();
  const cpu = process.cpuUsage(cpuBefore);
  return {
    wallMs: (performance.now() - beganMs) / CALLS,
    cpuMs: (cpu.user + cpu.system) / 1_000 / CALLS,
  };
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
    expectToken((JSON.parse(text) as { access_token?: unknown }).access_token);
  };
}

function libraryAt(url: string): () => Promise<void> {
  const server = { issuer: url, token_endpoint: `${url}/auth/oauth2/token` };
  const client: oauth.Client = { client_id: 'bench' };
  return async () => {
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretPost(SECRET),
      { scope: 'TRADER_READ' },
    );
    const token = await oauth.processClientCredentialsResponse(server, client, response);
    expectToken(token.access_token);
  };
}

function expectToken(token: unknown): void {
  if (token !== 'bench-token') throw new Error('no token came');
}

export function benchRequests(): Promise<Row[]> {
  return besideServer(async ({ server, addresses: { h1 }, authorityPem }) => {
    await server.ask({ do: 'reset', latencyMs: 0, jitterMs: 0, seed: 1 });
    // What takes no authority of a call's own, as fetch, trusts the process's.
    const before = tls.getCACertificates('default');
    tls.setDefaultCACertificates([authorityPem]);
    const samples = await interleaved(
      [
        { name: 'ours', run: () => calls(oursAt(h1, authorityPem)) },
        { name: 'node:https', run: () => calls(plainAt(h1, authorityPem)) },
        { name: 'oauth4webapi', run: () => calls(libraryAt(h1)) },
      ],
      REPETITIONS,
    ).finally(() => tls.setDefaultCACertificates(before));
    const of = (name: string, which: keyof Calls): number[] =>
      (samples.get(name) ?? []).map((each) => each[which]);
    const beside = (what: string, which: keyof Calls, name: string, most: number): Row => ({
      what: `one token request, new TLS connection: ${what}`,
      value: median(of('ours', which)),
      unit: 'ms',
      versus: `${name}, ${median(of(name, which)).toFixed(2)} ms`,
      ratio: medianRatio(of('ours', which), of(name, which)),
      most,
    });
    return [
      beside('time', 'wallMs', 'node:https', 1.25),
      beside('CPU of the client', 'cpuMs', 'oauth4webapi', 1),
    ];
  });
}
