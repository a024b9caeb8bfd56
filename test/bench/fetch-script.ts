// The script people write: fetch, sixteen at a time as p-limit does it, no retry. A process of its own.
export interface FetchOrder {
  readonly url: string;
  readonly tokens: number;
}

const AT_ONCE = 16;

/** Milliseconds. */
async function run({ url, tokens }: FetchOrder): Promise<number> {
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
  return performance.now() - beganMs;
}

process.on('message', (order: FetchOrder) => {
  run(order).then(
    (took) => process.send?.(took),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
