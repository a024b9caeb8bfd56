// The floor of the bench, a process of its own: as many HTTP/2 sessions as ours, and nothing but frames.
// No vault, no intent, no budget, no wiping; what any client of Node pays at least.
import http2, { type ClientHttp2Session } from 'node:http2';
import tls from 'node:tls';
import type { RunOrder } from './our-run.ts';
import type { Took } from './scripts.ts';

export type BareOrder = Pick<RunOrder, 'url' | 'authorityPem' | 'tokens' | 'connections'>;

const STREAMS = 100;
/** As ours: what was begun gets on the wire before more is begun. */
const MOST_IN_A_TURN = 96;

function connect({ url, authorityPem }: BareOrder): Promise<ClientHttp2Session> {
  const { hostname, port } = new URL(url);
  const socket = tls.connect({
    host: hostname,
    port: Number(port),
    ca: authorityPem,
    servername: hostname,
    ALPNProtocols: ['h2'],
  });
  const session = http2.connect(url, { createConnection: () => socket });
  return new Promise((resolve, reject) => {
    session.once('remoteSettings', () => resolve(session));
    session.on('error', reject);
  });
}

async function run(order: BareOrder): Promise<Took> {
  const { tokens, url } = order;
  const wanted = Math.ceil(tokens / STREAMS);
  const connectAll = (): Promise<ClientHttp2Session[]> =>
    Promise.all(Array.from({ length: wanted }, () => connect(order)));
  const opened = order.connections === 'warm' ? await connectAll() : null;
  const cpuBefore = process.cpuUsage();
  const beganMs = performance.now();
  const sessions = opened ?? (await connectAll());
  const answers: Promise<unknown>[] = [];
  for (let index = 0; index < tokens; index += 1) {
    if (index % MOST_IN_A_TURN === MOST_IN_A_TURN - 1) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    const form = `client_id=bench-client&client_secret=a-secret&token=bare-${index}-${'t'.repeat(40)}`;
    const stream = sessions[Math.floor(index / STREAMS)]?.request({
      ':method': 'POST',
      ':authority': new URL(url).host,
      ':path': '/auth/oauth2/revoke',
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(form.length),
    });
    stream?.resume();
    stream?.end(form);
    answers.push(new Promise((resolve) => stream?.once('response', resolve)));
  }
  await Promise.all(answers);
  const cpu = process.cpuUsage(cpuBefore);
  const wallMs = performance.now() - beganMs;
  for (const session of sessions) session.close();
  return { wallMs, cpuMs: (cpu.user + cpu.system) / 1_000 };
}

process.on('message', (order: BareOrder) => {
  run(order).then(
    (took) => process.send?.(took),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
