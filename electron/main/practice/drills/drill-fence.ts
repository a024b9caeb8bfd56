// While a drill runs, no call reaches a credential or token outside it: under the watermark of a drill
// nobody may end something real by mistake. Stops are fenced where they are planned (tokens/).
import { runningDrill } from '../../domain/drill.ts';
import type { CredentialId } from '../../domain/ids.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import type { VaultSession } from '../../session/vault-session.ts';

/** Calls that would change what a drill has set up. */
const alwaysOutside = new Set<string>(['practiceChange']);

/** What a call may name; of any other kind, nothing that is ours. */
interface Named {
  readonly credentialId?: unknown;
  readonly tokenId?: unknown;
  readonly tokenIds?: readonly unknown[];
  readonly asks?: readonly { readonly credentialId?: unknown }[];
}

/** Asked about every call: why it is refused, or null. */
type Fence = (name: string, input: unknown) => Failure | null;

export const createDrillFence =
  (vaultSession: Pick<VaultSession, 'services'>): Fence =>
  (name, input) => {
    const open = vaultSession.services();
    if (!open.ok) return null;
    const { drills, tokens } = open.value.session.vault.contents();
    const drill = runningDrill(drills);
    if (drill === undefined) return null;
    const { credentialId, tokenId, tokenIds = [], asks = [] } = (input ?? {}) as Named;
    const owners = [
      credentialId,
      ...asks.map((each) => each.credentialId),
      ...[tokenId, ...tokenIds].map((id) => tokens.find((each) => each.id === id)?.credentialId),
    ].filter((each) => each != null);
    const isOutside =
      alwaysOutside.has(name) ||
      owners.some((owner) => !drill.credentialIds.includes(owner as CredentialId));
    return isOutside ? { code: 'drill_running' } : null;
  };
