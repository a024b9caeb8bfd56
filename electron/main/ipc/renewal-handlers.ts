// The contract's calls about renewal and leases.
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { changedTagAlerts } from '../domain/tag-alert.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { Failure } from '../../shared/failure.ts';
import type { RoomServices } from '../keeper/room-services.ts';
import { fromVault } from '../tokens/call-failure.ts';
import type { HandlerPorts } from './handler-ports.ts';
import type { Handlers } from './serve-contract.ts';

type RenewalCalls = 'renewalTurnOn' | 'renewalTurnOff' | 'leaseSet' | 'leaseRemove' | 'tagAlertSet';

export function createRenewalHandlers(
  ports: Pick<HandlerPorts, 'keeper' | 'nowMs'>,
): Pick<Handlers, RenewalCalls> {
  async function doneAfter(
    work: (services: RoomServices) => Promise<Result<void, Failure>>,
  ): Promise<Result<'done', Failure>> {
    const open = ports.keeper.services();
    if (!open.ok) return open;
    const result = await work(open.value);
    return result.ok ? ok('done') : result;
  }

  return {
    async renewalTurnOn({ credentialId, untilMs, graceSeconds }) {
      if (untilMs !== null && untilMs <= ports.nowMs()) return fail({ code: 'invalid_input' });
      return await doneAfter(({ renewals }) =>
        renewals.turnOn(credentialId as CredentialId, { untilMs, graceSeconds }),
      );
    },
    renewalTurnOff: ({ credentialId }) =>
      doneAfter(({ renewals }) => renewals.turnOff(credentialId as CredentialId)),
    leaseSet: ({ tokenId, lease }) =>
      doneAfter(({ leases }) => leases.set(tokenId as TokenId, lease)),
    tagAlertSet: (change) =>
      doneAfter(async ({ room }) => {
        const saved = await room.vault.change({
          contents(before) {
            const inUse = new Set(before.credentials.flatMap(({ tags }) => tags));
            return { ...before, tagAlerts: changedTagAlerts(before.tagAlerts, change, inUse) };
          },
        });
        room.changed();
        return saved.ok ? ok() : fail(fromVault(saved.failure));
      }),
    leaseRemove: ({ tokenId }) => doneAfter(({ leases }) => leases.remove(tokenId as TokenId)),
  };
}
