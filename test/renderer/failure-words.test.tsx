// Every failure code has its sentences, in the tone of docs/interface.md ("Error messages").
import { describe, expect, it } from 'vitest';
import { failureCodes } from '../../electron/shared/failures/failure.ts';
import {
  failureDetails,
  failureSentence,
  failureWords,
} from '../../electron/shared/failures/failure-words.ts';

describe('the words of a failure', () => {
  it.each(failureCodes)('%s says what happened and what to do', (code) => {
    for (const facts of [undefined, { host: 'api.example', status: 401, count: 2, about: 'x' }]) {
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
    expect(meansOf(403, 'text/html')).toMatch(/Whether the credentials are right is not known/);
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
