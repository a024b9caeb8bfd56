// The hostile server of the bench, a process of its own: pours what it is told to over HTTP/2 once a request
// came.
import { floods } from '../support/h2-floods.ts';
import { startWireServer } from '../support/h2-wire.ts';
import type { TestCertificate } from '../support/test-certificates.ts';

export type FloodOrder =
  | { readonly do: 'start'; readonly certificate: TestCertificate }
  | { readonly do: 'flood'; readonly name: string };

const server = Promise.withResolvers<Awaited<ReturnType<typeof startWireServer>>>();

async function obey(order: FloodOrder): Promise<string> {
  if (order.do === 'start') server.resolve(await startWireServer(order.certificate));
  const { url, answerWith } = await server.promise;
  if (order.do === 'flood') {
    const flood = floods.find(({ name }) => name === order.name);
    answerWith((socket, streamId) => flood?.begin(socket, streamId));
  }
  return url;
}

process.on('message', (order: FloodOrder) => {
  void obey(order).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
