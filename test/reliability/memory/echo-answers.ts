// Answers of servers that repeat what they were sent, in every encoding that is looked for and in every
// place of an answer that a client may read: body, header fields, reason phrase, trailers.

export interface EchoAnswer {
  readonly name: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** HTTP/1.1 alone: in chunks of few bytes, with trailers. */
  readonly chunked: boolean;
  readonly reason: string;
}

const percent = (text: string): string =>
  Buffer.from(text).toString('hex').replaceAll(/../g, '%$&').toUpperCase();
const unicodeEscaped = (text: string): string =>
  Buffer.from(text)
    .toString('hex')
    .replaceAll(/../g, String.raw`\u00$&`);

/** Every encoding in which a masked echo may come. */
function formsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const shifted = [0, 1, 2].map((by) => Buffer.concat([Buffer.alloc(by, 0x41), bytes]));
  return [
    text,
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...shifted.map((each) => each.toString('base64')),
    ...shifted.map((each) => each.toString('base64url')),
    percent(text),
    percent(percent(text)),
    text.slice(1, -1),
  ];
}

/** All answers that repeat `sent`. The same list in the same order for any of it. */
export function echoAnswers(sent: readonly string[]): readonly EchoAnswer[] {
  const all = sent.flatMap(formsOf);
  const words = all.join(' ');
  const [first = ''] = sent;
  const json = { 'content-type': 'application/json' };
  const html = { 'content-type': 'text/html' };
  const error = (text: string): string =>
    `{"error":"invalid_client","error_description":"${text}"}`;
  const page = `<html><body><h1>Refused</h1><p title="${words}">${words}</p></body></html>`;
  const inBody = (
    name: string,
    status: number,
    body: string,
    headers: Readonly<Record<string, string>> = json,
    chunked = false,
  ): EchoAnswer => ({ name, status, headers, body, chunked, reason: 'x' });
  const inHead = (
    name: string,
    status: number,
    headers: Readonly<Record<string, string>>,
    reason = 'x',
  ): EchoAnswer => ({
    name,
    status,
    headers: { ...json, ...headers },
    body: error('no'),
    chunked: false,
    reason,
  });
  return [
    inBody('JSON 401', 401, error(words)),
    inBody('JSON 500', 500, error(words)),
    inBody('JSON 400, escaped', 400, error(sent.map(unicodeEscaped).join(' '))),
    inBody('JSON 400, interspersed', 400, error(`<b>${first.split('').join('<i></i>')}</b>`)),
    inBody('JSON 400, as the code', 400, `{"error":"${first}"}`),
    inBody('JSON 400, as a name', 400, `{"${first}":"x","error":"invalid_client"}`),
    inBody('JSON 401, in chunks', 401, error(words), json, true),
    inBody('HTML 400', 400, page, html),
    inBody('HTML 401, in chunks', 401, page, html, true),
    inBody('HTML 500', 500, page, html),
    inBody('text 401', 401, words, { 'content-type': 'text/plain' }),
    inBody('JSON 200', 200, `{"said":"${words}","${first}":["${unicodeEscaped(first)}"]}`),
    inBody('JSON 200 with a token', 200, tokenAnswer(first, words)),
    inBody('HTML 200', 200, page, html),
    inBody('text 200, in chunks', 200, words, { 'content-type': 'text/plain' }, true),
    inHead('RFC 6750 401', 401, {
      'www-authenticate': `Bearer error="invalid_token", error_description="${words}"`,
    }),
    inHead('other fields 400', 400, {
      'x-said': words,
      'set-cookie': `sent=${first}`,
      'content-type': `application/json; said=${first}`,
      'retry-after': first,
      date: first,
    }),
    inHead('name of a field 400', 400, { [`x-${first}`]: 'x' }),
    inHead('redirect 302', 302, {
      location: `https://elsewhere.test/${first}?q=${percent(first)}`,
    }),
    inHead('redirect to a host 302', 302, { location: `https://${first}.test/` }),
    inHead('reason phrase 401', 401, {}, `No ${first}`),
  ];
}

const tokenAnswer = (secret: string, words: string): string =>
  `{"access_token":"a-token-of-no-interest","token_type":"${secret}","expires_in":"${secret}","scope":"${words}"}`;

/** HTTP/1.1, cut into parts as they are to be written. */
export function h1Parts(answer: EchoAnswer, keepAlive: boolean): readonly string[] {
  const { status, reason, headers, body, chunked } = answer;
  const fields = { ...headers, connection: keepAlive ? 'keep-alive' : 'close' };
  const framing = chunked
    ? { 'transfer-encoding': 'chunked', trailer: 'x-said' }
    : { 'content-length': String(body.length) };
  const lines = Object.entries({ ...fields, ...framing }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const head = `HTTP/1.1 ${status} ${reason}\r\n${lines.join('\r\n')}\r\n\r\n`;
  if (!chunked) return [head.slice(0, head.length / 2), head.slice(head.length / 2), body];
  const pieces = body.match(/.{1,30}/gs) ?? [];
  const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`);
  return [head, ...chunks, `0\r\nx-said: ${body.slice(0, 500).replaceAll(/[<>]/g, '')}\r\n\r\n`];
}
