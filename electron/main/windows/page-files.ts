// Which file answers which address of the app's own scheme: a fixed map made from the build, constant
// headers. The request's address is only looked up, never turned into a path (S09).
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export const SCHEME = 'strongroom';
/** Each window has a host of its own, so that their origins differ. */
export const APP_PAGE = `${SCHEME}://app/index.html`;
export const ENTRY_PAGE = `${SCHEME}://entry/secret-entry.html`;

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

// SECURITY(S25): connect-src 'none': whatever runs in a page reaches no network.
// SECURITY(S01): nothing but our own files runs or loads, and no text can become markup or script.
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const constantHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

interface PageFile {
  readonly file: string;
  readonly type: string;
}
export type PageFiles = ReadonlyMap<string, PageFile>;

/** Plain: the first `Headers` or `Response` makes Node read its whole HTTP client, which Electron waits for. */
const headersFor = (type: string): Readonly<Record<string, string>> => ({
  ...constantHeaders,
  'content-type': type,
});

/** Lists the built renderer once: `/assets/app-x.js` and the like. Unknown file types are left out. */
export async function listPageFiles(root: string): Promise<PageFiles> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = new Map<string, PageFile>();
  for (const entry of entries) {
    const type = contentTypes[path.extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = path.join(entry.parentPath, entry.name);
    files.set(`/${path.relative(root, file).split(path.sep).join('/')}`, { file, type });
  }
  return files;
}

/** One page per host: the app window cannot load the entry page, nor the reverse. */
const pageOfHost: Readonly<Record<string, string>> = {
  app: '/index.html',
  entry: '/secret-entry.html',
};

// SECURITY(S09): looked up as a whole in a fixed map; anything else is 404 with the same headers.
export async function answer(address: string, files: PageFiles): Promise<Response> {
  const { host, pathname, search } = URL.parse(address) ?? { host: '', pathname: '', search: '' };
  const page = pageOfHost[host];
  const isOthers = pathname.endsWith('.html') && pathname !== page;
  const found = page === undefined || isOthers ? undefined : files.get(pathname);
  if (found === undefined || search !== '') {
    return new Response('Not found', {
      status: 404,
      headers: headersFor('text/plain; charset=utf-8'),
    });
  }
  const body = await readFile(found.file);
  return new Response(new Uint8Array(body), { status: 200, headers: headersFor(found.type) });
}
