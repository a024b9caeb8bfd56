// The contract's calls about drills, and what the window may know of them.
import { counted } from '../../../shared/counts.ts';
import { SHOWN_DRILLS, type DrillResultView } from '../../../shared/practice/drill-view.ts';
import type { DrillResult } from '../../domain/drill.ts';
import { fail, ok } from '../../domain/result.ts';
import type { Question } from '../../secret-input/ports.ts';
import type { HandlerPorts } from '../../ipc/handler-ports.ts';
import { isPractice } from '../../domain/place-words.ts';
import type { Handlers } from '../../ipc/serve-contract.ts';
import { createWhileOpen } from '../../ipc/while-open.ts';

export function createDrillHandlers(
  ports: HandlerPorts,
): Pick<Handlers, 'drillStart' | 'drillEnd' | 'drillResults'> {
  const { vaultSession, drills } = ports;
  const whileOpen = createWhileOpen(vaultSession);
  return {
    drillStart: {
      ask: whileOpen(({ session }) => {
        const { credentials } = session.vault.contents();
        const real = credentials.filter(({ environmentId }) => !isPractice({ id: environmentId }));
        // With practice alone, nothing is kept from anybody.
        return ok(real.length === 0 ? null : drillQuestion(real.length));
      }),
      act: whileOpen(async (services, { scenario }) => {
        const started = await drills.start(services, scenario);
        return started.ok ? ok('done') : started;
      }),
    },
    drillEnd: whileOpen(async ({ session }, { how }) => {
      const ended = await drills.end(session, how);
      if (!ended.ok) return ended;
      const view = toResultView(ended.value);
      return view === null ? fail({ code: 'drill_not_running' }) : ok(view);
    }),
    drillResults: whileOpen(({ session }) => {
      const { drills: rows } = session.vault.contents();
      const ended = rows.map(toResultView).filter((each) => each !== null);
      return ok(ended.slice(0, SHOWN_DRILLS));
    }),
  };
}

/** @param real credentials outside practice. */
function drillQuestion(real: number): Question {
  return {
    message: 'Start a drill?',
    detail:
      `While it runs, no token of your ${counted(real, 'credential')} outside practice can be revoked from ` +
      'here. Ending the drill makes that possible again.',
    choices: ['Start the drill'],
    serious: false,
  };
}

/** Null while it runs. */
function toResultView(drill: DrillResult): DrillResultView | null {
  const { id, scenario, startedAtMs, how, tokens, acceptedAfterMs, verifiedAfterMs } = drill;
  if (how === null) return null;
  const mistakes = [...drill.mistakes];
  return { id, scenario, startedAtMs, how, tokens, acceptedAfterMs, verifiedAfterMs, mistakes };
}
