// Every failure code has its sentences, in the tone of docs/interface.md ("Error messages").
import { describe, expect, it } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { failureCodes, type FailureCode } from '../../electron/shared/failures/failure-codes.ts';
import { callWords } from '../../electron/shared/failures/failure-words-call.ts';
import { requestWords } from '../../electron/shared/failures/failure-words-request.ts';
import { vaultWords } from '../../electron/shared/failures/failure-words-vault.ts';
import {
  failureDetails,
  failureSentence,
  failureWords,
} from '../../electron/shared/failures/failure-words.ts';

const rows = Object.keys({ ...vaultWords, ...callWords, ...requestWords });
const main = path.join(import.meta.dirname, '../../electron/main');

describe('the words of a failure', () => {
  it('are those of at most 90 codes, and of what some code is about', () => {
    expect(failureCodes.length).toBeLessThanOrEqual(90);
    expect(rows).toEqual(expect.arrayContaining([...failureCodes]));
    const source = readdirSync(main, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(path.join(main, file), 'utf8'))
      .join();
    const abouts = rows.flatMap((row) => row.split(': ').slice(1));
    expect(abouts.filter((about) => !source.includes(`'${about}'`))).toEqual([]);
  });

  it.each(rows)('%s says what happened and what to do', (row) => {
    const [code, about] = row.split(': ') as [FailureCode, string | undefined];
    const full = { host: 'api.example', status: 401, count: 2, about: about ?? 'x' };
    for (const facts of [about === undefined ? undefined : { about }, full]) {
      const { what, means, todo } = failureWords({ code, facts });
      for (const part of means === '' ? [what, todo] : [what, means, todo]) {
        expect(part).toMatch(/^(\P{Ll}|api\.example ).*\.$/u);
        expect(part).not.toMatch(/!|undefined|null|\{|password|please|sorry|oops/i);
      }
    }
  });

  it('never names a cause that the server did not give', () => {
    const meansOf = (status: number, about?: string): string =>
      failureWords({ code: 'http_error', facts: { status, about, call: 'token' } }).means;
    expect(meansOf(401)).toBe('It did not say which.');
    expect(meansOf(400)).toMatch(/^It did not say why/);
    expect(meansOf(403)).toMatch(/^It did not say why/);
    expect(meansOf(403, 'text/html')).toMatch(/Whether the key is right is not known/);
  });

  it('calls a taken name no label of a credential: it may be of an environment or a view', () => {
    expect(failureSentence({ code: 'name_taken', facts: { about: 'Sandbox' } })).toBe(
      'The name Sandbox is taken already. Choose another one.',
    );
  });

  it('puts an unknown effect first', () => {
    const token = failureWords({
      code: 'answer_timeout',
      facts: { call: 'token', possiblyDone: true },
    });
    expect(token.means).toMatch(/^A token may have been issued/);
    const revoke = failureWords({
      code: 'answer_timeout',
      facts: { call: 'revoke', possiblyDone: true },
    });
    expect(revoke.means).toMatch(/^Whether the server revoked the token is unknown/);
    expect(failureSentence({ code: 'answer_timeout' })).not.toMatch(/may have been issued/);
  });

  it.each([
    [undefined, 'does not answer as such a proxy does'],
    ['302', 'answered itself'],
    ['511', 'answered itself'],
    ['403', 'refused to open the way'],
    ['SOCKS reply 2', 'refused to open the way'],
  ])('tell what a proxy said that answered %s', (about, what) => {
    expect(failureSentence({ code: 'proxy_refused', facts: { about } })).toContain(what);
  });

  it('offers no way around a TLS failure', () => {
    for (const code of failureCodes.filter((each) => each.startsWith('tls_'))) {
      expect(failureSentence({ code })).not.toMatch(/ignore|continue|anyway|accept it/i);
    }
  });

  it('says of a new token what it may do less, and calls that not asked for', () => {
    const failure = { code: 'insufficient_scope', facts: { scopes: ['TRADER_TRADE'] } } as const;
    expect(failureWords(failure).what).toMatch(/less than the one before it, without TRADER_TRADE/);
    expect(failureDetails(failure)).toContainEqual(['Scopes missing', 'TRADER_TRADE']);
  });

  it('lists the facts it has and no others', () => {
    expect(failureDetails({ code: 'disk_full' })).toEqual([['Code', 'disk_full']]);
    expect(
      failureDetails({
        code: 'invalid_scope',
        facts: { call: 'token', status: 400, durationMs: 12.6, scopes: ['A', 'B'], serverSaid: '' },
      }),
    ).toEqual([
      ['Code', 'invalid_scope'],
      ['Call', 'token'],
      ['Status', '400'],
      ['Took', '13 ms'],
      ['Scopes asked for', 'A B'],
    ]);
  });
});
