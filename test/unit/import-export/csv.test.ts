// CSV: delimiters, quotation, headings in many spellings, and what is refused with its place.
import { describe, expect, it } from 'vitest';
import { read, refusal } from './reading.ts';

describe('a CSV file', () => {
  it.each([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
    ['bar', '|'],
  ])('is read with %s between its fields', (_, mark) => {
    const { format, rows } = read(
      [
        ['Label', 'Client ID', 'Client Secret', 'Access type', 'Scopes'].join(mark),
        ['Desk A', 'a', 'secret-a', 'Trader API', 'TRADER_READ'].join(mark),
        ['Desk B', 'b', 'secret-b', 'Partner', ''].join(mark),
      ].join('\r\n'),
      'keys.csv',
    );
    expect(format).toBe('csv');
    expect(rows).toMatchObject([
      {
        label: 'Desk A',
        clientId: 'a',
        secret: 'secret-a',
        accessType: 'trader',
        place: { line: 2 },
      },
      {
        label: 'Desk B',
        clientId: 'b',
        secret: 'secret-b',
        accessType: 'partner',
        accessReason: 'said',
      },
    ]);
  });

  it.each([
    ['client_id,client_secret', 'x,s3cret'],
    ['CLIENT-ID,CLIENT-SECRET', 'x,s3cret'],
    ['clientId,clientSecret', 'x,s3cret'],
    ['API key,API secret', 'x,s3cret'],
    ['username,password', 'x,s3cret'],
    ['login_username,login_password', 'x,s3cret'],
    ['"client_id","client_secret"', '"x","s3cret"'],
    ['sep=,\nclient_id,client_secret', 'x,s3cret'],
    ['\ufeffclient_id,client_secret', 'x,s3cret'],
    ['client_id,client_secret,notes', 'x,s3cret,"two\nlines, and a ""comma"""'],
  ])('takes the columns %j', (heading, row) => {
    expect(read(`${heading}\n${row}\n`).rows).toMatchObject([{ clientId: 'x', secret: 's3cret' }]);
  });

  it('keeps spaces within quotation marks and says so', () => {
    const [row] = read('client_id,client_secret\nx," s3cret "').rows;
    expect(row).toMatchObject({ secret: ' s3cret ' });
    expect(row?.notes).toContain('secret_space_around');
  });

  it('takes the apostrophe away that keeps spreadsheets from reading a formula, but not from a secret', () => {
    const [row] = read("label,client_id,client_secret\n'=Desk,x,'=abcdef").rows;
    expect(row).toMatchObject({ label: '=Desk', secret: "'=abcdef" });
  });

  it('never shows a secret that stands in a wrong column', () => {
    const { rows } = read(
      'label,client_id,client_secret\ns3cret-9,x,s3cret-9\nB,s3cret-9,t0ken-12',
    );
    expect(JSON.stringify(rows.map((row) => ({ ...row, secret: null })))).not.toContain('s3cret-9');
    expect(rows[1]?.notes).toContain('client_id_unusable');
  });

  it('leaves a row out that has another number of fields, and says its line', () => {
    const { rows, leftOut } = read('client_id,client_secret\nx\n\ny,s3cret\nz,a,b\n');
    expect(rows.map(({ clientId, place }) => [clientId, place.line])).toEqual([['y', 4]]);
    expect(leftOut).toEqual([
      { line: 2, what: 'row' },
      { line: 5, what: 'row' },
    ]);
  });

  it.each([
    ['client_id,client_secret\nx,"a', 'import_unreadable 2:1 CSV'],
    ['client_id,client_secret\nx,"a"b', 'import_unreadable 2:1 CSV'],
    ['client_id,client_id,client_secret\nx,y,z', 'import_unreadable 1:1 repeated name'],
    ['a,b,c\n1,2,3', 'import_unreadable nothing'],
    [`client_id,client_secret\n${'x,y\n'.repeat(501)}`, 'too_large rows'],
  ])('refuses %j', (lines, why) => {
    expect(refusal(lines)).toBe(why);
  });
});
