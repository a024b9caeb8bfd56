// Group commit for what calls showed: edits that come while one save runs share the next, and all of them are one pass
// over the ledger. What is lost in a crash is asked again; it is never guessed.
import type { TokenId } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import type { Token } from '../../domain/token.ts';
import type { VaultFailure } from '../../vault/vault.ts';
import type { OpenVault } from '../../vault/unlocked-vault.ts';
import { editTokens, inOrder, type Step } from './ledger.ts';

type TokenEdit = (token: Token) => Token;

interface Batch {
  readonly edits: Map<TokenId, TokenEdit>;
  readonly beside: Step[];
  readonly saved: Promise<Result<void, VaultFailure>>;
  readonly settle: (result: Result<void, VaultFailure>) => void;
  readonly reject: (bug: unknown) => void;
}

export type TokenEdits = ReturnType<typeof createTokenEdits>;

export function createTokenEdits(vault: OpenVault) {
  let next: Batch | null = null;
  let saving: Promise<void> | null = null;

  function newBatch(): Batch {
    const { promise, resolve, reject } = Promise.withResolvers<Result<void, VaultFailure>>();
    return { edits: new Map(), beside: [], saved: promise, settle: resolve, reject };
  }

  async function saveAll(): Promise<void> {
    // One turn first, so that what came together is saved together.
    await Promise.resolve();
    while (next !== null) {
      const { edits, beside, settle, reject }: Batch = next;
      next = null;
      await vault.change({ contents: inOrder(editTokens(edits), ...beside) }).then(settle, reject);
    }
    saving = null;
  }

  return {
    /**
     * Settles once the edit is durable. Edits of one token apply in the order they came.
     * @param beside a step saved with it.
     */
    edit: (id: TokenId, edit: TokenEdit, beside?: Step): Promise<Result<void, VaultFailure>> => {
      next ??= newBatch();
      const { edits, saved } = next;
      const before = edits.get(id);
      edits.set(id, before === undefined ? edit : (token) => edit(before(token)));
      if (beside !== undefined) next.beside.push(beside);
      saving ??= saveAll();
      return saved;
    },
    /** Resolves when nothing waits to be saved. Never rejects. */
    async settled(): Promise<void> {
      await saving;
    },
  };
}
