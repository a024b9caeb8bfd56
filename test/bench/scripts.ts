// What people use to revoke many tokens today: shell scripts around curl, and a script with fetch. None
// of them retries; what each left alive is in the server's ledger.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startHelper, type Helper } from './bench-control.ts';
import type { FetchOrder } from './fetch-script.ts';

export interface Took {
  readonly wallMs: number;
  readonly cpuMs: number;
}

export interface Scripts {
  /** First line of `curl --version`; null where there is none. */
  readonly curl: string | null;
  readonly loop: (url: string, tokens: number) => Promise<Took>;
  readonly xargs: (url: string, tokens: number) => Promise<Took>;
  readonly parallel: (url: string, tokens: number, most: number) => Promise<Took>;
  readonly fetch: (url: string, tokens: number) => Promise<Took>;
  readonly stop: () => void;
}

const CALL = 'curl -sS -o /dev/null --cacert "$CA"';
const FORM = 'client_id=bench-client&client_secret=a-secret&token=';

export function openScripts(folder: string, authorityPem: string): Scripts {
  const authority = path.join(folder, 'authority.pem');
  const list = path.join(folder, 'tokens');
  const config = path.join(folder, 'curl.conf');
  writeFileSync(authority, authorityPem);
  const version = spawnSync('curl', ['--version'], { encoding: 'utf8' });
  let fetcher: Helper<FetchOrder> | null = null;

  const writeList = (tokens: number): void =>
    writeFileSync(list, Array.from({ length: tokens }, (_, index) => `script-${index}\n`).join(''));
  const shell = async (script: string, url: string): Promise<Took> =>
    await timed(script, {
      CA: authority,
      URL: `${url}/auth/oauth2/revoke`,
      LIST: list,
      CONF: config,
    });

  return {
    curl: version.status === 0 ? (version.stdout.split(' (')[0] ?? null) : null,
    async loop(url, tokens) {
      writeList(tokens);
      return await shell(`while read -r t; do ${CALL} -d "${FORM}$t" "$URL"; done < "$LIST"`, url);
    },
    async xargs(url, tokens) {
      writeList(tokens);
      return await shell(`xargs -P 16 -I '{}' ${CALL} -d '${FORM}{}' "$URL" < "$LIST"`, url);
    },
    async parallel(url, tokens, most) {
      const one = (index: number): string =>
        [
          `url = "${url}/auth/oauth2/revoke"`,
          `data = "${FORM}script-${index}"`,
          'output = "/dev/null"',
          `cacert = "${authority}"`,
        ].join('\n');
      writeFileSync(
        config,
        Array.from({ length: tokens }, (_, index) => one(index)).join('\nnext\n'),
      );
      return await shell(`curl -sS --parallel --parallel-max ${most} -K "$CONF"`, url);
    },
    async fetch(url, tokens) {
      fetcher ??= startHelper<FetchOrder>('fetch-script.ts', { NODE_EXTRA_CA_CERTS: authority });
      return await fetcher.ask<Took>({ url: `${url}/auth/oauth2/revoke`, tokens });
    },
    stop: () => fetcher?.stop(),
  };
}

/** Wall time, and the CPU time of the script and everything it started (`times`). */
async function timed(script: string, env: Readonly<Record<string, string>>): Promise<Took> {
  const beganMs = performance.now();
  const child = spawn('sh', ['-c', `${script}\ntimes`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  const wallMs = performance.now() - beganMs;
  const seconds = [...said.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, m, s]) => Number(m) * 60 + Number(s),
  );
  return { wallMs, cpuMs: seconds.reduce((sum, each) => sum + each, 0) * 1_000 };
}
