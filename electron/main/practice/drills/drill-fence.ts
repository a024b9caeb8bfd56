// While a drill runs, no call reaches a credential or token outside it: under the watermark of a drill
// nobody may end something real by mistake. Stops are fenced where they are planned (tokens/).
import { runningDrill, type DrillResult } from '../../domain/drill.ts';
import type { CredentialId, TokenId } from '../../domain/ids.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import type { VaultSession } from '../../session/vault-session.ts';
import type { SessionServices } from '../../session/session-services.ts';

/** Calls that would change what a drill has set up. */
const alwaysOutside = new Set<string>(['practiceChange']);

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
    const drill = runningDrill(open.value.session.vault.contents().drills);
    if (drill === undefined) return null;
    const outside = alwaysOutside.has(name) || isOutside(open.value, drill, input as Named);
    return outside ? { code: 'drill_running' } : null;
  };

function isOutside(
  services: SessionServices,
  drill: DrillResult,
  input: Named | undefined,
): boolean {
  const { tokenIds = [], asks = [] } = input ?? {};
  const each = [input, ...asks, ...tokenIds.map((tokenId) => ({ tokenId }))];
  return each.some((one) => isOneOutside(services, drill, one));
}

function isOneOutside(
  { session }: SessionServices,
  drill: DrillResult,
  input: Named | undefined,
): boolean {
  const { credentialId, tokenId } = input ?? {};
  const token =
    tokenId === undefined
      ? undefined
      : session.vault.contents().tokens.find(({ id }) => id === (tokenId as TokenId));
  const owner = (credentialId as CredentialId | undefined) ?? token?.credentialId;
  return owner !== undefined && !drill.credentialIds.includes(owner);
}
