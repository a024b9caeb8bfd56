// An answer of unknown shape, made readable: bounded, and with everything like a credential masked.
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../../../electron/main/domain/secret-bytes.ts';
import {
  ANSWER_NODES,
  type AnswerNode,
} from '../../../../electron/shared/tokens/check-report-view.ts';
import { readAnswer } from '../../../../electron/main/tokens/checks/answer-tree.ts';

const CLIENT_ID = 'client-7f3a9b2c4d5e6f7a8b9c0d1e';
const token = SecretBytes.take(Buffer.from('tok-1234567890'));
const read = (body: unknown) => readAnswer(Buffer.from(JSON.stringify(body)), [token], CLIENT_ID);

function size(node: AnswerNode): number {
  return node.children.reduce((sum, child) => sum + size(child), 1);
}

describe('an answer', () => {
  it('keeps its names and plain values', () => {
    const tree = read({ user: { id: '6f1c2f4e-9d6a-4b7e-8f53-0a1b2c3d4e5f', active: true } }).tree;
    const text = JSON.stringify(tree);
    expect(text).toContain('6f1c2f4e-9d6a-4b7e-8f53-0a1b2c3d4e5f');
    expect(text).toContain('"text":"true"');
  });

  it.each([
    ['a telling name', { api_key: 'short' }],
    ['a telling name above it', { credentials: { id: 'short' } }],
    ['a value that looks like a key', { recordEvent: 'short sk9fQ2mZx8Lw4Rt6Yb1Nc3Vd5 end' }],
    ['an echo of the token in a value', { recordEvent: 'short tok-1234567890' }],
    ['an echo of the token in a name', { 'short tok-1234567890': 1 }],
    [
      'an echo in hexadecimal',
      { recordEvent: `short ${Buffer.from('tok-1234567890').toString('hex')}` },
    ],
    ['a number under a telling name', { secret: 12345 }],
    ['a name that looks like a key', { sk9fQ2mZx8Lw4Rt6Yb1Nc3Vd5: 1 }],
    ['a name with a key in it', { 'short sk9fQ2mZx8Lw4Rt6Yb1Nc3Vd5 end': { a: 1 } }],
  ])('masks %s', (_name, body) => {
    const text = JSON.stringify(read(body));
    expect(text).toContain('masked');
    expect(text).not.toMatch(/tok-1234|sk9fQ2|12345/);
  });

  it('leaves the client id readable as a name', () => {
    expect(JSON.stringify(read({ [CLIENT_ID]: 1 }))).toContain(CLIENT_ID);
  });

  it('leaves the client id readable, which is no secret', () => {
    expect(JSON.stringify(read({ client_id: CLIENT_ID }))).toContain(CLIENT_ID);
  });

  it.each(['token_type', 'tokenType', 'token-type', 'token_type_hint'])(
    'leaves %s readable, which tells of a kind and of no token',
    (name) => {
      expect(JSON.stringify(read({ [name]: 'Bearer' }))).toContain('Bearer');
      const key = 'sk9fQ2mZx8Lw4Rt6Yb1Nc3Vd5';
      expect(JSON.stringify(read({ [name]: key }))).not.toContain(key);
    },
  );

  it.each([
    '\u200b',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u034f',
    '\u115f',
    '\u3164',
    '\u202e',
  ])('shows nothing that nobody sees: %j', (unseen) => {
    const odd = ['a', 'b'].join(unseen);
    const tree = read({ [odd]: odd }).tree;
    const plain = readAnswer(Buffer.from(`no JSON ${odd}`), [token], CLIENT_ID).plain;
    expect(JSON.stringify([tree, plain])).not.toContain(unseen);
  });

  it('is bounded in size', () => {
    const tree = read(Array.from({ length: 100_000 }, (_, index) => ({ index }))).tree;
    expect(tree === null ? 0 : size(tree)).toBeLessThan(500);
  });

  it('counts what it does not show, of thousands of fields', () => {
    const members = Array.from({ length: 5_000 }, (_, at) => [`f${at}`, 0] as const);
    const { tree } = read(Object.fromEntries(members));
    expect(tree?.text).toBe('5000 fields');
    expect(tree?.children.at(-1)?.text).toBe(`${5_000 - ANSWER_NODES + 1} more not shown`);
  });

  it('is bounded in depth', () => {
    const deep = `${'['.repeat(500)}1${']'.repeat(500)}`;
    const { tree } = readAnswer(Buffer.from(deep), [token], CLIENT_ID);
    expect(JSON.stringify(tree).length).toBeLessThan(3_000);
  });

  it('survives nesting that no parser follows', () => {
    const { tree } = readAnswer(Buffer.from('['.repeat(200_000)), [token], CLIENT_ID);
    expect(tree).toBeNull();
  });

  it('that is not JSON is shown as plain words without markup', () => {
    const { plain } = readAnswer(Buffer.from('<h1>Bad</h1> <b>gateway</b>'), [token], CLIENT_ID);
    expect(plain).toBe('Bad gateway');
  });

  it('of tags that never end is read once, not once for each of them', () => {
    const { plain } = readAnswer(Buffer.alloc(64 * 1024, '<'), [token], CLIENT_ID);
    expect(plain).toBe(`${'<'.repeat(999)}…`);
  });

  it('that is longer than anybody reads is not looked into', () => {
    const body = Buffer.alloc(64 * 1024 + 1, 'a');
    expect(readAnswer(body, [token], CLIENT_ID)).toEqual({
      tree: null,
      plain: 'The answer is too long to be shown.',
    });
  });

  it('is masked where escapes hide an echo', () => {
    const escaped = '\\u0074ok-12345\\u00367890';
    const body = Buffer.from(`{"a":"${escaped}","${escaped}":"\\n","b":"\\ttok-1234567890"}`);
    const text = JSON.stringify(readAnswer(body, [token], CLIENT_ID));
    expect(text.match(/"masked"/g)?.length).toBe(5);
  });

  it('that is not JSON and repeats the token is not shown', () => {
    const { plain } = readAnswer(Buffer.from('you sent tok-1234567890'), [token], CLIENT_ID);
    expect(plain).not.toContain('tok-1234567890');
  });

  it('cannot reorder the text around it', () => {
    const text = JSON.stringify(read({ name: 'a\u202eb\u0007c' }));
    expect(text).not.toMatch(/\\u202e|\u202e|\\u0007/);
  });
});
