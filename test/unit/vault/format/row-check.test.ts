// The compiled checks of rows against the schemas they come from: one verdict for every value.
import fc from '../../../support/seeded-fast-check.ts';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  credentialSchema,
  environmentSchema,
  recordRowSchema,
  tokenSchema,
  favouriteSchema,
  leaseSchema,
  renewalSchema,
  savedViewSchema,
  tagAlertSchema,
} from '../../../../electron/main/vault/format/contents-schema.ts';
import * as emergency from '../../../../electron/main/vault/format/emergency-schema.ts';
import { tokenView } from '../../../../electron/shared/credentials/credential-view.ts';
import { anomalies } from '../../../../electron/shared/words.ts';
import { compileCheck } from '../../../../electron/main/vault/format/row-check.ts';
import { seed, sized } from '../../../reliability/support/figures.ts';
import { goldenContents } from '../../../reliability/golden/golden-samples.ts';
import { credential, environment, token } from '../store/vault-samples.ts';
import { richCredentials } from '../../../renderer/rich-credentials.ts';

const failure = { code: 'disk_full', facts: { status: 503, scopes: ['A'], count: 2 } };
const run = {
  intentAtMs: 1,
  attempts: 2,
  acceptedAtMs: null,
  refusals: 0,
  honouredAtMs: null,
  unclear: 0,
  verifiedAtMs: null,
  terminalFailure: null,
  lastFailure: failure,
};

/** A schema, and rows from which wrong ones are made. */
const kinds: Readonly<Record<string, readonly [v.GenericSchema, readonly unknown[]]>> = {
  environments: [environmentSchema, [environment, { ...environment, authorityPem: 'pem' }]],
  credentials: [
    credentialSchema,
    [credential(0), { ...credential(1), lastFailure: { atMs: 5, failure } }],
  ],
  tokens: [tokenSchema, [token(0), { ...token(1), revocation: run, anomalies: [anomalies[0]] }]],
  views: [tokenView, richCredentials(0).flatMap(({ tokens }) => tokens)],
  records: [
    recordRowSchema,
    [{ id: 'credential-0', field: 'client_secret', version: 1, length: 124 }],
  ],
  renewals: [renewalSchema, goldenContents.renewals],
  leases: [leaseSchema, goldenContents.leases],
  alerts: [tagAlertSchema, goldenContents.tagAlerts],
  searches: [savedViewSchema, goldenContents.savedViews],
  favourites: [favouriteSchema, goldenContents.favourites],
  anchors: [emergency.historyAnchorSchema, [{ keyId: 'k', count: 3, head: 'a'.repeat(64) }]],
};

const odd = fc.oneof(
  fc.constantFrom(null, undefined, NaN, Infinity, -1, -0, 0.5, 2 ** 53, '', true, [], {}, 'issued'),
  fc.constantFrom('x'.repeat(128), 'x'.repeat(129), 'x'.repeat(65_536), 'x'.repeat(65_537)),
  fc.jsonValue({ maxDepth: 2 }),
);

const REMOVED = Symbol('removed');

/** The row with something inside it replaced, removed or added; or something else altogether. */
function mutated(row: unknown): fc.Arbitrary<unknown> {
  if (typeof row !== 'object' || row === null) return odd;
  const key = fc.constantFrom(...Object.keys(row), '__proto__', 'toString', 'more');
  const changed = key.chain((at) => changedAt(row, at));
  return fc.oneof({ weight: 1, arbitrary: odd }, { weight: 8, arbitrary: changed });
}

function changedAt(row: object, key: string): fc.Arbitrary<unknown> {
  const inside = Object.hasOwn(row, key) ? mutated(Reflect.get(row, key)) : odd;
  return fc.oneof(fc.constant(REMOVED), odd, inside).map((value) => {
    if (Array.isArray(row)) {
      return value === REMOVED || row.length === 0 ? row.slice(1) : [...row.slice(1), value];
    }
    const made = { ...row };
    // As JSON.parse makes it: `__proto__` is a key like any other.
    const how = { value, enumerable: true, configurable: true, writable: true };
    if (value === REMOVED) Reflect.deleteProperty(made, key);
    else Object.defineProperty(made, key, how);
    return made;
  });
}

describe('the compiled check of rows', () => {
  it.each(Object.entries(kinds))('accepts and refuses what the schema of %s does', (_, kind) => {
    const [schema, rows] = kind;
    const check = compileCheck(schema);
    let refused = 0;
    for (const row of rows) {
      expect([v.is(schema, row), check(row)]).toEqual([true, true]);
      const property = fc.property(mutated(row), (value) => {
        const wanted = v.is(schema, value);
        refused += Number(!wanted);
        return check(value) === wanted;
      });
      fc.assert(property, { seed, numRuns: sized(1_500, 50_000) });
    }
    expect(refused).toBeGreaterThan(500);
  });
});
