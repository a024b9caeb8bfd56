// A press of "Revoke everything", from the window or from the tray: main asks in its own dialog, then
// acts. The moment of the answer is the press.
import type { Failure } from '../../shared/failure.ts';
import type { StopRunId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { StopScope } from '../domain/stop-run.ts';
import type { Dialogs, Question } from '../intake/ports.ts';
import type { Keeper } from '../keeper/keeper.ts';
import { stopQuestion } from './stop-questions.ts';

export interface StopPress {
  /** `vault_locked`, `nothing_to_stop`. Connections are opened while the person reads. */
  readonly ask: (scope: StopScope) => Result<Question, Failure>;
  readonly act: (scope: StopScope) => Promise<Result<StopRunId, Failure>>;
}

export function createStopPress(keeper: Pick<Keeper, 'services'>): StopPress {
  return {
    ask(scope) {
      const open = keeper.services();
      if (!open.ok) return open;
      const { room, stops } = open.value;
      const counts = stops.preview(scope);
      if (counts.revocable + counts.underWay + counts.guided === 0) {
        return fail({ code: 'nothing_to_stop' });
      }
      stops.warm(scope);
      return ok(stopQuestion(counts, scope, room.vault.contents()));
    },
    async act(scope) {
      const open = keeper.services();
      return open.ok ? await open.value.stops.start(scope) : open;
    },
  };
}

/** From the tray: main's question alone, over no window. What fails shows in the window's run. */
export async function pressWithoutWindow(ports: {
  readonly keeper: Pick<Keeper, 'services'>;
  readonly dialogs: Pick<Dialogs, 'ask'>;
}): Promise<void> {
  const press = createStopPress(ports.keeper);
  const question = press.ask({ kind: 'all' });
  if (!question.ok) return;
  if ((await ports.dialogs.ask(question.value)) !== null) await press.act({ kind: 'all' });
}
