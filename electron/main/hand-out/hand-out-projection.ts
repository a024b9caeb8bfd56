// From hand-outs to what the window shows of them.
import { MOST_HAND_OUTS, type HandOutView } from '../../shared/hand-out/hand-out-view.ts';
import type { Door } from './door.ts';
import type { HandOuts } from './hand-outs.ts';

export interface HandOutSources {
  readonly door: Pick<Door, 'state'>;
  readonly handOuts: Pick<HandOuts, 'list' | 'waiting'>;
}

export function toHandOutView({ door, handOuts }: HandOutSources, isOpen: boolean): HandOutView {
  const list = handOuts.list();
  const programs = list.flatMap(({ tokenIds, program, sinceMs }) => {
    const tokenId = tokenIds.at(-1);
    return tokenId === undefined ? [] : [{ tokenId, program, sinceMs }];
  });
  return {
    door: door.state(),
    held: list.length,
    waiting: handOuts.waiting(),
    programs: isOpen ? programs.slice(0, MOST_HAND_OUTS) : [],
  };
}
