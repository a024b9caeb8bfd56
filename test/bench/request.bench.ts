// P4: one token request, a new TLS connection each, beside node:https with the same policy and beside
// oauth4webapi, over the fetch it uses unless told otherwise and over that https. Wall time and this
// process's CPU a call.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import * as oauth from 'oauth4webapi';
import { systemClock } from '../../electron/main/domain/clock.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import type { Lab } from './lab.ts';
import { interleaved, median, medianRatio, type Contestant } from './measure.ts';
import { bounded, row, type Row } from './results.ts';

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

export async function benchRequests(lab: Lab): Promise<Row[]> {
  const url = lab.addresses.h1;
  const target = { baseUrl: url, tradeUrl: `${url}/trade`, authorityPem: lab.authorityPem };
  const gateway = createGateway({ clock: systemClock, systemAuthorities: () => [] });
  const secret = SecretBytes.take(Buffer.from(SECRET));
  await lab.server.ask({ do: 'reset', latencyMs: 0, jitterMs: 0, seed: 1 });

  const ours = async (): Promise<void> => {
    const answer = await gateway.requestToken(
      target,
      { accessType: 'trader', clientId: 'bench', secret },
      ['TRADER_READ'],
    );
    if (!answer.ok) throw new Error(answer.failure.code);
    for (const { text } of answer.value.tokens) text.wipe();
  };
  const secureContext = tls.createSecureContext({ ca: lab.authorityPem });
  const send = async (
    address: string,
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<readonly [status: number, type: string, text: string]> => {
    const options = {
      method: 'POST',
      agent: false as const,
      secureContext,
      headers: { ...headers, 'content-length': String(body.length) },
    };
    const request = https.request(address, options);
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return [response.statusCode ?? 0, response.headers['content-type'] ?? '', text];
  };
  const plain = async (): Promise<void> => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'bench',
      client_secret: SECRET,
      scope: 'TRADER_READ',
    }).toString();
    const [, , text] = await send(`${url}/auth/oauth2/token`, body, {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    });
    expectToken((JSON.parse(text) as { access_token?: unknown }).access_token);
  };
  const authorization: oauth.AuthorizationServer = {
    issuer: url,
    token_endpoint: `${url}/auth/oauth2/token`,
  };
  const client: oauth.Client = { client_id: 'bench' };
  const overSend = async (
    address: string,
    { body, headers }: oauth.CustomFetchOptions<'POST', URLSearchParams>,
  ): Promise<Response> => {
    const [status, type, text] = await send(address, body.toString(), headers);
    return new Response(text, { status, headers: { 'content-type': type } });
  };
  const library = async (transport?: typeof overSend): Promise<void> => {
    const response = await oauth.clientCredentialsGrantRequest(
      authorization,
      client,
      oauth.ClientSecretPost(SECRET),
      { scope: 'TRADER_READ' },
      transport === undefined ? {} : { [oauth.customFetch]: transport },
    );
    const token = await oauth.processClientCredentialsResponse(authorization, client, response);
    expectToken(token.access_token);
  };

  const contestants: Contestant<Calls>[] = [
    { name: 'ours', run: () => calls(ours) },
    { name: 'node https', run: () => calls(plain) },
    { name: 'oauth4webapi', run: () => calls(library) },
    { name: 'oauth4webapi over https', run: () => calls(() => library(overSend)) },
  ];
  const samples = await trusting(lab.authorityPem, () => interleaved(contestants, REPETITIONS));
  const of = (name: string, which: keyof Calls): number[] =>
    (samples.get(name) ?? []).map((each) => each[which]);
  const beside = (which: keyof Calls): number => median(of('node https', which));
  const besideLibrary = (name: string, words: string): { versus: string; ratio: number } => ({
    versus: `${words}, ${median(of(name, 'cpuMs')).toFixed(2)} ms`,
    ratio: medianRatio(of('ours', 'cpuMs'), of(name, 'cpuMs')),
  });
  return [
    bounded(
      'P4.wall',
      'one token request, new TLS connection: ours',
      median(of('ours', 'wallMs')),
      {
        versus: `node https.request, ${beside('wallMs').toFixed(2)} ms`,
        ratio: medianRatio(of('ours', 'wallMs'), of('node https', 'wallMs')),
        most: 1.25,
      },
    ),
    row('P4.cpu', 'the same, CPU of the client: ours', median(of('ours', 'cpuMs')), {
      versus: `node https.request, ${beside('cpuMs').toFixed(2)} ms`,
      ratio: medianRatio(of('ours', 'cpuMs'), of('node https', 'cpuMs')),
    }),
    bounded('P4.library', 'the same, CPU of the client: ours', median(of('ours', 'cpuMs')), {
      ...besideLibrary('oauth4webapi', 'oauth4webapi over its own fetch'),
      most: 1,
    }),
    row('P4.library.https', 'the same, CPU of the client: ours', median(of('ours', 'cpuMs')), {
      ...besideLibrary('oauth4webapi over https', 'oauth4webapi over node https.request'),
    }),
  ];
}

/** What takes no authority of a call's own, as fetch, trusts the process's. */
async function trusting<T>(authorityPem: string, run: () => Promise<T>): Promise<T> {
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([authorityPem]);
  try {
    return await run();
  } finally {
    tls.setDefaultCACertificates(before);
  }
}

function expectToken(token: unknown): void {
  if (token !== 'bench-token') throw new Error('no token came');
}
