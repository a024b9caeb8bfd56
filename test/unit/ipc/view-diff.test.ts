// What crosses to the window: a patch makes exactly the view it was made for, whatever changed; a whole
// view comes out as it went in; and what did not change stays the same object in the page.
import fc from '../../support/seeded-fast-check.ts';
import { describe, expect, it } from 'vitest';
import { diffViews, differ, patchUpdate, wholeUpdate } from '../../support/shown-views.ts';
import { patchUpdate as patchShown } from '../../../electron/main/ipc/view-diff.ts';
import { packMade, packRows, unpackRows } from '../../../electron/shared/packed-rows.ts';
import type {
  CredentialView,
  TokenView,
} from '../../../electron/shared/credentials/credential-view.ts';
import type { ViewPatch } from '../../../electron/shared/view-update.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { applyPatch, applyUpdate } from '../../../renderer/bridge/view-patch.ts';
import { appView, credential, environments, token } from '../../renderer/fixtures.ts';

const NOW = Date.UTC(2026, 0, 15, 12);

const ids = (prefix: string) => fc.integer({ min: 0, max: 12 }).map((n) => `${prefix}-${n}`);
const failure = fc.option(
  fc.record({
    atMs: fc.nat(),
    failure: fc.oneof(
      fc.constant({ code: 'corrupt' as const }),
      fc.record({
        code: fc.constant('no_answer' as never),
        facts: fc.record({ host: fc.string(), status: fc.nat(600) }, { requiredKeys: [] }),
      }),
    ),
  }),
);

const aToken: fc.Arbitrary<TokenView> = fc
  .record({
    id: ids('t'),
    state: fc.constantFrom('active', 'expiring', 'expired', 'revoking'),
    live: fc.boolean(),
    grantedScopes: fc.option(fc.array(fc.string(), { maxLength: 2 })),
    expiresAtMs: fc.option(fc.nat()),
    lease: fc.option(
      fc.record({ end: fc.constant('lock' as never), endsAtMs: fc.option(fc.nat()) }),
    ),
  })
  .map((part) => token(NOW, part as Parameters<typeof token>[1]));

const aCredential: fc.Arbitrary<CredentialView> = fc
  .record({
    id: ids('c'),
    label: fc.string({ maxLength: 10 }),
    tags: fc.array(fc.string(), { maxLength: 3 }),
    favourite: fc.boolean(),
    lastFailure: failure,
    tokens: fc.uniqueArray(aToken, { selector: ({ id }) => id, maxLength: 6 }),
  })
  .map(({ tokens, ...part }) => {
    // No token is in two credentials: the whole view is packed under that condition.
    const own = tokens.map((each) => ({ ...each, id: `${each.id} of ${part.id}` }));
    return credential(NOW, { ...part, tokens: own });
  });

const aView: fc.Arbitrary<AppView> = fc
  .record({
    version: fc.integer({ min: 1, max: 1_000 }),
    nowMs: fc.nat(),
    clockSkewSeconds: fc.option(fc.integer()),
    environments: fc.subarray([...environments]),
    clipboard: fc.option(fc.record({ tokenId: ids('t'), clearsAtMs: fc.nat() })),
    unprovenAtLock: fc.nat(),
    credentials: fc.uniqueArray(aCredential, { selector: ({ id }) => id, maxLength: 8 }),
  })
  .map((part) => appView(NOW, part));

/** As it arrives: nothing of it is main's own. */
const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('a patch', () => {
  it('makes of the view before exactly the view after', () => {
    fc.assert(
      fc.property(aView, aView, (before, after) => {
        const patch: ViewPatch = sent(diffViews(before, after));
        expect(applyPatch(sent(before), after.version, patch)).toEqual(sent(after));
      }),
      { numRuns: 500 },
    );
  });

  it('leads through any number of views to the last', () => {
    fc.assert(
      fc.property(fc.array(aView, { minLength: 2, maxLength: 8 }), (found) => {
        const views = found.map((view, at) => ({ ...view, version: at + 1 }));
        const [first, ...rest] = views as [AppView, ...AppView[]];
        let held = applyUpdate(null, wholeUpdate(first));
        let before = first;
        for (const view of rest) {
          held = applyUpdate(held, patchUpdate(before, view));
          before = view;
        }
        expect(held).toEqual(sent(before));
      }),
      { numRuns: 200 },
    );
  });

  it('says that two views differ exactly where something but number and time of day does', () => {
    fc.assert(
      fc.property(aView, aView, (before, after) => {
        const told = sent({ ...after, version: 0, nowMs: 0 });
        const same =
          JSON.stringify(told) === JSON.stringify(sent({ ...before, version: 0, nowMs: 0 }));
        expect(differ(before, after)).toBe(!same);
        expect(differ(before, { ...sent(before), version: 7, nowMs: 7 })).toBe(false);
      }),
    );
  });

  it('leaves every credential that did not change the same object', () => {
    fc.assert(
      fc.property(aView, aView, (before, after) => {
        const held = sent(before);
        const now = applyPatch(held, after.version, sent(diffViews(before, after)));
        const unchanged = after.credentials.filter((each) =>
          before.credentials.some((was) => JSON.stringify(was) === JSON.stringify(each)),
        );
        for (const { id } of unchanged) {
          const isId = (each: CredentialView): boolean => each.id === id;
          expect(now?.credentials.find(isId)).toBe(held.credentials.find(isId));
        }
      }),
    );
  });

  it('carries one token where one token of one credential among many changed', () => {
    const credentials = Array.from({ length: 500 }, (_, at) =>
      credential(NOW, {
        id: `c-${at}`,
        label: `Desk ${at}`,
        tokens: [token(NOW, { id: `t-${at}-a` }), token(NOW, { id: `t-${at}-b` })],
      }),
    );
    const before = appView(NOW, { credentials });
    const after = sent(before);
    const changed = after.credentials[77]?.tokens[1];
    if (changed !== undefined) changed.state = 'revoking';
    expect(diffViews(before, after).credentials).toEqual({
      order: null,
      rows: [{ id: 'c-77', head: null, tokens: { order: null, rows: [changed] } }],
    });
    expect(patchUpdate(before, after).text.length).toBeLessThan(2_000);
  });

  it('is a whole view where most of a long list differs', () => {
    const credentials = Array.from({ length: 300 }, (_, at) =>
      credential(NOW, { id: `c-${at}`, label: `Desk ${at}` }),
    );
    expect(patchUpdate(appView(NOW), appView(NOW, { credentials })).after).toBeNull();
    expect(patchUpdate(appView(NOW, { credentials }), appView(NOW)).after).not.toBeNull();
  });

  it('makes every row once for a window that had none of them', () => {
    let made = 0;
    const credentials = Array.from({ length: 300 }, (_, at) => {
      const { tokens: __, ...head } = credential(NOW, { id: `c-${at}`, label: `Desk ${at}` });
      const view = token(NOW, { id: `t-${at}` });
      return {
        ...head,
        head: () => ((made += 1), head),
        tokens: [{ ...view, view: () => ((made += 1), view) }],
      };
    });
    const { version, credentials: _, ...rest } = appView(NOW);
    const empty = { version, rest, credentials: [] };
    patchShown(empty, { version: version + 1, rest, credentials });
    expect(made).toBe(600);
  });

  it('never makes a view of one that it is not for', () => {
    const before = appView(NOW, {
      version: 4,
      credentials: [credential(NOW, { id: 'a', label: 'A' })],
    });
    const after = { ...before, version: 5, credentials: [] };
    const update = patchUpdate(before, after);
    expect(applyUpdate(null, update)).toBeNull();
    expect(applyUpdate({ ...before, version: 3 }, update)).toBeNull();
    const back = diffViews(before, {
      ...before,
      credentials: [{ ...before.credentials[0]!, label: 'B' }],
    });
    const foreign = {
      ...back,
      credentials: { order: null, rows: [{ id: 'z', head: null, tokens: null }] },
    };
    expect(applyPatch(before, 5, foreign)).toBeNull();
  });
});

describe('a whole view', () => {
  it('comes out as it went in', () => {
    fc.assert(
      fc.property(aView, (view) => {
        expect(applyUpdate(null, wholeUpdate(view))).toEqual(sent(view));
      }),
      { numRuns: 300 },
    );
  });

  it('comes out as it went in with many of one kind', () => {
    const credentials = Array.from({ length: 400 }, (_, at) =>
      credential(NOW, {
        id: `c-${at}`,
        label: `Desk ${at}`,
        lastFailure: at % 90 === 0 ? { atMs: at, failure: { code: 'corrupt' as const } } : null,
        tokens: Array.from({ length: at % 3 }, (__, n) =>
          token(NOW, { id: `t-${at}-${n}`, expiresAtMs: at % 7 === 0 ? null : NOW + at }),
        ),
      }),
    );
    const view = appView(NOW, { credentials });
    expect(applyUpdate(null, wholeUpdate(view))).toEqual(sent(view));
  });
});

describe('packed rows', () => {
  it('unpack to the same where they are made one by one', () => {
    const row = fc.record({
      id: fc.nat(),
      a: fc.option(fc.array(fc.nat(3), { maxLength: 2 })),
      b: fc.constantFrom('x', 'y'),
      c: fc.constant('same'),
    });
    const rows = fc.oneof(
      fc.array(row, { maxLength: 150 }),
      // With rows that cannot be columns among them.
      fc.array(fc.oneof(row, fc.dictionary(fc.string(), fc.jsonValue())), { maxLength: 150 }),
    );
    fc.assert(
      fc.property(rows, (found) => {
        const packed = packMade(found, (each) => ({ ...each }));
        expect(unpackRows(sent(packed), found.length)).toEqual(sent(found));
      }),
      { numRuns: 300 },
    );
  });

  it('unpack to the rows that were packed, whatever JSON they are', () => {
    const row = fc.oneof(
      fc.jsonValue(),
      fc.record({ id: fc.nat(), a: fc.jsonValue(), b: fc.constantFrom('x', 'y') }),
    );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 150 }), (rows) => {
        expect(unpackRows(sent(packRows(rows)), rows.length)).toEqual(sent(rows));
      }),
      { numRuns: 300 },
    );
  });

  it('keep apart a text and the object that it spells', () => {
    const rows = ['{"a":1}', { a: 1 }, '1', 1, true, 'true', null, 'null'];
    expect(unpackRows(sent(packRows(rows)), rows.length)).toEqual(rows);
  });

  it('keep many texts as they are, also empty ones and those that hold the separator', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '|', '"', '\n', 'é'), maxLength: 4 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 70, maxLength: 90 }), (texts) => {
        const many = texts.map((each, at) => `${at}${each}`);
        for (const rows of [many, many.with(7, ''), many.map((each) => each.replaceAll('|', ''))]) {
          expect(unpackRows(sent(packRows(rows)), rows.length)).toEqual(rows);
        }
      }),
    );
  });

  it('quote a long column of texts once', () => {
    const rows = Array.from({ length: 100 }, (_, n) => `text ${n}`);
    expect(JSON.stringify(packRows(rows)).split('"')).toHaveLength(5);
  });

  it('leave out what is undefined, as JSON does', () => {
    const rows = Array.from({ length: 100 }, (_, n) => ({ n, more: n === 50 ? undefined : 'x' }));
    expect(unpackRows(sent(packRows(rows)), rows.length)).toEqual(sent(rows));
  });
});
