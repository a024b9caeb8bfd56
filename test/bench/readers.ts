// Every reader of bytes that another party chose: where it is, how much it takes at most, and the worst
// input found for it. `hold.bench.ts` measures them (P13); a test demands that none is missing here.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { Duplex } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { systemClock } from '../../electron/main/domain/clock.ts';
import { coreOf, findingsOf } from '../../electron/main/domain/token-form.ts';
import {
  challengeAbout,
  keepCodes,
} from '../../electron/main/gateway/responses/bearer-challenge.ts';
import { standardBudgets } from '../../electron/main/gateway/budgets.ts';
import { createExchange } from '../../electron/main/gateway/connections/http1-exchange.ts';
import { BYTES_IN_A_TURN } from '../../electron/main/gateway/connections/paced-reads.ts';
import { openTunnel } from '../../electron/main/gateway/connections/proxy-tunnel.ts';
import { redactRepeats } from '../../electron/main/gateway/redaction/redaction.ts';
import { readErrorResponse } from '../../electron/main/gateway/responses/error-response.ts';
import {
  readFields,
  seenHead,
  type ResponseHead,
} from '../../electron/main/gateway/responses/response-head.ts';
import { retryAfterMs } from '../../electron/main/gateway/responses/retry-after.ts';
import { readSystemAnswer } from '../../electron/main/gateway/connections/proxy-routes.ts';
import { plainWords } from '../../electron/main/gateway/redaction/server-words.ts';
import { readTokenResponse } from '../../electron/main/gateway/responses/token-response.ts';
import { createAuthorityFiles } from '../../electron/main/secret-input/authority-file.ts';
import { createSecretInput } from '../../electron/main/secret-input/secret-input.ts';
import { MAX_FILE_BYTES } from '../../electron/main/secret-input/small-file.ts';
import { readPreferences } from '../../electron/main/platform/kept-preferences.ts';
import { newsOf } from '../../electron/main/platform/screen-lock-signals.ts';
import { loadState, MAX_STATE_BYTES } from '../../electron/main/practice/gateway/persistence.ts';
import { readRequest } from '../../electron/main/practice/gateway/read-request.ts';
import { readPieces } from '../../electron/main/secret-scan/file-pieces.ts';
import { BETWEEN_STEPS_MS } from '../../electron/main/secret-scan/file-search.ts';
import { createRollingHashMatcher } from '../../electron/main/secret-scan/rolling-hash-matcher.ts';
import { addForms } from '../../electron/main/secret-scan/patterns.ts';
import { chosenPlace, walkFolder } from '../../electron/main/secret-scan/folder-walk.ts';
import { shownName } from '../../electron/main/secret-scan/shown-name.ts';
import { slicedSort } from '../../electron/main/secret-scan/sliced-sort.ts';
import { createTextScan, STEP_BYTES } from '../../electron/main/secret-scan/text-scan.ts';
import { readAnswer } from '../../electron/main/tokens/checks/answer-tree.ts';
import { shownBy } from '../../electron/main/tokens/checks/probe-answer.ts';
import { readIntrospection } from '../../electron/main/inspection/inspection-answer.ts';
import { readImport } from '../../electron/main/import-export/read-import.ts';
import { MAX_HEADER_BYTES } from '../../electron/main/vault/format/frame.ts';
import { decodeHeader } from '../../electron/main/vault/format/header.ts';
import { parseLockText } from '../../electron/main/vault/store/lock-holder.ts';
import { createPace } from '../../electron/main/vault/keys/yield-to-loop.ts';
import { MAX_INSPECTED_BYTES } from '../../electron/shared/unlock/entry-contract.ts';
import { secretScanLimits } from '../../electron/shared/secret-scan/secret-scan-view.ts';
import { createWideAuthority } from '../support/long-chains.ts';
import {
  anyText,
  between,
  nearMatches,
  numbered,
  repeated,
  type WorstText,
} from './worst-texts.ts';

export interface Reader {
  /** Of the row, behind `P13.`. */
  readonly id: string;
  readonly what: string;
  /** Files below electron/main that read these bytes; `file#export` for what is called by that name. */
  readonly reads: readonly string[];
  /** What is larger is refused before it is read. */
  readonly largestBytes: number;
  readonly inputs: readonly WorstText[];
  /** The bytes are made anew for each call. */
  readonly read: (bytes: Buffer) => unknown;
}

const KIB = 1024;
/** What a connection takes in one turn of the event loop at most. */
const TURN_BYTES = BYTES_IN_A_TURN;
const { bodyBytes, headBytes } = standardBudgets;
const CLIENT_SECRET = 's3cr3t-Zq81mN55xR02-0123456789';
const TOKEN = 'tok-Xy72kL19vB64-AbCdEfGhIjKlMnOp';
/** As long as one that is sent may be. */
const LONG_TOKEN = `Zx${randomBytes(6142).toString('base64url')}`.slice(0, 8 * KIB);
const of = (text: string): SecretBytes => SecretBytes.take(Buffer.from(text));
const [secret, token, longToken] = [of(CLIENT_SECRET), of(TOKEN), of(LONG_TOKEN)] as const;

const target = {
  baseUrl: 'https://api.example',
  tradeUrl: 'https://trade.example',
  authorityPem: null,
};

function valueOf<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T {
  if (!result.ok) throw new Error('a reader could not be prepared');
  return result.value;
}

const headOf = (raw: readonly string[]): ResponseHead => valueOf(readFields(400, raw));

const json = 'gateway/responses/json-scan.ts#scanJsonObject';
const masks = [
  'gateway/redaction/redaction.ts',
  'gateway/redaction/secret-encodings.ts',
  'gateway/redaction/part-index.ts',
];
const strings = [
  'gateway/responses/json-string.ts#decodeJsonString',
  'gateway/responses/json-string.ts#decodeJsonStringInto',
];
const words = ['gateway/redaction/server-words.ts', 'gateway/redaction/plain-bytes.ts'];

const chunks = between(
  'chunks of one byte',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
  '1\r\na\r\n',
);

const answers: readonly Reader[] = [
  {
    id: 'token',
    what: 'answer to a token request',
    reads: [
      'gateway/responses/token-response.ts#readTokenResponse',
      json,
      ...strings,
      'gateway/responses/token-text.ts',
    ],
    largestBytes: bodyBytes.token,
    inputs: [
      numbered('tokens that all differ', '{', (at) => `"access_token":"${at}",`, '}'),
      between('the same token', '{', '"access_token":"a",', '"a":1}'),
      between('a long scope', '{"access_token":"abc","scope":"', 'a ', '"}'),
      between('a huge lifetime', '{"access_token":"abc","expires_in":', '9', '}'),
      ...nearMatches(CLIENT_SECRET),
    ],
    read: (body) =>
      readTokenResponse({
        status: 200,
        mediaType: 'application/json',
        body,
        accessType: 'trader',
        asked: ['TRADER_READ'],
        secrets: [secret],
      }),
  },
  {
    id: 'refusal',
    what: 'refusal of a token request or a revocation',
    reads: [
      'gateway/responses/error-response.ts',
      'gateway/responses/oauth-error.ts#readOAuthError',
      ...words,
      ...masks,
    ],
    largestBytes: bodyBytes.token,
    inputs: [
      between('words of markup', '{"error":"a","error_description":"', '<', '"}'),
      between('words of escapes', '{"error":"a","error_description":"', '\\u001b]', '"}'),
      between('many words', '{', '"error_description":"a",', '"error":"b"}'),
      ...nearMatches(CLIENT_SECRET),
    ],
    read(body) {
      const url = new URL('https://api.example');
      const head = headOf(['location', body.toString('latin1', 0, headBytes)]);
      const answer = { head, body, url, nowMs: 0, secrets: [secret, longToken] };
      return readErrorResponse(answer, 'token');
    },
  },
  {
    id: 'answer',
    what: 'answer of who-am-I or positions, shown',
    reads: ['tokens/checks/answer-tree.ts#readAnswer', ...masks],
    largestBytes: 64 * KIB,
    inputs: nearMatches(TOKEN),
    read: (body) => readAnswer(body, token, 'client-1'),
  },
  {
    id: 'answer.long',
    what: 'the same with a token of 8 KiB',
    reads: ['tokens/checks/answer-tree.ts#readAnswer', ...masks],
    largestBytes: 64 * KIB,
    inputs: nearMatches(LONG_TOKEN),
    read: (body) => readAnswer(body, longToken, 'client-1'),
  },
  {
    id: 'answer.large',
    what: 'the largest answer of positions',
    reads: ['tokens/checks/answer-tree.ts#readAnswer', 'tokens/checks/probe-answer.ts#shownBy'],
    largestBytes: bodyBytes.positions,
    inputs: [
      between('positions', '[', '{"symbol":"ABC","quantity":1},', '{}]'),
      between('positions behind a name', '{"positions":[', '{"symbol":"ABC"},', '{}]}'),
      numbered('members', '{', (at) => `"${at}":1,`, '"a":1}'),
      between('nested lists', '{"a":[', '[[[1]]],', '1]}'),
    ],
    read: (body) => [
      shownBy({ status: 200, about: 'nothing', contentType: 'application/json', body }),
      readAnswer(body, token, 'client-1'),
    ],
  },
  {
    id: 'introspection',
    what: 'answer to an introspection, shown',
    reads: ['inspection/inspection-answer.ts#readIntrospection', json, ...masks],
    largestBytes: bodyBytes.introspection,
    inputs: [
      between('a client id of markup', '{"active":true,"client_id":"', '<', '"}'),
      between(
        'members that are there again and again',
        '{"active":true,',
        '"scope":"a",',
        '"a":1}',
      ),
      ...nearMatches(TOKEN),
    ],
    read(body) {
      const reading = readIntrospection(200, body, [token, secret], 0);
      redactRepeats(body, [secret]);
      return { reading, ...readAnswer(body, token, 'client-1') };
    },
  },
  {
    id: 'head',
    what: 'fields of an answer',
    reads: [
      'gateway/responses/response-head.ts#readFields',
      'gateway/responses/response-head.ts#readHead',
      'gateway/responses/bearer-challenge.ts',
      ...words,
    ],
    largestBytes: headBytes,
    inputs: [
      ...nearMatches(TOKEN),
      between('a challenge that is one word', '', '1'),
      between('a challenge of texts that never end', '', 'a="'),
      between('a challenge of codes', '', 'error="invalid_token"'),
    ],
    read(bytes) {
      const text = bytes.toString('latin1');
      const fields = ['www-authenticate', 'retry-after', 'date', 'content-type', 'location'];
      const head = headOf(fields.flatMap((name) => [name, text]));
      const challenge = head.values('www-authenticate').join(', ');
      return [
        retryAfterMs(head, 0),
        challengeAbout(challenge),
        keepCodes(bytes, Buffer.from(bytes)),
        seenHead(head, 0),
        plainWords(Buffer.from(challenge), [token, longToken]),
      ];
    },
  },
  {
    id: 'lines',
    what: 'head, chunks and lines of an answer over HTTP/1.1, as they come at once',
    reads: ['gateway/redaction/answer-filter.ts', 'gateway/responses/response-framing.ts'],
    largestBytes: TURN_BYTES,
    inputs: [
      chunks,
      between('empty fields', 'HTTP/1.1 200 OK\r\n', 'a:\r\n'),
      between('interim answers', '', 'HTTP/1.1 100 C\r\n\r\n'),
    ],
    read: (bytes) => conversed(bytes),
  },
  {
    id: 'body',
    what: 'the largest answer, over HTTP/1.1',
    reads: [
      'gateway/connections/conversation.ts',
      'gateway/connections/collected-body.ts',
      'gateway/connections/wiping-stream.ts',
      'gateway/connections/http1-exchange.ts',
    ],
    largestBytes: bodyBytes.positions,
    inputs: [
      between('one body', `HTTP/1.1 200 OK\r\nContent-Length: ${8 * KIB * KIB - 70}\r\n\r\n`, 'a'),
      // An eighth of it: each turn is like the one before.
      { ...chunks, make: (sizeBytes) => chunks.make(sizeBytes / 8) },
    ],
    read: (bytes) => conversed(bytes),
  },
  {
    id: 'proxy',
    what: 'answer of a proxy to CONNECT',
    reads: ['gateway/connections/proxy-tunnel.ts'],
    largestBytes: 64 * KIB,
    inputs: [
      repeated('interim answers', 'HTTP/1.1 100 C\r\n\r\n'),
      between('a head without an end', 'HTTP/1.1 200 OK\r\n', 'a: b\r\n'),
      between('a reason without an end', 'HTTP/1.1 200 ', 'a '),
      between('a head with more behind it', 'HTTP/1.1 200 OK\r\n', 'a: b\r\n', '\r\nmore'),
    ],
    read: (bytes) => tunnelled(bytes),
  },
  {
    id: 'system-proxy',
    what: 'proxies that the system names',
    reads: ['gateway/connections/proxy-routes.ts', 'platform/system-proxy.ts'],
    largestBytes: 4 * KIB,
    inputs: [between('proxies', '', 'PROXY a:1;'), between('spaces', 'PROXY ', ' ', 'a')],
    read: (bytes) => readSystemAnswer(bytes.toString('latin1')),
  },
];

/** In pieces as paced-reads.ts takes them, one in each turn of the event loop. */
async function conversed(bytes: Buffer): Promise<unknown> {
  const bounds = { headBytes, bodyBytes: bodyBytes.positions };
  const exchange = createExchange(
    { write: (_bytes, done) => done() },
    { bounds, secrets: [token], isKept: false },
  );
  const ending = { isOver: false };
  const ended = exchange
    .ask({
      clock: systemClock,
      request: {
        call: 'positions',
        endpoint: {
          url: new URL('https://api.example/positions'),
          method: 'GET',
          headers: {},
          bodyEncoding: 'none',
        },
        body: null,
        authorization: null,
        secrets: [token],
        reach: target,
        wantsBody: () => true,
      },
      ...bounds,
      headersMs: 60_000,
      remainingMs: 60_000,
      signal: null,
      onHead: () => undefined,
    })
    .finally(() => {
      ending.isOver = true;
    });
  for (let at = 0; at < bytes.length && !ending.isOver; at += TURN_BYTES) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    exchange.feed(bytes.subarray(at, at + TURN_BYTES));
  }
  exchange.end();
  return await ended;
}

/** From a proxy of this very process, in the piece that a connection reads at once. */
async function tunnelled(bytes: Buffer): Promise<unknown> {
  const proxy = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(bytes));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const tunnel = await openTunnel({
    clock: systemClock,
    proxy: { host: '127.0.0.1', port: (proxy.address() as AddressInfo).port },
    target: { host: 'api.example', port: 443 },
    signIn: null,
    budgetMs: 60_000,
    signal: null,
  });
  if (tunnel.ok) tunnel.value.destroy();
  proxy.close();
  return tunnel.ok;
}

const importReader = (
  id: string,
  fileName: string,
  reads: readonly string[],
  inputs: readonly WorstText[],
): Reader => ({
  id: `import.${id}`,
  what: `import: ${id}`,
  reads: [
    'import-export/read-import.ts#readImport',
    'import-export/import-text.ts',
    'import-export/field-names.ts',
    'import-export/held-texts.ts',
    'import-export/shown-texts.ts',
    'import-export/templates.ts',
    'import-export/imports.ts',
    ...reads,
  ],
  largestBytes: MAX_FILE_BYTES,
  inputs,
  async read(bytes) {
    const pace = createPace();
    for (const _ of readImport(bytes, fileName)) await pace.yieldToLoop();
  },
});

const jsonTree = [
  'import-export/json-tree.ts#readJson',
  'gateway/responses/json-walk.ts',
  'import-export/curl-body.ts',
];
const manySecrets = (start: string, end: string): WorstText => ({
  name: 'short secrets that all but stand in a long address',
  make(sizeBytes) {
    const secrets = 'client_secret=aaaaab&'.repeat(200);
    const length = sizeBytes - start.length - secrets.length - end.length - 30;
    return Buffer.from(`${start}client_id=a&${secrets}url=${'a'.repeat(length)}${end}`);
  },
});
const insomnia = '{"_type":"export","__export_format":4,"resources":[';
const postman = '{"info":{"schema":"/collection/v2.1"},"item":[';

const imports: readonly Reader[] = [
  importReader(
    'json',
    'a.json',
    [...jsonTree, 'import-export/plain-json.ts#readPlainJson'],
    [between('credentials', '[', '{"client_id":"a","client_secret":"aaaaab"},', '{}]')],
  ),
  importReader(
    'env',
    '.env',
    ['import-export/dotenv.ts#readDotenv'],
    [
      numbered('clients', '', (at) => `A${at}_CLIENT_ID=a\n`),
      numbered('names', '', (at) => `A${at}=a\n`),
      numbered('references', 'A=a\n', (at) => `B${at}_CLIENT_ID=\${A}\n`),
      numbered('addresses for all', 'A_CLIENT_ID=a\nB_CLIENT_ID=a\n', (at) => `${at}_URL=a\n`),
    ],
  ),
  importReader(
    'csv',
    'a.csv',
    ['import-export/csv.ts#readCsv'],
    [
      numbered(
        'rows',
        'client_id,client_secret,url\n',
        (at) => `${at},aaaaab${at},aaaaaaaaaaaaaa\n`,
      ),
      between('columns', 'client_id,', 'a,', 'a\n'),
      between('empty rows', 'client_id,client_secret\n', '"",""\n'),
    ],
  ),
  importReader(
    'curl',
    '',
    ['import-export/curl.ts#readCurl', 'import-export/shell-words.ts#splitCommands'],
    [
      between('secrets', 'curl -d "', 'client_secret=aaaaab&', '"'),
      manySecrets('curl -d "', '"'),
      between('commands', '', "curl -d 'client_id=a'\n"),
      between('empty commands', 'curl a', ';curl a'),
      between('carets', 'curl ', '^ '),
      repeated('line ends that are none', 'curl \\\n'),
    ],
  ),
  importReader(
    'bruno',
    'a.bru',
    ['import-export/bruno.ts#readBru', 'import-export/bruno.ts#readBrunoJson'],
    [
      between('blocks', '', 'vars {\n}\n'),
      between('lines', 'vars {\n', ' client_id: a\n', '}\n'),
      between('names', 'vars:secret [\n', ' client_id,\n', ']\n'),
    ],
  ),
  importReader(
    'postman',
    'a.json',
    [...jsonTree, 'import-export/postman.ts#readPostman'],
    [
      between('requests', postman, '{"request":{"url":"a"}},', '{}]}'),
      numbered(
        'variables',
        `${postman}],"variable":[`,
        (at) => `{"key":"${at}","value":"{{${at}}}"},`,
        ']}',
      ),
    ],
  ),
  importReader(
    'insomnia',
    'a.json',
    [...jsonTree, 'import-export/insomnia.ts#readInsomnia'],
    [
      numbered(
        'environments',
        insomnia,
        (at) => `{"_type":"environment","_id":"${at}","parentId":"z"},`,
        ']}',
      ),
      numbered(
        'variables',
        `${insomnia}{"_type":"environment","data":{`,
        (at) => `"${at}":"{{a}}",`,
        '}}]}',
      ),
    ],
  ),
];

/** Beside as many values as a full vault has. */
function fullScan() {
  const net = createRollingHashMatcher();
  for (let pattern = 0; pattern < 20_000; pattern += 1) addForms(net, randomBytes(24), pattern);
  addForms(net, Buffer.from(CLIENT_SECRET), 20_000);
  addForms(net, Buffer.from(LONG_TOKEN), 20_001);
  // What a server may give out to make a search slow: texts that repeat themselves, and all but that.
  for (let lengthBytes = 16; lengthBytes <= 8 * KIB; lengthBytes *= 2) {
    addForms(net, Buffer.alloc(lengthBytes, 'a'), 20_001 + lengthBytes);
    addForms(net, Buffer.from(`x${'a'.repeat(lengthBytes - 1)}`), 30_001 + lengthBytes);
  }
  return createTextScan(net, true);
}
let scan: ReturnType<typeof fullScan> | null = null;
/** Of a name in a folder, on the average. */
const NAME_BYTES = 16;
const LINKS = 20_000;

let linked: string | null = null;
function folderOfLinks(): string {
  if (linked !== null) return linked;
  const folder = mkdtempSync(path.join(tmpdir(), 'strongroom-links-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (let link = 0; link < LINKS; link += 1) symlinkSync('nowhere', path.join(folder, `${link}`));
  linked = folder;
  return folder;
}

async function walkedLinks(): Promise<number> {
  const place = await chosenPlace(folderOfLinks());
  if (place === null) throw new Error('the folder of links is gone');
  let left = 0;
  const walk = walkFolder(place, secretScanLimits, (_reason, name) => {
    left += shownName(name, []).length;
  });
  await walk.next();
  return left;
}

const searched: readonly Reader[] = [
  {
    id: 'search',
    what: 'one step of a search, beside 20,000 values',
    reads: [
      'secret-scan/text-scan.ts',
      'secret-scan/escapes.ts',
      'secret-scan/rolling-hash-matcher.ts',
      'secret-scan/line-count.ts',
      'secret-scan/file-search.ts',
      'secret-scan/shown-name.ts',
    ],
    largestBytes: STEP_BYTES,
    inputs: nearMatches(CLIENT_SECRET),
    read(bytes) {
      scan ??= fullScan();
      return [scan.push(bytes), shownName(bytes.subarray(0, 4 * KIB), [])];
    },
  },
  {
    id: 'search.packed',
    what: 'a packed file that unpacks to 64 MiB',
    reads: ['secret-scan/file-pieces.ts#readPieces'],
    largestBytes: 64 * KIB * KIB,
    inputs: [repeated('zero bytes', '\0'), repeated('per cent signs', '%')],
    read: (bytes) => searchedFile(bytes, packed(bytes)),
  },
  {
    id: 'search.file',
    what: 'a file of a search, from its first byte to its last',
    reads: ['secret-scan/file-pieces.ts#readPieces', 'secret-scan/text-scan.ts'],
    // Each turn is like the one before.
    largestBytes: 8 * KIB * KIB,
    inputs: [
      repeated('the secret itself', CLIENT_SECRET),
      repeated('all of it but the end', CLIENT_SECRET.slice(0, -1)),
      repeated('line ends', '\n'),
      repeated('letters of one kind', 'a'),
      repeated('per cent signs', '%'),
    ],
    read: (bytes) => searchedFile(bytes, bytes),
  },
  {
    id: 'search.names',
    what: 'names of a folder, as many as a search takes, brought into order',
    reads: ['secret-scan/sliced-sort.ts'],
    largestBytes: secretScanLimits.entries * NAME_BYTES,
    inputs: [
      { name: 'names in no order', make: randomBytes },
      repeated('one name', 'a'),
      repeated('names that differ at their end', 'aaaaaaa1aaaaaaa0'),
    ].map(madeOnce),
    read: (bytes) => slicedSort(namesOf(bytes), (one, other) => one.compare(other)),
  },
  {
    id: 'search.links',
    what: 'a folder of links, each left out by name',
    reads: ['secret-scan/folder-walk.ts', 'secret-scan/scan-results.ts'],
    // Each turn is like the one before.
    largestBytes: LINKS * NAME_BYTES,
    inputs: [{ name: 'links', make: () => Buffer.alloc(LINKS * NAME_BYTES) }],
    read: () => walkedLinks(),
  },
  {
    id: 'paste',
    what: 'a text that is pasted to be inspected',
    reads: ['domain/token-form.ts', 'secret-scan/exact-match.ts'],
    largestBytes: MAX_INSPECTED_BYTES,
    inputs: [],
    read: (bytes) => [coreOf(bytes), findingsOf(bytes)],
  },
  {
    id: 'clipboard',
    what: 'the clipboard, with a megabyte on it that somebody else put there',
    reads: [
      'secret-input/secret-input.ts',
      'secret-input/accepted-text.ts',
      'secret-input/token-clipboard.ts',
      'platform/native-clipboard.ts',
    ],
    largestBytes: secretScanLimits.pastedBytes,
    inputs: [],
    async read(bytes) {
      const text = bytes.toString('latin1');
      const secretInput = createSecretInput({
        prompt: { ask: () => Promise.resolve(null) },
        dialogs: {
          ask: () => Promise.resolve(0),
          chooseFile: () => Promise.resolve(null),
          chooseFolder: () => Promise.resolve(null),
          chooseSave: () => Promise.resolve(null),
        },
        clipboard: {
          readText: () => Promise.resolve(text),
          writeText: () => Promise.resolve(),
          clear: () => undefined,
        },
        fingerprint: () => '',
      });
      return [
        await secretInput.take('clipboard', { about: '', host: '' }),
        await secretInput.takeToken('clipboard'),
        await secretInput.takePasted(),
        await secretInput.takeSuspect('clipboard'),
      ];
    },
  },
];

function madeOnce({ name, make }: WorstText): WorstText {
  let made: Buffer | null = null;
  return { name, make: (sizeBytes) => (made ??= make(sizeBytes)) };
}

/**
 * Made in the first reading, which is not measured: the sort makes no names, and 200,000 new buffers that all
 * stay are a collection of more than a frame by themselves.
 */
function namesOf(bytes: Buffer): readonly Buffer[] {
  const made = namesMade.get(bytes) ?? [];
  namesMade.set(bytes, made);
  for (let at = made.length * NAME_BYTES; at + NAME_BYTES <= bytes.length; at += NAME_BYTES) {
    made.push(bytes.subarray(at, at + NAME_BYTES));
  }
  return made;
}
const namesMade = new WeakMap<Buffer, Buffer[]>();

/** @param written what stands in the file. */
async function searchedFile(bytes: Buffer, written: Buffer): Promise<void> {
  scan ??= fullScan();
  const folder = mkdtempSync(path.join(tmpdir(), 'strongroom-searched-'));
  try {
    const file = path.join(folder, 'a');
    writeFileSync(file, written);
    const pace = createPace(BETWEEN_STEPS_MS);
    scan.begin();
    await readPieces(
      Buffer.from(file),
      { fileBytes: bytes.length, unpackedBytes: bytes.length },
      {
        take: (piece) => void scan?.push(piece),
        async goOn() {
          await pace.yieldToLoop();
          return true;
        },
      },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Packed before it is measured. */
const known = new Map<number, Buffer>();
function packed(bytes: Buffer): Buffer {
  const first = bytes[0] ?? 0;
  const made = known.get(first) ?? gzipSync(bytes);
  known.set(first, made);
  return made;
}

const widePem = await createWideAuthority();

const files: readonly Reader[] = [
  {
    id: 'authority',
    what: 'authorities in PEM',
    reads: ['secret-input/authority-file.ts'],
    largestBytes: MAX_FILE_BYTES,
    inputs: [
      repeated('beginnings', '-----BEGIN CERTIFICATE-----'),
      repeated('certificates', '-----BEGIN CERTIFICATE-----A-----END CERTIFICATE-----'),
      between('one without an end', '-----BEGIN CERTIFICATE-----', 'A'),
      { name: 'one of as many names as fit', make: () => Buffer.from(widePem) },
    ],
    // As the file that a person chose, to what the window is shown of it.
    read: (bytes) =>
      readFrom(
        bytes,
        createAuthorityFiles(
          () => '',
          () => Date.now(),
        ).read,
      ),
  },
  {
    id: 'vault-header',
    what: 'header of a vault, before any key',
    reads: ['vault/format/header.ts#decodeHeader'],
    largestBytes: MAX_HEADER_BYTES,
    inputs: [
      between('slots', '{"vaultId":"a","generation":1,"slots":[', '{},', '{}]}'),
      between(
        'slots with a passphrase',
        '{"slots":[',
        '{"type":"pw","kdf":{"m":65536,"t":3,"p":4}},',
        '{}]}',
      ),
    ],
    read: (bytes) => decodeHeader(bytes),
  },
  {
    id: 'lock-text',
    what: 'lock file of another process',
    reads: ['vault/store/lock-holder.ts'],
    largestBytes: KIB,
    inputs: [],
    read: (bytes) => parseLockText(bytes.toString('utf8')),
  },
  {
    id: 'preferences',
    what: 'file of the preferences',
    reads: ['platform/kept-preferences.ts#readPreferences', 'platform/settings.ts'],
    largestBytes: 16 * KIB,
    inputs: [],
    read(bytes) {
      try {
        const found: unknown = JSON.parse(bytes.toString('utf8'));
        return typeof found === 'object' && found !== null ? readPreferences(found) : null;
      } catch {
        return null;
      }
    },
  },
  {
    id: 'bus',
    what: 'line of the message bus',
    reads: ['platform/screen-lock-signals.ts', 'platform/system-program.ts'],
    largestBytes: KIB * KIB,
    inputs: [
      between(
        'a hint',
        "/a: org.freedesktop.DBus.Properties.PropertiesChanged ('org.freedesktop.login1.Session', {",
        "'",
      ),
    ],
    read: (bytes) => newsOf(bytes.toString('latin1')),
  },
];

async function readFrom<T>(bytes: Buffer, read: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'strongroom-read-'));
  try {
    const file = path.join(folder, 'a');
    writeFileSync(file, bytes);
    return await read(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const practiceReader = (encoding: 'form' | 'json', inputs: readonly WorstText[]): Reader => ({
  id: `practice.${encoding}`,
  what: `request to the practice gateway, as ${encoding}`,
  reads: [
    'practice/gateway/read-request.ts#readRequest',
    'practice/gateway/request-fields.ts#parseFields',
    'practice/gateway/flat-json.ts#parseFlatJson',
    'practice/gateway/exchange.ts',
    'practice/gateway/listener.ts',
  ],
  largestBytes: 64 * KIB,
  inputs,
  read(bytes) {
    const type = encoding === 'form' ? 'x-www-form-urlencoded' : 'json';
    const rawHeaders = [
      'Content-Type',
      `application/${type}`,
      ...Array.from({ length: 2_000 }, () => 'a'),
    ];
    const incoming = Object.assign(Duplex.from([bytes]), { url: '/', method: 'POST', rawHeaders });
    return readRequest(incoming as unknown as Parameters<typeof readRequest>[0]);
  },
});

/** 43 signs of base64 and one to fill up. */
const DIGEST = `${'A'.repeat(43)}=`;
const stateBefore = `{"version":1,"digestKey":"${DIGEST}"}\n`;
const stateToken = `{"token":{"digest":"${DIGEST}","clientId":"a","accessType":"trader","scopes":[],"expiresAtMs":1,"revokedAtMs":null}}\n`;

const practice: readonly Reader[] = [
  {
    id: 'practice.state',
    what: 'file of the practice gateway',
    reads: ['practice/gateway/persistence.ts'],
    largestBytes: MAX_STATE_BYTES,
    inputs: [
      between('tokens', stateBefore, stateToken),
      between('tokens that are none', stateBefore, '{}\n'),
      between('scopes', `${stateBefore}{"token":{"scopes":[`, '"",', '""]}}\n'),
    ],
    read: (bytes) => readFrom(bytes, loadState),
  },
  practiceReader('form', [numbered('fields', '', (at) => `${at}=&`)]),
  practiceReader('json', [numbered('fields', '{', (at) => `"${at}":"",`, '}')]),
];

const allText = (reader: Reader): Reader =>
  reader.largestBytes > KIB * KIB && reader.inputs.length > 0
    ? reader
    : { ...reader, inputs: [...reader.inputs, ...anyText] };

export const readers: readonly Reader[] = [
  ...answers,
  ...imports,
  ...searched,
  ...files,
  ...practice,
].map(allText);

/** Files that take bytes which nobody else chose, and why; a folder ends with a slash. */
export const notForeign: Readonly<Record<string, string>> = {
  'domain/wipeable-buffer.ts': 'copies bytes and looks into none',
  'gateway/connections/http2-connection.ts':
    'rows P13.h2.* of flood.bench.ts, with the server in a process of its own',
  'gateway/connections/paced-reads.ts': 'looks into none, and takes 8 KiB a turn at most',
  'gateway/route-observation.ts':
    'rows P13.chain.* of chain.bench.ts, with the server in a process of its own',
  'gateway/connections/tls-connection.ts':
    'rows P13.chain.* of chain.bench.ts, with the server in a process of its own',
  'gateway/requests/request-body.ts': 'writes what is sent',
  'gateway/gateway-client.ts': 'builds addresses of checked ones',
  'gateway/requests/endpoints.ts': 'builds addresses of checked ones',
  'hand-out/door.ts': 'lines of at most 16 KiB, and nothing opens the door yet',
  'platform/secret-program.ts': 'collects 64 KiB at most, of which 4,096 bytes are looked at',
  'history/': 'rows sealed under a key of the vault, read in slices',
  'diagnosis/evidence-files.ts': 'signs what is written here',
  'secret-input/small-file.ts': 'reads at most 64 KiB and looks into none of it',
  'platform/anchor-file.ts': 'at most 16 KiB, opened by the keystore of the system',
  'platform/core-dumps.ts': 'a file of the kernel',
  'platform/electron-keystore.ts': 'handed to the keystore of the system',
  'platform/licence-notices.ts': 'files of the build, beside its own bundles',
  'platform/screen-lock-bus.ts': 'lines are read by screen-lock-signals.ts',
  'practice/gateway/controls.ts': 'secrets that the app made',
  'practice/gateway/reply.ts': 'writes what is answered',
  'secret-scan/patterns.ts': 'secrets of the vault, a slice each',
  'secret-scan/run-index.ts': 'what is written here, indexed in slices',
  'secret-scan/secret-scan.ts': 'searches what is written here, in slices',
  'import-export/found-values.ts': 'types alone',
  'vault/': 'behind the header: sealed under the keys of the vault, or in slices',
};
