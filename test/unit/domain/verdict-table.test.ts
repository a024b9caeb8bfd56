// Every combination of answer, before, control, introspection, earlier sign of life and kind of token, and what it
// proves. The first row that fits decides; none of the others may end in "dead".
import { describe, expect, it } from 'vitest';
import {
  judge,
  nextQuestion,
  type Asked,
  type ShownAnswer,
} from '../../../electron/main/domain/judge-answer.ts';
import { isProvenDead, withCheck } from '../../../electron/main/domain/death-proof.ts';
import type { CredentialId, TokenId } from '../../../electron/main/domain/ids.ts';
import type { Baseline, Token, TokenCheck } from '../../../electron/main/domain/token.ts';
import { requestedToken } from '../../../electron/main/tokens/ledger/ledger.ts';
import { firstIntent } from '../../../electron/main/tokens/revocation/revocation-attempts.ts';

const said = (status: number, about: ShownAnswer['about'], hasContent = false): ShownAnswer => ({
  status,
  about,
  hasContent,
});
const answers = {
  taken: said(200, 'nothing', true),
  'without content': said(200, 'nothing'),
  'names the scope, 401': said(401, 'scope'),
  'names the scope, 403': said(403, 'scope'),
  'names the token, 401': said(401, 'token'),
  'names the token, 403': said(403, 'token'),
  '401 without a word': said(401, 'nothing'),
  '401 that saw no token': said(401, 'no_token'),
  '403 without a word': said(403, 'nothing'),
  '401 of another scheme': said(401, 'elsewhere'),
  '503': said(503, 'nothing'),
  none: null,
} satisfies Record<string, ShownAnswer | null>;

const before = (status: number): Baseline => ({ atMs: -1_000, way: 'call', status });
const befores = {
  never: undefined,
  taken: before(200),
  'named the scope, 403': before(403),
  'named the scope, 401': before(401),
} satisfies Record<string, Baseline | undefined>;

/** What the same call shows of another token with the same rights. */
const controls = { 'there is none': null, works: true, 'does not': false } as const;

const never = { active: false, before: undefined };
const wasActive = { active: false, before: before(200) };
/** What introspection says of the token, and of another one with the same rights. */
const servers = {
  'not configured': [null, null],
  active: [{ active: true, before: undefined }, null],
  'inactive, never active': [never, true],
  'inactive now, no other': [wasActive, null],
  'inactive now, another active': [wasActive, true],
  'inactive now, as another': [wasActive, false],
} as const;

const workeds = { no: false, 'since it should be dead': true } as const;
const kinds = { trade: true, read: false, partner: true } as const;

/** `late`: dead, and only after twice the window. `change`: shown as refused, and no proof. */
type Verdict = 'alive' | 'dead' | 'late' | 'change' | 'maybe alive' | 'nothing';
type Axis<T> = readonly (keyof T)[] | '*';
interface Row {
  readonly answer?: Axis<typeof answers>;
  readonly seen?: Axis<typeof befores>;
  readonly control?: Axis<typeof controls>;
  readonly server?: Axis<typeof servers>;
  readonly worked?: Axis<typeof workeds>;
  readonly kind?: Axis<typeof kinds>;
  readonly is: Verdict;
}

const NAMED: Row['answer'] = ['names the token, 401', 'names the token, 403'];
const WORDLESS: Row['answer'] = ['401 without a word', '401 that saw no token'];
/** A before of a call that is documented for the token; of a read-only one none is. */
const DOCUMENTED = {
  answer: WORDLESS,
  kind: ['trade', 'partner'],
  seen: ['taken', 'named the scope, 403'],
} as const;
const READ = { answer: WORDLESS, kind: ['read'], seen: ['named the scope, 403'] } as const;

const table: readonly Row[] = [
  { answer: ['taken', 'names the scope, 401', 'names the scope, 403'], is: 'alive' },
  { answer: NAMED, worked: ['no'], is: 'dead' },
  { answer: NAMED, control: ['works'], is: 'dead' },
  { answer: NAMED, control: ['does not'], is: 'nothing' },
  { answer: NAMED, is: 'late' },
  { server: ['active'], is: 'alive' },
  { answer: ['403 without a word'], is: 'maybe alive' },
  { ...DOCUMENTED, control: ['works'], is: 'dead' },
  { ...READ, control: ['works'], is: 'dead' },
  { server: ['inactive now, another active'], is: 'dead' },
  { ...DOCUMENTED, control: ['does not'], is: 'nothing' },
  { ...READ, control: ['does not'], is: 'nothing' },
  { ...DOCUMENTED, is: 'change' },
  { ...READ, is: 'change' },
  { server: ['inactive now, no other'], is: 'change' },
  { is: 'nothing' },
];

interface Cell {
  readonly answer: keyof typeof answers;
  readonly seen: keyof typeof befores;
  readonly control: keyof typeof controls;
  readonly server: keyof typeof servers;
  readonly worked: keyof typeof workeds;
  readonly kind: keyof typeof kinds;
}

const keys = <T extends object>(of: T): (keyof T)[] => Object.keys(of) as (keyof T)[];
const cells: readonly Cell[] = keys(answers).flatMap((answer) =>
  keys(befores).flatMap((seen) =>
    keys(controls).flatMap((control) =>
      keys(servers).flatMap((server) =>
        keys(workeds).flatMap((worked) =>
          keys(kinds).map((kind) => ({ answer, seen, control, server, worked, kind })),
        ),
      ),
    ),
  ),
);

const fits =
  (cell: Cell) =>
  (row: Row): boolean =>
    keys(cell).every((axis) => {
      const wanted = row[axis] ?? '*';
      return wanted === '*' || (wanted as readonly string[]).includes(cell[axis]);
    });

/** Asks what is still to be asked, and nothing else. */
function judged(cell: Cell): ReturnType<typeof judge> {
  const [server, serverControl] = servers[cell.server];
  const beside = { control: controls[cell.control], server, server_control: serverControl };
  let asked: Asked = {
    shown: answers[cell.answer],
    isDocumented: kinds[cell.kind],
    before: befores[cell.seen],
    workedSince: workeds[cell.worked],
  };
  for (;;) {
    const next = nextQuestion(asked);
    if (next === null) return judge(asked);
    const name = next === 'server_control' ? 'serverControl' : next;
    if (name in asked) throw new Error(`${name} is asked twice`);
    asked = { ...asked, [name]: beside[next] };
  }
}

const WINDOW_MS = 300_000;

/** A revoked token whose every check shows this, asked every ten seconds; when it was proven dead, if ever. */
function provenAfterMs(cell: Cell): number | null {
  const worked = workeds[cell.worked] ? [{ ...before(200), atMs: 1 }] : [];
  let token: Token = {
    ...requestedToken('t' as TokenId, 'c' as CredentialId, ['TRADER_TRADE'], 0),
    baselines: worked,
    revocation: { ...firstIntent(0), acceptedAtMs: 0 },
  };
  const { byServer: _by, ...judgement } = judged(cell);
  for (let atMs = 1_000; atMs <= 3 * WINDOW_MS; atMs += 10_000) {
    const check: TokenCheck = { atMs, status: null, durationMs: 1, ...judgement };
    const firstMs = token.revocation?.firstRefusedAtMs ?? atMs;
    const leftMs = WINDOW_MS - atMs;
    const window = { lengthMs: WINDOW_MS, leftMs, leastLeftMs: leftMs, rowMs: atMs - firstMs };
    token = withCheck(token, check, window);
    if (isProvenDead(token)) return atMs;
  }
  return null;
}

const verdictOf = (cell: Cell): Verdict => {
  const provenMs = provenAfterMs(cell);
  if (provenMs !== null) {
    if (provenMs < WINDOW_MS) throw new Error('proven within the window');
    return provenMs >= 2 * WINDOW_MS ? 'late' : 'dead';
  }
  const { outcome } = judged(cell);
  if (outcome === 'honoured' || outcome === 'lacks_scope') return 'alive';
  if (outcome === 'forbidden') return 'maybe alive';
  return outcome === 'refused' ? 'change' : 'nothing';
};

describe('what all that was asked proves of a token', () => {
  it('is decided for every combination by the table', () => {
    expect(cells.length).toBe(12 * 4 * 3 * 6 * 2 * 3);
    const wrong = cells.flatMap((cell) => {
      const wanted = table.find(fits(cell))?.is;
      const is = verdictOf(cell);
      return is === wanted ? [] : [{ ...cell, is, wanted }];
    });
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it.each(table.map((row, index) => [index, row.is] as const))(
    'has a combination that row %i decides (%s)',
    (index) => {
      const decided = cells.filter((cell) => table.findIndex((row) => fits(cell)(row)) === index);
      expect(decided).not.toEqual([]);
    },
  );
});
