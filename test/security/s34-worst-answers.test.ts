// S34: bytes of a stranger never hold up the app: every reader of an answer has a small cap, and takes the worst bytes
// found for it in far less than a second, as one that is linear does.
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { standardBudgets } from '../../electron/main/gateway/budgets.ts';
import { maskOf } from '../../electron/main/gateway/redaction/redaction.ts';
import { plainWords } from '../../electron/main/gateway/redaction/server-words.ts';
import { challengeAbout } from '../../electron/main/gateway/responses/bearer-challenge.ts';
import { readOAuthError } from '../../electron/main/gateway/responses/error-response.ts';
import { readTokenResponse } from '../../electron/main/gateway/responses/token-response.ts';

const CAP = standardBudgets.bodyBytes.token;
const TOKEN = 'a-token-of-some-length-1234567890';
const secret = SecretBytes.take(Buffer.from(TOKEN));
const mask = maskOf([secret]);
const filled = (begin: string, part: string, end: string): string =>
  begin + part.repeat((CAP - begin.length - end.length) / part.length) + end;

const bodies: readonly string[] = [
  filled('{"access_token":"x","', 'a":1,"', 'b":1}'),
  filled('{', '"access_token":"a",', '"x":1}'),
  filled('{"a":', '[', ''),
  filled('{"access_token":"', '\\u0061', '"}'),
  filled('{"access_token":"', '\\\\', '"}'),
  filled('{"error":"', '<', '"}'),
  filled('{"error":"x","error_description":"', '\\u001b[', '"}'),
  filled('{"error":"x","error_description":"', TOKEN.slice(0, 12), '"}'),
];

/**
 * A linear reader takes milliseconds here, one that is not takes seconds each time. One quick try of many is enough:
 * a machine with other work makes some of them long.
 */
function expectLinear(read: () => void): void {
  const isQuick = Array.from({ length: 20 }).some(() => {
    const beganMs = performance.now();
    read();
    return performance.now() - beganMs < 1_000;
  });
  expect(isQuick).toBe(true);
}

describe('S34: the worst bytes of an answer', () => {
  it('are no more than its cap lets through', () => {
    expect(CAP).toBe(64 * 1024);
    expect(standardBudgets.headBytes).toBe(16 * 1024);
  });

  it.each(bodies.map((body) => [body.slice(0, 40), body]))(
    'are read at once: %s',
    (_name, body) => {
      const bytes = Buffer.from(body);
      expectLinear(() => {
        readOAuthError(bytes, mask);
        readTokenResponse({
          status: 200,
          mediaType: 'application/json',
          body: bytes,
          accessType: 'trader',
          asked: [],
          secrets: [secret],
        });
      });
    },
  );

  it.each(['a="', '1', '<', "error='", '\u001b]', `${TOKEN.slice(0, -1)}!`])(
    'are looked through at once: %j again and again',
    (part) => {
      const text = filled('', part, '');
      expectLinear(() => {
        challengeAbout(`Bearer ${text}`);
        plainWords(text, mask);
      });
    },
  );
});
