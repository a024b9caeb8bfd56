// Quitting while tokens of a stop run are not proven dead asks first: the run is safe on disk and goes
// on at the next unlock, but until then nobody revokes.
import { counted } from '../../shared/counts.ts';
import type { Dialogs } from '../intake/ports.ts';
import type { Keeper } from './keeper.ts';

/** @returns false: the person stays. Asked again while the question is open, answers false. */
export function createQuitGuard(
  keeper: Pick<Keeper, 'services'>,
  dialogs: Pick<Dialogs, 'ask'>,
): () => Promise<boolean> {
  let asking = false;
  return async () => {
    if (asking) return false;
    const open = keeper.services();
    const unproven = open.ok ? open.value.stops.unproven() : 0;
    if (unproven === 0) return true;
    asking = true;
    try {
      const choice = await dialogs.ask({
        message: `${counted(unproven, 'token')} ${unproven === 1 ? 'is' : 'are'} not proven dead yet. Quit anyway?`,
        detail:
          'Nothing is revoked or asked while Strongroom is closed. The run is saved and goes on at ' +
          'the next unlock.',
        choices: ['Quit anyway'],
        serious: true,
      });
      return choice !== null;
    } finally {
      asking = false;
    }
  };
}
