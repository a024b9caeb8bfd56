// P4: one token request, a new TLS connection each, beside node:https with the same policy. Wall time and this process's CPU a call.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
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
  const secureContext = (await import('node:tls')).createSecureContext({ ca: lab.authorityPem });
  const plain = async (): Promise<void> => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'bench',
      client_secret: SECRET,
      scope: 'TRADER_READ',
    }).toString();
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      'content-length': body.length,
    };
    const options = { method: 'POST', agent: false as const, secureContext, headers };
    const request = https.request(`${url}/auth/oauth2/token`, options);
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response) text += String(chunk);
    const { access_token: token } = JSON.parse(text) as { access_token?: unknown };
    if (token !== 'bench-token') throw new Error('no token came');
  };

  const contestants: Contestant<Calls>[] = [
    { name: 'ours', run: () => calls(ours) },
    { name: 'node https', run: () => calls(plain) },
  ];
  const samples = await interleaved(contestants, REPETITIONS);
  const of = (name: string, which: keyof Calls): number[] =>
    (samples.get(name) ?? []).map((each) => each[which]);
  const beside = (which: keyof Calls): number => median(of('node https', which));
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
  ];
}
