// A real SOCKS5 proxy (RFC 1928) with sign-in (RFC 1929) that records every byte it sees in both directions, or answers
// the request with a reply of its own. Names are resolved by the proxy, as by every proxy.
import net, { type AddressInfo, type Socket } from 'node:net';

const NO_SIGN_IN = 0;
const BY_PASSWORD = 2;
const NO_WAY = 0xff;

const replyOf = (code: number): Buffer => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);

export async function startSocks5Proxy() {
  const asked: string[] = [];
  const seen: Buffer[] = [];
  const led = new Map<string, number>();
  const open = new Set<Socket>();
  let signIn: readonly [string, string] | null = null;
  let reply: number | Buffer | null = null;

  function connect(client: Socket, request: Buffer): void {
    const [, , , kind = 0, length = 0] = request;
    const end = kind === 3 ? 5 + length : kind === 1 ? 8 : 20;
    const host =
      kind === 3 ? request.toString('latin1', 5, end) : [...request.subarray(4, end)].join('.');
    const port = request.readUInt16BE(end);
    asked.push(`${host}:${port}`);
    if (reply !== null) {
      client.end(typeof reply === 'number' ? replyOf(reply) : reply);
      return;
    }
    const server = net.connect(led.get(host) ?? port, led.has(host) ? '127.0.0.1' : host);
    watch(server);
    server.once('connect', () => {
      client.write(replyOf(0));
      client.on('data', (bytes: Buffer) => server.write(bytes));
      server.on('data', (bytes: Buffer) => {
        seen.push(Buffer.from(bytes));
        client.write(bytes);
      });
    });
    server.once('error', () => client.end(replyOf(5)));
    server.once('close', () => client.destroy());
    client.once('close', () => server.destroy());
  }

  function isSignedIn(bytes: Buffer): boolean {
    const nameEnd = 2 + (bytes[1] ?? 0);
    const given = [bytes.toString('utf8', 2, nameEnd), bytes.toString('utf8', nameEnd + 1)];
    return signIn !== null && given.join('\n') === signIn.join('\n');
  }

  function watch(socket: Socket): void {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
  }

  const server = net.createServer((client) => {
    watch(client);
    client.on('data', (bytes: Buffer) => seen.push(Buffer.from(bytes)));
    client.once('data', (greeting: Buffer) => {
      const offered = [...greeting.subarray(2)];
      const wanted = signIn === null ? NO_SIGN_IN : BY_PASSWORD;
      if (!offered.includes(wanted)) return client.end(Buffer.from([5, NO_WAY]));
      client.write(Buffer.from([5, wanted]));
      if (signIn === null) return client.once('data', (request) => connect(client, request));
      return client.once('data', (credentials: Buffer) => {
        if (!isSignedIn(credentials)) return client.end(Buffer.from([1, 1]));
        client.write(Buffer.from([1, 0]));
        return client.once('data', (request) => connect(client, request));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** Host and port that were asked for, in order. */
    asked,
    /** Everything that came from clients and from servers, one behind the other. */
    seen: () => Buffer.concat(seen),
    /** Asks for this sign-in. */
    requireSignIn: (userName: string, password: string) => (signIn = [userName, password]),
    /** Where this host of a request leads, whatever its port. */
    lead: (host: string, port: number) => void led.set(host, port),
    /** Answers requests with this code (RFC 1928 section 6), or with these bytes, instead of connecting. */
    replyWith: (next: number | Buffer) => (reply = next),
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type Socks5Proxy = Awaited<ReturnType<typeof startSocks5Proxy>>;
