// A view never holds a secret. Every text of the vault, sealed or not, is given a mark of its own; what then
// can be found in the view, and in what the page can ask for without more, is named here one by one.
import type * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { contentsSchema } from '../../../electron/main/vault/schema.ts';
import { recordFields, type VaultContents } from '../../../electron/main/vault/vault.ts';
import { callNames, calls } from '../../../electron/shared/ipc-contract.ts';
import { createContractServer } from '../../support/contract-server.ts';

/** Whatever is added here is shown to a page that may be hostile. Of failures, the facts. */
const SHOWN = [
  'environments.name',
  'environments.baseUrl',
  'environments.tradeUrl',
  'environments.introspection.path',
  'environments.proxy.host',
  'environments.proxy.userName',
  'credentials.clientId',
  'credentials.label',
  'credentials.ownerAccount',
  'credentials.tags',
  'credentials.notes',
  'credentials.webPage',
  'credentials.secretCommand.path',
  'credentials.secretCommand.arguments',
  'credentials.secretFingerprint',
  'credentials.lastFailure.failure.facts',
  'tokens.fingerprint',
  'tokens.grantedScopes',
  'tokens.expiresInRaw',
  'tokens.revocation.terminalFailure.facts',
  'revocationRuns.scope.environmentId',
  'rotations.newSecretFingerprint',
  'renewals.lastFailure.failure.facts',
  'tagAlerts.tag',
  'savedViews.name',
  'savedViews.query',
];

/** Ids are no secrets, and rows refer to one another by them. */
const IDS: Readonly<Record<string, string>> = {
  environmentId: 'env-1',
  environments: 'env-1',
  credentialId: 'trader-1',
  credentialIds: 'trader-1',
  leakedIds: 'trader-1',
  credentials: 'trader-1',
  favourites: 'trader-1',
};
const idOf = (path: readonly string[]): string =>
  IDS[path.at(-1) === 'id' ? (path.at(-2) ?? '') : (path.at(-1) ?? '')] ?? 'row-1';

/** Of a row that is over, the view shows little. */
const OVER: ReadonlySet<string> = new Set([
  'forgottenAtMs',
  'closedAtMs',
  'endedAtMs',
  'finishedAtMs',
  'cancelledAtMs',
  'verifiedAtMs',
]);

/** All that is read here of a schema of valibot. */
interface Schema extends v.GenericSchema {
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  /** Of a list, whose length is looked at first (view-parts.ts). */
  readonly pipe?: readonly unknown[];
  readonly wrapped?: Schema;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
}

/** A vault with one row of each kind in which no field is missing, and whose marks stand in which field. */
function markedContents(): { contents: VaultContents; fieldOf: ReadonlyMap<string, string> } {
  const fieldOf = new Map<string, string>();
  const mark = (path: readonly string[]): string => {
    const text = `mark${fieldOf.size}x`;
    fieldOf.set(text, path.join('.'));
    return text;
  };
  function fill(schema: Schema, path: readonly string[]): unknown {
    if (schema.type === 'nullable' && OVER.has(path.at(-1) ?? '')) return null;
    if (schema.wrapped) return fill(schema.wrapped, path);
    const list = listIn(schema);
    if (list !== undefined) return fill(list, path);
    if (schema.item) return [fill(schema.item, path)];
    if (schema.entries) {
      const rows = Object.entries(schema.entries);
      return Object.fromEntries(rows.map(([name, each]) => [name, fill(each, [...path, name])]));
    }
    if (schema.type === 'variant') return fill(richest(schema.options as readonly Schema[]), path);
    if (schema.type === 'picklist') return schema.options?.[0];
    if (schema.type === 'literal') return schema.literal;
    if (schema.type === 'number') return 1;
    if (schema.type === 'boolean') return false;
    if (schema.type === 'string') return path.at(-1) === 'head' ? 'ab'.repeat(32) : mark(path);
    // Names of proxies are no ids.
    if (path.includes('proxy')) return mark(path);
    return idOf(path);
  }
  const contents = fill(contentsSchema, []) as VaultContents;
  return { contents, fieldOf };
}

function listIn({ pipe = [] }: Schema): Schema | undefined {
  const parts = pipe as readonly Schema[];
  return (
    parts.find(({ item }) => item !== undefined) ?? parts.flatMap((each) => listIn(each) ?? [])[0]
  );
}

/** Of a field that may have several shapes the one that holds most of a person's texts. */
function richest(shapes: readonly Schema[]): Schema {
  const texts = ({ entries = {} }: Schema): number =>
    Object.values(entries).filter(({ type }) => type === 'string').length * 10 +
    Object.keys(entries).length;
  return shapes.toSorted((a, b) => texts(b) - texts(a))[0] as Schema;
}

describe('what the page can learn of a vault', () => {
  it('is of its texts only what is named here', async () => {
    const server = await createContractServer();
    const { contents, fieldOf } = markedContents();
    const kept = await server.session.vault.change({
      contents: () => contents,
      seal: recordFields.flatMap((field) =>
        ['env-1', 'trader-1', 'row-1'].map((id) => ({
          name: { id, field },
          secret: SecretBytes.take(Buffer.from(`sealed-${field}`)),
        })),
      ),
    });
    expect(kept.ok).toBe(true);
    const asked = callNames.filter(
      (name) => calls[name].effect === 'none' && calls[name].input.type === 'undefined',
    );
    const answers = await Promise.all(asked.map((name) => server.call(name)));
    const told = JSON.stringify([server.view(), answers]);
    expect(told).not.toContain('sealed-');
    const shown = [...fieldOf].filter(([text]) => told.includes(text)).map(([, field]) => field);
    expect([...new Set(shown.map((field) => field.replace(/facts\..*/, 'facts')))]).toEqual(SHOWN);
  });
});
