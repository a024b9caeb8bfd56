// While a drill runs, no call reaches a credential or token outside it: under the watermark of a drill
// nobody may end something real by mistake. Stops are fenced where they are planned (tokens/).
import { runningDrill } from '../../domain/drill.ts';
import type { CredentialId, TokenId } from '../../domain/ids.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import type { VaultServices } from '../../ipc/while-open.ts';
import { findToken, type OpenSession } from '../../tokens/open-session.ts';

/** Calls that would change what a drill has set up. */
const alwaysOutside = new Set<string>(['practiceChange']);

/** What a call may name; of any other kind, nothing that is ours. */
interface Named {
  readonly credentialId?: CredentialId | null;
  readonly tokenId?: TokenId | null;
  readonly tokenIds?: readonly TokenId[];
  readonly asks?: readonly { readonly credentialId: CredentialId }[];
}

/** Asked about every call: why it is refused, or null. */
type Fence = (name: string, input: unknown) => Failure | null;

export const createDrillFence =
  ({ services }: VaultServices<{ readonly session: OpenSession }>): Fence =>
  (name, input) => {
    const open = services();
    if (!open.ok) return null;
    const { session } = open.value;
    const drill = runningDrill(session.vault.contents().drills);
    if (drill === undefined) return null;
    const isOutside =
      alwaysOutside.has(name) ||
      !ownersOf(session, input as Named | undefined).every((id) =>
        drill.credentialIds.includes(id),
      );
    return isOutside ? { code: 'in_use', facts: { about: 'drill' } } : null;
  };

/** Credentials that a call names, itself or by a token that is there. */
function ownersOf(session: OpenSession, input: Named = {}): readonly CredentialId[] {
  const { credentialId, tokenId, tokenIds = [], asks = [] } = input;
  const tokens = [...tokenIds, ...(tokenId == null ? [] : [tokenId])];
  return [
    ...(credentialId == null ? [] : [credentialId]),
    ...asks.map((each) => each.credentialId),
    ...tokens.flatMap((id) => findToken(session, id)?.credentialId ?? []),
  ];
}
