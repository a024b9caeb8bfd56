// Lays what is not kept over an open vault: the services see one vault, of which a part is never written.
// Each change is split before it goes on; what concerns only the memory is no save. Changes run one after
// the other while there is such a part, and go straight through while there is none.
import type { Credential } from '../../domain/credential.ts';
import type { CredentialId } from '../../domain/ids.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import {
  droppedBy,
  type OpenVault,
  type RecordName,
  type VaultChange,
  type VaultContents,
  type VaultFailure,
} from '../../vault/store/vault.ts';
import { merge, NO_ROWS, split, type Split, type EphemeralRows } from './ephemeral-rows.ts';

export interface Ephemeral {
  /** A credential, token or revocation run that is not kept, or was and is gone. */
  readonly has: (id: string) => boolean;
  /** The secret stays the caller's to wipe. `vault_locked`. */
  readonly add: (
    credential: Credential,
    secret: SecretBytes,
  ) => Promise<Result<void, VaultFailure>>;
  /** Makes it an ordinary credential, with its secret and its tokens, in one save. */
  readonly keep: (id: CredentialId) => Promise<Result<void, VaultFailure>>;
}

export interface EphemeralVault extends Ephemeral {
  /** For everything the services read and change. Locking it takes the rest out of memory. */
  readonly vaultWithEphemeral: OpenVault;
  /** Takes the rest out of memory now, whatever change is still under way. */
  readonly wipe: () => void;
}

type Seal = NonNullable<VaultChange['seal']>[number];

/** Records that belong to a credential or a token: never written where no durable row owns them. */
const OWNED: ReadonlySet<RecordName['field']> = new Set([
  'client_secret',
  'access_token',
  'new_client_secret',
]);

export function createEphemeralVault(open: OpenVault): EphemeralVault {
  let rows: EphemeralRows = NO_ROWS;
  let ids: ReadonlySet<string> = new Set();
  const records = new Map<string, Seal>();
  let locked = false;
  let last: Promise<unknown> = Promise.resolve();
  let merged: { durable: VaultContents; rows: EphemeralRows; both: VaultContents } | null = null;

  const keyOf = ({ id, field }: RecordName): string => `${field}:${id}`;

  function contents(): VaultContents {
    const durable = open.contents();
    if (rows === NO_ROWS) return durable;
    if (merged?.durable !== durable || merged.rows !== rows) {
      merged = { durable, rows, both: merge(durable, rows) };
    }
    return merged.both;
  }

  /** One after the other: each is split by what the one before left in memory. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  }

  function settle({ rows: next, ids: known }: Split): void {
    rows = next;
    ids = known;
  }

  function forget(key: string): void {
    records.get(key)?.secret.wipe();
    records.delete(key);
  }

  function wipe(): void {
    locked = true;
    for (const key of records.keys()) forget(key);
    rows = NO_ROWS;
    merged = null;
  }

  /** Whose record it is. One that nobody owns is not written either. */
  function isMine({ id, field }: RecordName, { durable, ids: known }: Split): boolean {
    if (known.has(id)) return true;
    if (!OWNED.has(field)) return false;
    const owners: readonly { readonly id: string }[] =
      field === 'access_token' ? durable.tokens : durable.credentials;
    return !owners.some((each) => each.id === id);
  }

  async function apply(
    wanted: VaultChange,
    seal: readonly Seal[],
  ): Promise<Result<void, VaultFailure>> {
    const before = open.contents();
    let named: readonly RecordName[] = [];
    const of = (durable: VaultContents): Split => {
      const after = wanted.contents(merge(durable, rows));
      named = droppedBy(wanted.drop, after);
      return split(after, ids, durable);
    };
    const drop = (): readonly RecordName[] => named.filter((name) => !records.has(keyOf(name)));
    let next = of(before);
    const first = next;
    const theirs = seal.filter(({ name }) => !isMine(name, first));
    if (locked) return fail({ code: 'vault_locked' });
    if (next.durable !== before || theirs.length + drop().length > 0) {
      const saved = await open.change({
        contents(now) {
          if (now !== before) next = of(now);
          return next.durable;
        },
        seal: theirs,
        drop,
      });
      if (!saved.ok) return saved;
      if (locked) return fail({ code: 'vault_locked' });
    }
    settle(next);
    for (const name of named) forget(keyOf(name));
    for (const { name, secret } of seal) {
      if (!isMine(name, first)) continue;
      forget(keyOf(name));
      records.set(keyOf(name), { name, secret: secret.copy() });
    }
    return ok();
  }

  async function change(wanted: VaultChange): Promise<Result<void, VaultFailure>> {
    if (ids.size === 0) return await open.change(wanted);
    // Copied now and not in its turn: the caller may wipe its bytes meanwhile.
    const seal = (wanted.seal ?? []).map(({ name, secret }) => ({ name, secret: secret.copy() }));
    try {
      return await inTurn(() => apply(wanted, seal));
    } finally {
      for (const { secret } of seal) secret.wipe();
    }
  }

  return {
    wipe,
    has: (id) => ids.has(id),
    add: (credential, secret) =>
      // In its turn: what a change under way leaves in memory knows nothing of it yet.
      inTurn(async () => {
        if (locked) return fail({ code: 'vault_locked' });
        ids = new Set([...ids, credential.id]);
        const name = { id: credential.id, field: 'client_secret' } as const;
        const added: VaultChange = {
          contents: (before) => ({ ...before, credentials: [...before.credentials, credential] }),
        };
        return await apply(added, [{ name, secret }]);
      }),
    keep: (id) =>
      inTurn(async () => {
        const tokens = rows.tokens.filter(({ credentialId }) => credentialId === id);
        const kept = new Set<string>([id, ...tokens.map((token) => token.id)]);
        const others = new Set([...ids].filter((each) => !kept.has(each)));
        const of = (durable: VaultContents): Split => split(merge(durable, rows), others, durable);
        let next = of(open.contents());
        const saved = await open.change({
          contents(now) {
            next = of(now);
            return next.durable;
          },
          seal: [...records.values()].filter(({ name }) => kept.has(name.id)),
        });
        if (!saved.ok) return saved;
        if (locked) return ok();
        settle(next);
        for (const [key, { name }] of records) if (kept.has(name.id)) forget(key);
        return ok();
      }),
    vaultWithEphemeral: {
      ...open,
      contents,
      change,
      hasRecord: (name) => records.has(keyOf(name)) || open.hasRecord(name),
      openRecord(name) {
        const held = records.get(keyOf(name));
        return held === undefined ? open.openRecord(name) : ok(held.secret.copy());
      },
      async lock() {
        await last;
        wipe();
        await open.lock();
      },
    },
  };
}
