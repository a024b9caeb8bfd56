// S34: bytes of a stranger do not hold the event loop. Each reader is given what would cost one that looks back, or
// begins again at each character, the most: as much as it takes at once, in so little work that nobody notices.
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { challengeAbout } from '../../electron/main/gateway/responses/bearer-challenge.ts';
import { readImport } from '../../electron/main/import-export/read-import.ts';
import { readAnswer } from '../../electron/main/tokens/checks/answer-tree.ts';

const KIB = 1024;
/** One that looks back takes seconds for these texts. */
const MOST_MS = 500;
const token = SecretBytes.take(Buffer.from('tok-Xy72kL19vB64-AbCdEfGhIjKlMnOp'));

/** The piece as often as it fits, between a beginning and an end. */
const text = (sizeBytes: number, piece: string, [start, end] = ['', '']): string =>
  start + piece.repeat(Math.floor((sizeBytes - start.length - end.length) / piece.length)) + end;

/** Of this thread alone, and the quickest of three: what else the machine does is no reason to fail. */
function workedMs(read: () => void): number {
  const took = [1, 2, 3].map(() => {
    const started = process.threadCpuUsage();
    read();
    const { user, system } = process.threadCpuUsage(started);
    return (user + system) / 1_000;
  });
  return Math.min(...took);
}

function imported(bytes: string, fileName: string): void {
  readImport(Buffer.from(bytes), fileName);
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
    const body = text(64 * KIB, piece, [...around]);
    expect(workedMs(() => void readAnswer(Buffer.from(body), [token], 'c'))).toBeLessThan(MOST_MS);
  });

  it.each([
    ['one word', '1'],
    ['texts that never end', 'a="'],
    ['codes', 'error="invalid_token"'],
    ['spaces', ' '],
  ])('as a challenge are read with little work: %s', (_what, piece) => {
    expect(workedMs(() => void challengeAbout(text(64 * KIB, piece)))).toBeLessThan(MOST_MS);
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
    const file = text((name === 'a.json' ? 1_024 : 256) * KIB, piece, [...around]);
    expect(workedMs(() => imported(file, name))).toBeLessThan(MOST_MS);
  });
});
