// The script people write: fetch, sixteen at a time as p-limit does it, no retry. A process of its own.
import type { Took } from './scripts.ts';

export interface FetchOrder {
  readonly url: string;
  readonly tokens: number;
}

const AT_ONCE = 16;

async function run({ url, tokens }: FetchOrder): Promise<Took> {
  const cpuBefore = process.cpuUsage();
  const beganMs = performance.now();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < tokens) {
      const token = `script-${next}`;
      next += 1;
      const body = new URLSearchParams({
        client_id: 'bench-client',
        client_secret: 'a-secret',
        token,
      });
      const response = await fetch(url, { method: 'POST', body });
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const wallMs = performance.now() - beganMs;
  const cpu = process.cpuUsage(cpuBefore);
  return { wallMs, cpuMs: (cpu.user + cpu.system) / 1_000 };
}

process.on('message', (order: FetchOrder) => {
  run(order).then(
    (took) => process.send?.(took),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
