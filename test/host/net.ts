// net.fetch: Node's fetch, plus file: URLs, which Node's has not. Other trust store, proxy and
// cookies than Electron's.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

async function fetchFile(url: string): Promise<Response> {
  const file = fileURLToPath(url);
  const body = await readFile(file).catch(() => null);
  if (body === null) throw new Error('net::ERR_FILE_NOT_FOUND');
  const type = contentTypes[path.extname(file)] ?? 'application/octet-stream';
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } });
}

export const net = {
  fetch: (input: string | Request, init?: RequestInit): Promise<Response> => {
    const url = typeof input === 'string' ? input : input.url;
    return url.startsWith('file:') ? fetchFile(url) : fetch(input, init);
  },
  isOnline: (): boolean => true,
  online: true,
};
