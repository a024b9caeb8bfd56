// A real CONNECT proxy (RFC 9110 section 9.3.6) that records every byte it sees in both directions, and
// one that answers exactly the bytes a test gives. Names are resolved by the proxy, as by every proxy.
import net, { type AddressInfo, type Socket } from 'node:net';

export async function startConnectProxy() {
  const heads: string[] = [];
  const seen: Buffer[] = [];
  const led = new Map<string, number>();
  const open = new Set<Socket>();
  let connections = 0;
  let diverted: number | null = null;
  let signIn: string | null = null;
  let answer: ((socket: Socket, head: string) => void) | null = null;

  function tunnel(client: Socket, head: string, early: Buffer): void {
    const [, host = '', port = ''] = /^CONNECT (\S+):(\d+) HTTP\/1\.1\r\n/.exec(head) ?? [];
    if (host === '') return void client.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    const given = /\r\nProxy-Authorization: (\S+ \S+)\r\n/i.exec(head)?.[1];
    if (signIn !== null && given !== signIn) {
      const asks = 'Proxy-Authenticate: Basic realm="proxy"\r\nContent-Length: 0\r\n';
      return void client.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${asks}\r\n`);
    }
    const to = diverted ?? led.get(host) ?? Number(port);
    const server = net.connect(to, led.has(host) || diverted !== null ? '127.0.0.1' : host);
    watch(server);
    server.once('connect', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (early.length > 0) server.write(early);
      client.on('data', (bytes: Buffer) => server.write(bytes));
      server.on('data', (bytes: Buffer) => {
        seen.push(Buffer.from(bytes));
        client.write(bytes);
      });
    });
    server.once('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    server.once('close', () => client.destroy());
    client.once('close', () => server.destroy());
  }

  function watch(socket: Socket): void {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
  }

  const server = net.createServer((client) => {
    connections += 1;
    watch(client);
    let received = Buffer.alloc(0);
    const onHead = (bytes: Buffer): void => {
      received = Buffer.concat([received, bytes]);
      const end = received.indexOf('\r\n\r\n');
      if (end === -1) return;
      client.off('data', onHead);
      const head = received.toString('latin1', 0, end + 4);
      heads.push(head);
      if (answer === null) tunnel(client, head, received.subarray(end + 4));
      else answer(client, head);
    };
    client.on('data', (bytes: Buffer) => seen.push(Buffer.from(bytes)));
    client.on('data', onHead);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** Each request head that came, as it came. */
    heads,
    /** Everything that came from clients and from servers, one behind the other. */
    seen: () => Buffer.concat(seen),
    connections: () => connections,
    /** Answers the next requests with these bytes instead of opening a tunnel; `null`: tunnels again. */
    answerWith: (next: typeof answer) => (answer = next),
    /** Asks for this sign-in with 407 until it comes. */
    requireSignIn: (userName: string, password: string) => {
      signIn = `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`;
    },
    /** Where this host of a request leads, whatever its port. */
    lead: (host: string, port: number) => void led.set(host, port),
    /** Leads every tunnel to this port, whatever was asked for. */
    divert: (port: number) => (diverted = port),
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type ConnectProxy = Awaited<ReturnType<typeof startConnectProxy>>;
