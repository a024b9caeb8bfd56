// curl commands as people paste them: both shells' quotation, every way to give a body, and values that
// are none.
import { describe, expect, it } from 'vitest';
import { read, refusal } from './reading.ts';

const ADDRESS = 'https://api.example.test/auth/oauth2/token';

describe('a curl command', () => {
  it.each([
    ['-d pairs', `curl ${ADDRESS} -d client_id=x -d client_secret=s3%2Bcret+1`],
    ['one body', `curl --url ${ADDRESS} --data 'client_id=x&client_secret=s3%2Bcret%201&scope=y'`],
    [
      'urlencode',
      `curl ${ADDRESS} --data-urlencode client_id=x --data-urlencode 'client_secret=s3+cret 1'`,
    ],
    ['Basic', `curl -u 'x:s3+cret 1' ${ADDRESS} -d grant_type=client_credentials`],
    [
      'a header',
      `curl ${ADDRESS} -H "Authorization: Basic ${Buffer.from('x:s3+cret 1').toString('base64')}"`,
    ],
    [
      'continued lines',
      `$ curl -X POST ${ADDRESS} \\\n  -d client_id=x \\\r\n  --data-urlencode "client_secret=s3+cret 1"`,
    ],
    ['$ quotation', `curl ${ADDRESS} -d client_id=x --data-urlencode $'client_secret=s3+cret 1'`],
    ['attached options', `curl -sSdclient_id=x ${ADDRESS} --data=client_secret=s3%2bcret+1`],
    [
      'cmd carets',
      `curl ^"${ADDRESS}^" ^\r\n  -H ^"Accept: application/json^" ^\r\n  --data-raw ^"client_id=x^&client_secret=s3^%2Bcret+1^"`,
    ],
    ['JSON', `/usr/bin/curl ${ADDRESS} --json '{"client_id":"x","client_secret":"s3+cret 1"}'`],
    ['a form', `curl.exe ${ADDRESS} -F client_id=x -F "client_secret=s3+cret 1"`],
  ])('is read with %s', (_, command) => {
    const { format, rows } = read(command);
    expect(format).toBe('curl');
    expect(rows).toMatchObject([
      { clientId: 'x', secret: 's3+cret 1', hosts: ['api.example.test'], accessType: 'trader' },
    ]);
  });

  it.each([
    [`curl ${ADDRESS} -d client_id=x -d client_secret=$SECRET`, '$…'],
    [`curl ${ADDRESS} -d client_id=x -d "client_secret=\${SECRET}"`, '$…'],
    [`curl ${ADDRESS} -d client_id=x -d "client_secret=$(pass show x)"`, 'a command in $(…)'],
    [`curl ${ADDRESS} -d client_id=x --data-urlencode client_secret@file.txt`, 'a file'],
    [`curl ^"${ADDRESS}^" -d client_id=x -d "client_secret=%SECRET%"`, '%…%'],
    [`curl ${ADDRESS} -d "client_id=x&client_secret=s3$Zq81mN55"`, '$…'],
  ])('says of what kind is what is no value in %j, and no part of it', (command, placeholder) => {
    expect(read(command).rows[0]).toMatchObject({
      standing: 'placeholder',
      placeholder,
      secret: null,
    });
  });

  it('keeps a dollar sign in single quotation marks', () => {
    expect(read(`curl ${ADDRESS} -d client_id=x -d 'client_secret=a$BC'`).rows[0]?.secret).toBe(
      'a$BC',
    );
  });

  it('reads several, and one credential in several once', () => {
    const { rows } = read(
      `curl ${ADDRESS} -d client_id=x -d client_secret=aaabbb; curl ${ADDRESS} -d client_id=y -d client_secret=cccddd\n` +
        `curl https://api.example.test/auth/oauth2/revoke -d client_id=x -d client_secret=aaabbb -d token=t`,
    );
    expect(rows.map(({ clientId, more }) => [clientId, more])).toEqual([
      ['x', 1],
      ['y', 0],
    ]);
  });

  it('leaves a command out whose quotation mark does not close, and says its line', () => {
    const { rows, leftOut } = read(
      `curl ${ADDRESS} -d 'client_id=x\ncurl ${ADDRESS} -d client_id=y -d client_secret=cccddd`,
    );
    expect(rows.map(({ clientId }) => clientId)).toEqual(['y']);
    expect(leftOut).toEqual([{ line: 1, what: 'command' }]);
  });

  it.each([
    [`curl ${ADDRESS} -d 'client_id=x`, 'import_unreadable 1:1 nothing'],
    ['curl --help', 'import_unreadable nothing'],
  ])('refuses %j', (command, why) => {
    expect(refusal(command)).toBe(why);
  });
});
