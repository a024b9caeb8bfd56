// What crosses to the window: a patch makes exactly the view it was made for, whatever changed; what did
// not change stays the same object in the page; and nothing crosses that is not as its schema says.
import fc from '../../support/seeded-fast-check.ts';
import { describe, expect, it } from 'vitest';
import { diffView, NOTHING_SENT } from '../../../electron/main/app/view-diff.ts';
import type {
  CredentialView,
  TokenView,
} from '../../../electron/shared/credentials/credential-view.ts';
import type { ViewPatch } from '../../../electron/shared/view-update.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { applyUpdate } from '../../../renderer/bridge/app-view-store.ts';
import { appView, credential, environments, token } from '../../renderer/fixtures.ts';
import { shownView } from '../../support/shown-views.ts';

const NOW = Date.UTC(2026, 0, 15, 12);

const ids = (prefix: string) => fc.integer({ min: 0, max: 12 }).map((n) => `${prefix}-${n}`);

const aToken: fc.Arbitrary<TokenView> = fc
  .record({
    id: ids('t'),
    state: fc.constantFrom('active', 'expiring', 'expired', 'revoking'),
    live: fc.boolean(),
    grantedScopes: fc.option(fc.array(fc.string(), { maxLength: 2 })),
    expiresAtMs: fc.option(fc.nat()),
  })
  .map((part) => token(NOW, part as Parameters<typeof token>[1]));

const aCredential: fc.Arbitrary<CredentialView> = fc
  .record({
    id: ids('c'),
    label: fc.string({ maxLength: 10 }).map((text) => `K${text}`),
    tags: fc.array(
      fc.string().map((text) => `t${text}`),
      { maxLength: 3 },
    ),
    favourite: fc.boolean(),
    lastFailure: fc.option(
      fc.record({ atMs: fc.nat(), failure: fc.constant({ code: 'corrupt' as const }) }),
    ),
    tokens: fc.uniqueArray(aToken, { selector: ({ id }) => id, maxLength: 6 }),
  })
  .map((part) => credential(NOW, part));

const aView: fc.Arbitrary<AppView> = fc
  .record({
    nowMs: fc.nat(),
    clockSkewSeconds: fc.option(fc.integer()),
    environments: fc.subarray([...environments]),
    clipboard: fc.option(fc.record({ tokenId: ids('t'), clearsAtMs: fc.nat() })),
    unprovenAtLock: fc.nat(),
    credentials: fc.uniqueArray(aCredential, { selector: ({ id }) => id, maxLength: 8 }),
  })
  .map((part) => appView(NOW, part));

/** As it arrives: nothing of it is main's own. */
const arrived = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const sentOf = (view: AppView) => diffView(NOTHING_SENT, shownView(view)).sent;
const textFrom = (before: AppView, after: AppView): string | null =>
  diffView(sentOf(before), shownView(after)).text;
const patchFrom = (before: AppView, after: AppView): ViewPatch =>
  JSON.parse(textFrom(before, after) ?? '') as ViewPatch;

/** What a page that holds `held` makes of the text. */
const applied = (held: AppView | null, text: string | null): AppView | null =>
  text === null
    ? held
    : applyUpdate(held, {
        version: (held?.version ?? 0) + 1,
        after: held?.version ?? null,
        text,
      });

/** A random view, and one that differs from it in little or in much. */
const twoViews = fc
  .tuple(aView, aView, fc.constantFrom('all', 'rest', 'one', 'order'))
  .map(([before, other, how]): [AppView, AppView] => {
    if (how === 'all') return [before, other];
    if (how === 'rest') return [before, { ...other, credentials: before.credentials }];
    if (how === 'order') {
      return [before, { ...before, credentials: before.credentials.toReversed() }];
    }
    const credentials = before.credentials.map((each, at) =>
      at === 0 ? { ...each, favourite: !each.favourite } : each,
    );
    return [before, { ...before, credentials }];
  });

describe('a patch', () => {
  it('leads from nothing through any number of views to the last', () => {
    fc.assert(
      fc.property(fc.array(aView, { minLength: 1, maxLength: 6 }), (views) => {
        let held: AppView | null = null;
        let sent = NOTHING_SENT;
        for (const view of views) {
          const step = diffView(sent, shownView(view));
          held = applied(held, step.text);
          ({ sent } = step);
        }
        const last = arrived(views.at(-1));
        // The time of day alone is told of with the next change.
        expect(held).toEqual({ ...last, version: held?.version, nowMs: held?.nowMs });
      }),
      { numRuns: 200 },
    );
  });

  it('is made exactly where something but the time of day differs', () => {
    fc.assert(
      fc.property(twoViews, ([before, after]) => {
        const told = (view: AppView) => JSON.stringify({ ...view, nowMs: 0 });
        expect(textFrom(before, after) === null).toBe(told(before) === told(after));
      }),
    );
  });

  it('leaves what did not change the same object', () => {
    fc.assert(
      fc.property(twoViews, ([before, after]) => {
        const held = arrived(before);
        const now = applied(held, textFrom(before, after));
        const was = new Map(before.credentials.map((each) => [each.id, JSON.stringify(each)]));
        const isKept = new Set(
          after.credentials
            .filter((each) => was.get(each.id) === JSON.stringify(each))
            .map(({ id }) => id),
        );
        const heldNow = now?.credentials.filter(({ id }) => isKept.has(id)) ?? [];
        const heldThen = held.credentials.filter(({ id }) => isKept.has(id));
        expect(heldNow).toHaveLength(isKept.size);
        for (const each of heldNow) expect(heldThen).toContain(each);
      }),
    );
  });

  it('carries one credential where one of many changed, and no other part', () => {
    const credentials = Array.from({ length: 500 }, (_, at) =>
      credential(NOW, { id: `c-${at}`, label: `Desk ${at}` }),
    );
    const before = appView(NOW, { credentials });
    const changed = { ...credentials[77]!, label: 'Renamed' };
    const after = { ...before, credentials: credentials.with(77, changed) };
    expect(patchFrom(before, after)).toEqual({ rest: {}, order: null, rows: [changed] });
  });

  it('never makes a view of one that it is not for', () => {
    const held = appView(NOW, { version: 4 });
    const update = { version: 6, text: '{"rest":{},"order":null,"rows":[]}' };
    expect(applyUpdate(null, { ...update, after: 5 })).toBeNull();
    expect(applyUpdate(held, { ...update, after: 5 })).toBeNull();
    expect(applyUpdate(held, { ...update, version: 4, after: 4 })).toBeNull();
    const unknown = '{"rest":{},"order":["z"],"rows":[]}';
    expect(applyUpdate(held, { ...update, after: 4, text: unknown })).toBeNull();
  });
});

describe('what crosses', () => {
  const row = credential(NOW, { id: 'a', label: 'A', tokens: [token(NOW, { id: 't' })] });
  const view = appView(NOW, { credentials: [row] });
  const leak = { leak: 'x' };
  const leaking: readonly (readonly [string, AppView])[] = [
    ['the view', { ...view, ...leak }],
    ['a part of it', { ...view, settings: { ...view.settings, ...leak } }],
    ['a key', { ...view, credentials: [{ ...row, ...leak }] }],
    [
      'a token',
      {
        ...view,
        credentials: [{ ...row, tokens: row.tokens.map((each) => ({ ...each, ...leak })) }],
      },
    ],
  ];

  it.each(leaking)('is refused where %s has a field too many, whole and as a patch', (_, now) => {
    expect(() => diffView(NOTHING_SENT, shownView(now))).toThrow('leak');
    expect(() => diffView(sentOf(view), shownView(now))).toThrow('leak');
  });
});
