// S34: bytes of a stranger do not hold the event loop. Each reader is given what would cost one that looks back, or
// begins again at each character, the most: as much as it takes at once, in so little work that nobody notices.
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { standardBudgets } from '../../electron/main/gateway/budgets.ts';
import { maskOf } from '../../electron/main/gateway/redaction/redaction.ts';
import { plainWords } from '../../electron/main/gateway/redaction/server-words.ts';
import { challengeAbout } from '../../electron/main/gateway/responses/bearer-challenge.ts';
import { readOAuthError } from '../../electron/main/gateway/responses/error-response.ts';
import { readTokenResponse } from '../../electron/main/gateway/responses/token-response.ts';
import { readImport } from '../../electron/main/import-export/read-import.ts';
import { readAnswer } from '../../electron/main/tokens/checks/answer-tree.ts';

const KIB = 1024;
const TOKEN = 'tok-Xy72kL19vB64-AbCdEfGhIjKlMnOp';
const token = SecretBytes.take(Buffer.from(TOKEN));
const mask = maskOf([token]);

/** The piece as often as it fits, between a beginning and an end. */
const text = (sizeBytes: number, piece: string, [start, end] = ['', '']): string =>
  start + piece.repeat(Math.floor((sizeBytes - start.length - end.length) / piece.length)) + end;

function workedMs(read: () => void): number {
  const started = process.threadCpuUsage();
  read();
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1_000;
}

/**
 * One that looks back takes seconds. Where the machine is slow the growth decides: a text eight times as long costs
 * some eight times as much, and 64 times where a reader looks back. One try of many is enough: a machine with other
 * work makes some of them long.
 */
function expectLinear(sizeBytes: number, read: (sizeBytes: number) => void): void {
  const isLinear = Array.from({ length: 10 }).some(() => {
    const long = workedMs(() => read(sizeBytes));
    return long < 500 || long < 24 * workedMs(() => read(sizeBytes / 8));
  });
  expect(isLinear).toBe(true);
}

describe('the worst bytes found', () => {
  it.each([
    ['tags that never end', '<', ['', '']],
    ['tags within tags', '<a ', ['', '']],
    ['commands of a terminal that never end', '\u001b]', ['', '']],
    ['backslashes', '\\', ['{"a":"', '"}']],
    ['the beginning of the token', 'tok-Xy72kL19vB64', ['', '']],
    ['nested lists', '[[[1]]],', ['{"a":[', '1]}']],
    ['members', '"a":1,', ['{', '"b":1}']],
  ] as const)('as an answer are shown with little work: %s', (_what, piece, around) => {
    expectLinear(64 * KIB, (size) => {
      readAnswer(Buffer.from(text(size, piece, [...around])), [token], 'c');
    });
  });

  it('of an answer are no more than its cap lets through', () => {
    expect(standardBudgets).toMatchObject({ bodyBytes: { token: 64 * KIB }, headBytes: 16 * KIB });
  });

  it.each([
    ['a token, then members', '","', ['{"access_token":"x', 'a":1,"b":1}']],
    ['tokens', '"access_token":"a",', ['{', '"x":1}']],
    ['nested lists', '[', ['{"a":', '']],
    ['escaped letters', '\\u0061', ['{"access_token":"', '"}']],
    ['backslashes', '\\\\', ['{"access_token":"', '"}']],
    ['tags in an error', '<', ['{"error":"', '"}']],
    ['commands of a terminal', '\\u001b[', ['{"error":"x","error_description":"', '"}']],
    ['beginnings of the token', TOKEN.slice(0, 12), ['{"error":"x","error_description":"', '"}']],
  ] as const)('as a token answer are read with little work: %s', (_what, piece, around) => {
    expectLinear(64 * KIB, (size) => {
      const body = Buffer.from(text(size, piece, [...around]));
      readOAuthError(body, mask);
      readTokenResponse({
        status: 200,
        mediaType: 'application/json',
        body,
        accessType: 'trader',
        asked: [],
        secrets: [token],
      });
    });
  });

  it.each([
    ['one word', '1'],
    ['texts that never end', 'a="'],
    ['codes', 'error="invalid_token"'],
    ['errors that never end', "error='"],
    ['spaces', ' '],
    ['tags', '<'],
    ['commands of a terminal', '\u001b]'],
    ['nearly the token', `${TOKEN.slice(0, -1)}!`],
  ])('as a challenge, and as words to show, are read with little work: %s', (_what, piece) => {
    expectLinear(64 * KIB, (size) => {
      const words = text(size, piece);
      challengeAbout(words);
      challengeAbout(`Bearer ${words}`);
      plainWords(words, mask);
    });
  });

  it.each([
    ['words of one letter', 'a.sh', 'a ', ['curl ', '']],
    ['quotes that never end', 'a.sh', `"'`, ['curl ', '']],
    ['ampersands of a form', 'a.sh', '&', ["curl -d '", "' https://a.example"]],
    ['continued lines', 'a.sh', '\\\n', ['curl ', '']],
    ['empty lines', '', '\n', ['', '']],
    ['names without values', '.env', 'A=\n', ['', '']],
    ['quotes within quotes', '.env', `A="'\n`, ['', '']],
    ['empty cells', 'a.csv', ',', ['client_id,client_secret\n', '']],
    ['quotes of a cell', 'a.csv', '""', ['client_id,client_secret\n"', '']],
    ['nested lists', 'a.json', '[', ['', '']],
    ['members', 'a.json', '"client_id":"a",', ['{', '"b":1}']],
    ['nested lines', 'a.yaml', '- ', ['', '']],
  ] as const)('as a file are imported with little work: %s', (_what, name, piece, around) => {
    expectLinear((name === 'a.json' ? 1_024 : 256) * KIB, (size) => {
      readImport(Buffer.from(text(size, piece, [...around])), name);
    });
  });
});
