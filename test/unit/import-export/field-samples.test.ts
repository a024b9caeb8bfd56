// Files as people have them, each read with the right value. The samples lie beside this test; names and secrets in
// them are made up.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { read, refusal } from './reading.ts';

const bytesOf = (name: string): Buffer =>
  readFileSync(path.join(import.meta.dirname, 'samples', name));
const reading = (name: string) => read(bytesOf(name), name);
const HERON = { hosts: ['gw.heron.test'] };

describe('a file of the field', () => {
  it.each([
    ['chrome-bash-unicode-escape.txt', { secret: "Blue!Heron'79", ...HERON }],
    ['postman-form-quotes.txt', { secret: 'Quill;29,Reed', ...HERON }],
    ['shell-script-with-variables.sh', { secret: 'Moss-Finch$8', ...HERON }],
    ['readme-fence.md', { secret: 'Lapwing-40-Ash', ...HERON }],
    ['httpie.txt', { secret: 'Bittern-41 Oak', ...HERON }],
    ['powershell.txt', { secret: 'Dunlin-42', ...HERON }],
    ['multiline-private-key.env', { secret: 'Quill-Vireo-50', ...HERON }],
    ['http-file.http', { secret: 'Quill-Vireo-63', ...HERON }],
    ['opencollection.json', { secret: 'Quill-Vireo-67', ...HERON, scopes: ['TRADER_READ'] }],
    ['har.har', { secret: 'Quill-Vireo-71', ...HERON, accessType: 'trader' }],
    ['postman-url-without-raw.json', { secret: 'Quill-Vireo-91', ...HERON, accessType: 'trader' }],
    ['insomnia-folder-environment.json', { secret: 'Quill-Vireo-94', ...HERON }],
    ['insomnia-v5.yaml', { secret: 'Quill-Vireo-96', ...HERON, scopes: ['TRADER_READ'] }],
    [
      'bruno-additional-params.bru',
      { secret: 'Quill-Vireo-97', ...HERON, label: 'Token', scopes: ['TRADER_READ'] },
    ],
    ['bruno-comments.bru', { secret: 'Quill-Vireo-98', ...HERON, label: 'Token' }],
    ['bruno-annotations.bru', { secret: 'Quill-Vireo-99', ...HERON }],
    ['bruno-collection.json', { secret: 'Quill-Vireo-103', ...HERON, scopes: ['TRADER_READ'] }],
    ['bash-double-quotes-caret.txt', { secret: 'Quill-Vireo-113^', ...HERON }],
    ['bruno-multipart.bru', { secret: 'Quill-Vireo-114', ...HERON }],
    ['keycloak-json-installation.json', { secret: 'Quill-Vireo-124', ...HERON }],
    ['bruno-collection-vars.json', { secret: 'Quill-Vireo-141', ...HERON }],
    ['key-value-lines.txt', { secret: 'Quill-Vireo-87', ...HERON, scopes: ['TRADER_READ'] }],
    ['jsonc-settings.json', { secret: 'Quill-Vireo-77', ...HERON, label: 'prod' }],
    ['set-commands.txt', { secret: 'Quill-Vireo-60' }],
    [
      'dynamic-registration.json',
      { secret: 'Quill-Vireo-64', label: 'Desk A', scopes: ['TRADER_READ'] },
    ],
    ['bitwarden-custom-fields.json', { secret: 'Quill-Vireo-70', label: 'Desk A' }],
    ['aws-secret-string.json', { secret: 'Quill-Vireo-72', label: 'trading/desk-a' }],
    ['terraform-output.json', { secret: 'Quill-Vireo-78' }],
    ['blank-line-first-semicolon.csv', { secret: 'Quill,Vireo-82', label: 'Desk A' }],
    ['two-on-one-line.env', { secret: 'Quill-Vireo-110', label: 'desk-a' }],
    ['vault-kv-json.json', { secret: 'Quill-Vireo-118', label: 'desk-a' }],
    ['yaml-env.txt', { secret: 'Quill-Vireo-121' }],
  ] as const)('%s gives one row with its value', (name, expected) => {
    const { rows } = reading(name);
    expect(rows).toMatchObject([{ clientId: 'desk-a', standing: 'present', ...expected }]);
  });

  it('of two commands with comments between them gives both', () => {
    const { rows, leftOut } = reading('comments-between-commands.sh');
    expect(rows.map(({ clientId, secret }) => [clientId, secret])).toEqual([
      ['desk-a', 'Plum-Tern-31'],
      ['desk-c', 'Iris-Swift-32'],
    ]);
    expect(leftOut).toEqual([]);
  });

  it('of a password manager names its entries as that program does', () => {
    const { rows } = reading('bitwarden.json');
    expect(rows).toMatchObject([
      { label: 'Desk A', clientId: 'desk-a', secret: 'Quill-Vireo-68', ...HERON },
      { label: 'Desk B', clientId: 'desk-b', secret: 'Quill-Vireo-69', hosts: [] },
    ]);
  });

  it.each([
    ['op-reference.env', 'op read "op://Trading/desk-a/client secret"'],
    ['command-substitution.env', 'a command in $(…)'],
    ['basic-built-by-command.txt', 'a command in $(…)'],
    ['docs-placeholders.txt', 'a stand-in'],
    ['bruno-secret-inline.bru', 'client_secret'],
  ])('%s says what stands in place of the secret', (name, placeholder) => {
    const { rows } = reading(name);
    expect(rows).toMatchObject([{ standing: 'placeholder', placeholder, secret: null }]);
  });

  it('with references in JSON takes none of them for a secret', () => {
    const { rows } = reading('references-in-json.json');
    expect(rows.map(({ label, standing, placeholder }) => [label, standing, placeholder])).toEqual([
      ['a', 'placeholder', '${…}'],
      ['b', 'placeholder', '{{…}}'],
    ]);
  });

  it('with a plus sign in a form says that it was read as a space', () => {
    const [row] = reading('curl-data-raw-plus.txt').rows;
    expect(row).toMatchObject({ secret: 'Quill Vireo/129==' });
    expect(row?.notes).toContain('secret_plus');
  });

  it('may be as large as a collection with saved answers', () => {
    const collection = JSON.stringify({
      info: { name: 'Desk', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/' },
      item: [
        {
          name: 'Token',
          request: {
            url: { raw: 'https://gw.heron.test/auth/oauth2/token' },
            body: {
              mode: 'urlencoded',
              urlencoded: [
                { key: 'client_id', value: 'desk-a' },
                { key: 'client_secret', value: 'Quill-Vireo-123' },
              ],
            },
          },
          response: [{ body: 'x'.repeat(3_000_000) }],
        },
      ],
    });
    expect(read(collection).rows).toMatchObject([{ secret: 'Quill-Vireo-123' }]);
  });
});

describe('what may be a secret', () => {
  it.each([
    'client_id=desk-a client_secret=Quill-Vireo-1',
    'CLIENT_ID="desk-a CLIENT_SECRET=Quill-Vireo-1"\nCLIENT_SECRET=Quill-Vireo-1',
    '{"client_id":"Quill-Vireo-1","client_secret":"Quill-Vireo-1"}',
    'curl https://me:Quill-Vireo-1@gw.heron.test -d client_id=x -d client_secret=Quill-Vireo-1',
    'label,client_id,client_secret\nkey Quill-Vireo-1,x,Quill-Vireo-1',
  ])('is shown nowhere: %j', (text) => {
    const { rows } = read(text);
    const shown = rows.map(({ secret: _secret, ...row }) => row);
    expect(JSON.stringify(shown)).not.toContain('Quill-Vireo-1');
  });

  it('is in no refusal', () => {
    expect(refusal('{"client_id":"x","client_secret":"Quill-Vireo-1",}}')).not.toContain('Quill');
  });
});
