// `.env` files: names, quotation marks, comments, references, and what is refused with its place.
import { describe, expect, it } from 'vitest';
import { read, refusal } from './reading.ts';

const one = (lines: string) => read(lines).rows[0];

describe('a .env file', () => {
  it('gives a client with its address', () => {
    const sample = read(
      '# desk\nexport CLIENT_ID=desk-1\nCLIENT_SECRET="s3cr3t value"\nBASE_URL=https://api.example.test\n',
    );
    expect(sample.format).toBe('env');
    expect(sample.rows).toHaveLength(1);
    expect(sample.rows[0]).toMatchObject({
      clientId: 'desk-1',
      secret: 's3cr3t value',
      standing: 'present',
      hosts: ['api.example.test'],
      label: 'desk-1',
      notes: ['label_made'],
      place: { line: 2 },
    });
  });

  it('tells several clients apart by what their names have besides', () => {
    const { rows } = read(
      [
        'BASE_URL=https://api.example.test',
        'DESK_A_CLIENT_ID=a',
        'DESK_A_CLIENT_SECRET=secret-a',
        'DESK_A_SCOPE=READ TRADER_TRADE',
        'CLIENT_ID_DESK_B=b',
        'CLIENT_SECRET_DESK_B=secret-b',
        'DATABASE_PASSWORD=not-a-client',
        'WEBHOOK_SECRET=neither',
      ].join('\n'),
    );
    expect(rows.map(({ label, clientId, secret }) => [label, clientId, secret])).toEqual([
      ['desk a', 'a', 'secret-a'],
      ['desk b', 'b', 'secret-b'],
    ]);
    expect(rows.map(({ hosts }) => hosts)).toEqual([['api.example.test'], ['api.example.test']]);
    expect(rows[0]).toMatchObject({
      scopes: ['TRADER_READ', 'TRADER_TRADE'],
      accessType: 'trader',
      accessReason: 'scope',
    });
    expect(rows[1]).toMatchObject({ scopes: [], accessType: null });
  });

  it.each([
    ['CLIENT_ID=x\nCLIENT_SECRET=abc # comment', 'abc'],
    ['CLIENT_ID=x\nCLIENT_SECRET=abc#part', 'abc#part'],
    ["CLIENT_ID=x\nCLIENT_SECRET='a\\n$b' # c", 'a\\n$b'],
    ['CLIENT_ID=x\nCLIENT_SECRET="a\\"b\\\\c\\$d"', 'a"b\\c$d'],
    ['CLIENT_ID=x\nCLIENT_SECRET=`a"b`', 'a"b'],
    ['CLIENT_ID=x\r\nCLIENT_SECRET = pa$$w0rd \r\n', 'pa$$w0rd'],
    ['CLIENT_ID=x\nPART=in\nCLIENT_SECRET=${PART}side', 'inside'],
    ["CLIENT_ID=x\nPART=in\nCLIENT_SECRET='${PART}side'", '${PART}side'],
    ['CLIENT_ID=x\nCLIENT_SECRET=ключ', 'ключ'],
  ])('reads %j', (lines, secret) => {
    expect(one(lines)?.secret).toBe(secret);
  });

  it.each([
    ['CLIENT_ID=x\nCLIENT_SECRET=', 'missing', null],
    ['CLIENT_ID=x\nCLIENT_SECRET=${VAULT_SECRET}', 'placeholder', '${…}'],
    ['CLIENT_ID=x\nCLIENT_SECRET=********', 'masked', null],
    ['CLIENT_ID=x\nCLIENT_SECRET=<your secret>', 'masked', null],
    ['CLIENT_ID=x\nCLIENT_SECRET="a\\nb"', 'line_break', null],
    [`CLIENT_ID=x\nCLIENT_SECRET=${'a1'.repeat(2049)}`, 'too_long', null],
    ['CLIENT_ID=x\nA=${B}\nB=${A}\nCLIENT_SECRET=${A}', 'placeholder', '${…}'],
  ])('takes no value from %j', (lines, standing, placeholder) => {
    expect(one(lines)).toMatchObject({ standing, placeholder, secret: null });
  });

  it('leaves a line out that sets nothing, and says which', () => {
    const { rows, leftOut } = read(
      'CLIENT_ID=x\nbroken line\n2ND=y\nCLIENT_SECRET=aaabbb\nNOTE="open\n',
    );
    expect(rows).toMatchObject([{ clientId: 'x', secret: 'aaabbb' }]);
    expect(leftOut).toEqual([
      { line: 2, what: 'line' },
      { line: 3, what: 'line' },
      { line: 5, what: 'quote' },
    ]);
  });

  it.each([
    ['CLIENT_ID=x\nCLIENT_ID=y', 'import_unreadable 2:1 repeated name'],
    [`${'N'.repeat(201)}=y`, 'import_unreadable nothing'],
    ['PATH=/usr/bin', 'import_unreadable nothing'],
  ])('refuses %j', (lines, why) => {
    expect(refusal(lines)).toBe(why);
  });
});
