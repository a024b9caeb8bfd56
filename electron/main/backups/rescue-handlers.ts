// The contract's calls about a vault file that is not the expected one: older than known here, or
// changed by something else while it was open. Neither is ever overwritten unasked.
import { fail, ok } from '../domain/result.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import type { Handlers } from '../ipc/serve-contract.ts';

export function createRescueHandlers(
  ports: HandlerPorts,
): Pick<Handlers, 'vaultAcceptRollback' | 'vaultReopen'> {
  const { vaultSession, exitGuard } = ports;
  return {
    vaultAcceptRollback: {
      ask() {
        const vault = vaultSession.opened();
        if (vault === null) return fail({ code: 'vault_locked' });
        if (!vault.rolledBack()) return fail({ code: 'not_allowed' });
        return ok({
          message: 'Accept the older vault?',
          detail:
            'It becomes the present one, and changes are saved over it. What was saved later is ' +
            'missing here: tokens issued since then stay live on the server, unlisted, until they ' +
            'expire. If you did not put this file there yourself, somebody else did: cancel, lock, ' +
            'and put the newer file back.',
          choices: ['Accept the older vault'],
          serious: true,
        });
      },
      act() {
        const vault = vaultSession.opened();
        if (vault === null) return fail({ code: 'vault_locked' });
        vault.acceptRollback();
        ports.history.tell('older_vault_accepted');
        const open = vaultSession.services();
        // What waited for a save may go on.
        if (open.ok) open.value.wake();
        ports.changed();
        return ok('done');
      },
    },
    async vaultReopen() {
      return (await exitGuard.lock()) ? await vaultSession.unlock() : ok('cancelled');
    },
  };
}
