// Exports of API clients: what is filled in from the same file, what is named as a placeholder, and which
// parts of such a file are credentials.
import { describe, expect, it } from 'vitest';
import { read, refusal } from './reading.ts';

const json = (value: unknown): string => JSON.stringify(value);
const postman = (more: object): string =>
  json({
    info: {
      name: 'Desk',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    ...more,
  });
const urlencoded = (...pairs: readonly (readonly [string, string])[]) => ({
  mode: 'urlencoded',
  urlencoded: pairs.map(([key, value]) => ({ key, value, type: 'text' })),
});
const insomnia = (...resources: readonly object[]): string =>
  json({ _type: 'export', __export_format: 4, resources });

describe('a Postman collection', () => {
  it('is filled in from its own variables, at every level', () => {
    const { format, rows } = read(
      postman({
        variable: [
          { key: 'base', value: 'https://api.example.test' },
          { key: 'desk_secret', value: '{{inner}}-2' },
          { key: 'inner', value: 's3cret' },
        ],
        item: [
          {
            name: 'Folder',
            item: [
              {
                name: 'Token',
                request: {
                  method: 'POST',
                  url: { raw: '{{base}}/auth/oauth2/token' },
                  body: urlencoded(['client_id', 'x'], ['client_secret', '{{desk_secret}}']),
                },
              },
              {
                name: 'Revoke',
                request: {
                  url: '{{base}}/auth/oauth2/revoke',
                  body: urlencoded(['client_id', 'x'], ['client_secret', 's3cret-2']),
                },
              },
            ],
          },
        ],
      }),
    );
    expect(format).toBe('postman');
    expect(rows).toMatchObject([
      {
        label: 'Token',
        clientId: 'x',
        secret: 's3cret-2',
        hosts: ['api.example.test'],
        accessType: 'trader',
        accessReason: 'path',
        more: 1,
      },
    ]);
  });

  it.each([
    [
      'v2.1',
      [
        { key: 'clientId', value: 'x' },
        { key: 'clientSecret', value: 's3cret' },
      ],
    ],
    ['v2.0', { clientId: 'x', clientSecret: 's3cret' }],
  ])('gives the authorisation of a folder, as written in %s', (_, oauth2) => {
    const { rows } = read(postman({ item: [], auth: { type: 'oauth2', oauth2 } }));
    expect(rows).toMatchObject([{ label: 'Desk', clientId: 'x', secret: 's3cret' }]);
  });

  it('takes a JSON body for a Partner, and no variable for a value', () => {
    const body = {
      mode: 'raw',
      raw: '{"client_id":"x","client_secret":"{{partner_secret}}","n":1}',
    };
    const { rows } = read(
      postman({ item: [{ name: 'Token', request: { url: 'https://h.example.test/t', body } }] }),
    );
    expect(rows).toMatchObject([
      {
        clientId: 'x',
        standing: 'placeholder',
        placeholder: '{{…}}',
        accessType: 'partner',
        accessReason: 'encoding',
      },
    ]);
  });

  it('leaves out what is switched off', () => {
    const body = {
      mode: 'urlencoded',
      urlencoded: [
        { key: 'client_id', value: 'x' },
        { key: 'client_secret', value: 'old-one', disabled: true },
      ],
    };
    const { rows } = read(
      postman({ item: [{ name: 'T', request: { url: 'https://h.test', body } }] }),
    );
    expect(rows).toMatchObject([{ clientId: 'x', standing: 'missing' }]);
  });
});

describe('a Postman environment', () => {
  it('gives its client', () => {
    const { format, rows } = read(
      json({
        name: 'Production',
        _postman_variable_scope: 'environment',
        values: [
          { key: 'client_id', value: 'x', enabled: true },
          { key: 'client_secret', value: 's3cret', type: 'secret', enabled: true },
          { key: 'token_url', value: 'https://h.example.test/partner/oauth2/token' },
        ],
      }),
    );
    expect(format).toBe('postman');
    expect(rows).toMatchObject([
      { label: 'Production', clientId: 'x', secret: 's3cret', accessType: 'partner' },
    ]);
  });
});

describe('an Insomnia export', () => {
  it('is filled in from its environments, and gives those too', () => {
    const { format, rows } = read(
      insomnia(
        { _type: 'environment', _id: 'env_1', name: 'Base', data: { host: 'h.example.test' } },
        {
          _type: 'environment',
          _id: 'env_2',
          parentId: 'env_1',
          name: 'Desk A',
          data: { desk: { client_id: 'x', client_secret: 's3cret' } },
        },
        {
          _type: 'request',
          name: 'Token',
          url: 'https://{{ _.host }}/auth/oauth2/token',
          authentication: {
            type: 'oauth2',
            grantType: 'client_credentials',
            clientId: '{{ _.desk.client_id }}',
            clientSecret: "{{ _['desk.client_secret'] }}",
          },
        },
      ),
    );
    expect(format).toBe('insomnia');
    expect(rows).toMatchObject([
      { clientId: 'x', secret: 's3cret', hosts: ['h.example.test'], more: 1 },
    ]);
  });

  it('names a variable that has different values in different environments', () => {
    const environment = (id: string, secret: string) => ({
      _type: 'environment',
      _id: id,
      data: { client_id: id, client_secret: secret },
    });
    const { rows } = read(
      insomnia(environment('a', 'secret-a'), environment('b', 'secret-b'), {
        _type: 'request',
        name: 'Token',
        url: 'https://h.test',
        body: {
          mimeType: 'application/x-www-form-urlencoded',
          params: [
            { name: 'client_id', value: 'x' },
            { name: 'client_secret', value: '{{ _.client_secret }}' },
          ],
        },
      }),
    );
    expect(
      rows.map(({ clientId, secret, placeholder }) => [clientId, secret, placeholder]),
    ).toEqual([
      ['x', null, '{{…}}'],
      ['a', 'secret-a', null],
      ['b', 'secret-b', null],
    ]);
  });
});

describe('Bruno', () => {
  it('gives the client of a request file', () => {
    const { format, rows } = read(
      [
        'meta {',
        '  name: Token',
        '  type: http',
        '}',
        '',
        'post {',
        '  url: https://h.example.test/auth/oauth2/token',
        '  auth: oauth2',
        '}',
        '',
        'auth:oauth2 {',
        '  grant_type: client_credentials',
        '  client_id: {{id}}',
        '  client_secret: s3cret',
        '  ~scope: TRADER_TRADE',
        '}',
        '',
        'vars:pre-request {',
        '  id: x',
        '}',
        '',
        'docs {',
        '  text } with brackets',
        '}',
      ].join('\n'),
      'token.bru',
    );
    expect(format).toBe('bruno');
    expect(rows).toMatchObject([
      { label: 'Token', clientId: 'x', secret: 's3cret', scopes: [], hosts: ['h.example.test'] },
    ]);
  });

  it('has no value for what it keeps elsewhere', () => {
    const { rows } = read('vars {\n  client_id: x\n}\nvars:secret [\n  client_secret\n]\n');
    expect(rows).toMatchObject([
      { clientId: 'x', standing: 'placeholder', placeholder: 'client_secret' },
    ]);
  });

  it('gives the clients of a collection in JSON', () => {
    const { format, rows } = read(
      json({
        name: 'Desk',
        version: '1',
        items: [
          {
            type: 'http',
            name: 'Token',
            request: {
              url: 'https://h.example.test/t',
              auth: { mode: 'oauth2', oauth2: { clientId: '{{id}}', clientSecret: 's3cret' } },
            },
          },
        ],
        environments: [{ name: 'Lab', variables: [{ name: 'id', value: 'x', enabled: true }] }],
      }),
    );
    expect(format).toBe('bruno');
    expect(rows).toMatchObject([{ label: 'Token', clientId: 'x', secret: 's3cret' }]);
  });
});

describe('JSON of no known program', () => {
  it('gives every object with a client, and hands down what stands around it', () => {
    const { format, rows } = read(
      json({
        base_url: 'https://h.example.test',
        environment: 'Lab',
        clients: {
          'desk a': {
            client_id: 'x',
            client_secret: 's3cret',
            scopes: ['TRADER_READ'],
            tags: ['a', 'b'],
          },
          'desk b': { clientId: 'y', clientSecret: 't0ken-1', name: 'Second' },
        },
        database: { username: 'root', host: 'db' },
      }),
    );
    expect(format).toBe('json');
    expect(rows).toMatchObject([
      {
        label: 'desk a',
        clientId: 'x',
        scopes: ['TRADER_READ'],
        tags: ['a', 'b'],
        environmentName: 'Lab',
        hosts: ['h.example.test'],
      },
      { label: 'Second', clientId: 'y', secret: 't0ken-1' },
    ]);
  });

  it('takes __proto__ for a name like any other', () => {
    const { rows } = read('{"__proto__":{"client_id":"x","client_secret":"s3cret"}}');
    expect(rows).toMatchObject([{ label: '__proto__', clientId: 'x' }]);
    expect(({} as Record<string, unknown>)['client_id']).toBeUndefined();
  });

  it.each([
    ['{"client_id":"x","client_id":"y"}', 'import_unreadable 1:18 repeated name'],
    ['{"client_id":"x",\n"client_secret":"a}', 'import_unreadable 2:20 JSON'],
    ['{"client_id":"x"} more', 'import_unreadable 1:19 JSON'],
    [`${'['.repeat(40)}${']'.repeat(40)}`, 'import_unreadable nothing'],
    ['{"a":01}', 'import_unreadable 1:7 JSON'],
    ['{}', 'import_unreadable nothing'],
    ['', 'import_unreadable nothing'],
    [Buffer.from([0x7b, 0x00]), 'import_unreadable 1:2 nul'],
    [Buffer.from([0x41, 0x3d, 0xc3, 0x28]), 'import_unreadable encoding'],
    [Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x00, 0xd8]), 'import_unreadable encoding'],
  ])('refuses %j', (text, why) => {
    expect(refusal(text)).toBe(why);
  });

  it.each(['utf16le', 'utf16be'] as const)('is read in %s with its mark', (encoding) => {
    const text = '\ufeff{"client_id":"x","client_secret":"s3cret 𝄞"}';
    const bytes = Buffer.from(text, 'utf16le');
    if (encoding === 'utf16be') bytes.swap16();
    expect(read(bytes).rows).toMatchObject([{ clientId: 'x', secret: 's3cret 𝄞' }]);
  });

  it('takes no client id with something hidden in it, as the forms take none', () => {
    const [row] = read(json([{ client_id: 'trader\u00ad-1', client_secret: 's3cret' }])).rows;
    expect(row?.notes).toContain('client_id_unusable');
  });

  it('marks what a label must not hold, and cuts what is too long', () => {
    const [one, two] = read(
      json([
        { name: 'Desk\u202eA\u200b', client_id: 'x', client_secret: 's3cret' },
        { name: 'n'.repeat(90), client_id: 'y\u202e', client_secret: 't0ken-1' },
      ]),
    ).rows;
    expect(one).toMatchObject({ label: 'Desk�A�', notes: ['label_characters'] });
    expect(two?.label).toHaveLength(80);
    expect(two?.notes).toEqual(['client_id_unusable', 'label_shortened']);
  });

  it('keeps what joins letters and emoji in a label, as the form does', () => {
    const label = '\u{1f469}\u200d\u{1f4bb} \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645';
    const [row] = read(json([{ name: label, client_id: 'x', client_secret: 's3cret' }])).rows;
    expect(row).toMatchObject({ label, notes: [] });
  });

  it.each(['\u00ad', '\u200d', '\ufe0f'])('imports no client id that hides a %j', (hidden) => {
    const [row] = read(json([{ client_id: `x${hidden}1`, client_secret: 's3cret' }])).rows;
    expect(row?.notes).toContain('client_id_unusable');
  });

  it('makes no tag of what nobody sees', () => {
    const [row] = read('client_id,client_secret,tags\nx,s3cret,"desk, \u00ad"').rows;
    expect(row?.tags).toEqual(['desk']);
  });
});
