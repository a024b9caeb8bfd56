// The contract's calls about stopping many tokens at once. The trigger itself is main's dialog: what the
// window asks for is only that it appears.
import type { RevocationScopeView } from '../../shared/revoke-all/revocation-run-view.ts';
import { MOST_ROWS } from '../../shared/view-parts.ts';
import { type Failure, gone } from '../../shared/failures/failure.ts';
import type { RevocationRunId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { RevocationRun, RevocationScope } from '../domain/revocation-run.ts';
import type { SessionServices } from '../session/session-services.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import type { Handlers } from '../ipc/serve-contract.ts';
import { createWhileOpen } from '../ipc/while-open.ts';
import { createRevokeAllTrigger } from './revoke-all-trigger.ts';
import { cancelQuestion } from './revoke-all-questions.ts';

export function createRevokeAllHandlers({
  vaultSession,
}: HandlerPorts): Pick<
  Handlers,
  'revokeAllPreview' | 'revokeAllStart' | 'revocationRunCancel' | 'revocationRunClose'
> {
  const press = createRevokeAllTrigger(vaultSession);
  const whileOpen = createWhileOpen(vaultSession);
  function known(
    runId: string,
  ): Result<{ services: SessionServices; run: RevocationRun }, Failure> {
    const open = vaultSession.services();
    if (!open.ok) return open;
    const run = open.value.stops.find(runId as RevocationRunId);
    return run === null ? fail(gone('run')) : ok({ services: open.value, run });
  }

  return {
    revokeAllPreview: whileOpen(({ stops }, { scope }) => {
      const counts = stops.preview(toScope(scope));
      return ok({ ...counts, credentials: counts.credentials.slice(0, MOST_ROWS) });
    }),
    revokeAllStart: {
      ask: ({ scope }) => press.ask(toScope(scope)),
      async act({ scope }) {
        const started = await press.act(toScope(scope));
        return started.ok ? ok({ runId: started.value }) : started;
      },
    },
    revocationRunCancel: {
      ask({ runId }) {
        const found = known(runId);
        if (!found.ok) return found;
        const { run, services } = found.value;
        return ok(cancelQuestion(run, services.stops.unsent(run)));
      },
      async act({ runId }) {
        const found = known(runId);
        if (!found.ok) return found;
        const done = await found.value.services.stops.cancel(found.value.run.id);
        return done.ok ? ok('done') : done;
      },
    },
    async revocationRunClose({ runId }) {
      const found = known(runId);
      if (!found.ok) return found;
      const done = await found.value.services.stops.close(found.value.run.id);
      return done.ok ? ok('done') : done;
    },
  };
}

/** The view's scope with its ids branded. */
function toScope(scope: RevocationScopeView): RevocationScope {
  return scope as RevocationScope;
}
