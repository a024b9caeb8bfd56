// What a tunnel leaves of the sign-in that opened it: nothing, whatever the proxy answered.
import net from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../electron/main/domain/clock.ts';
import { openTunnel } from '../../../../electron/main/gateway/connections/proxy-tunnel.ts';
import { startConnectProxy } from '../../../support/connect-proxy.ts';

afterEach(() => vi.restoreAllMocks());

describe('the sign-in of a tunnel', () => {
  it.each(['HTTP/1.1 200 OK\r\n\r\n', 'HTTP/1.1 407 No\r\n\r\n'])(
    'is overwritten with zeros once it left: %j',
    async (answer) => {
      const proxy = await startConnectProxy();
      proxy.answerWith((socket) => socket.write(answer));
      const written: Uint8Array[] = [];
      const write = Reflect.get(net.Socket.prototype, 'write') as (...args: unknown[]) => boolean;
      vi.spyOn(net.Socket.prototype, 'write').mockImplementation(function (
        this: net.Socket,
        ...args: unknown[]
      ) {
        if (args[0] instanceof Uint8Array) written.push(args[0]);
        return Reflect.apply(write, this, args);
      });
      const signIn = Buffer.from('Basic ZGVzazpwYXNzd29yZA==');
      const tunnel = await openTunnel({
        clock: systemClock,
        proxy: { host: '127.0.0.1', port: proxy.port },
        target: { host: 'gateway.test', port: 443 },
        signIn,
        budgetMs: 60_000,
        signal: null,
      });
      if (tunnel.ok) tunnel.value.destroy();
      await proxy.stop();
      expect(proxy.heads[0]).toContain('ZGVzazpwYXNzd29yZA==');
      expect(written).toHaveLength(1);
      for (const bytes of [signIn, ...written]) {
        expect(bytes.every((byte) => byte === 0)).toBe(true);
      }
    },
  );
});
