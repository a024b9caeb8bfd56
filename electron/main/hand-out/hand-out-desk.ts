// The hand-outs' part of app.ts: the door, who asks, what is asked of the person, and what programs hold.
import { MOST_HAND_OUTS, type HandOutView } from '../../shared/hand-out/hand-out-view.ts';
import type { Clock } from '../domain/clock.ts';
import { linuxProcesses, unprovenProcesses } from './asker.ts';
import { folderFor, openDoorFolder } from './door-folder.ts';
import { Door } from './door.ts';
import { HandOutRequests, newRun } from './hand-out-requests.ts';
import { HandOuts } from './hand-outs.ts';
import type { ProgramQuestions } from '../secret-input/question-queue.ts';
import type { VaultSession } from '../session/vault-session.ts';

export type HandOutDesk = ReturnType<typeof openHandOutDesk>;

interface HandOutDeskPorts extends Pick<VaultSession, 'services' | 'working'> {
  readonly clock: Clock;
  readonly questions: ProgramQuestions;
  readonly userData: string;
  readonly wanted: () => boolean;
  readonly changed: () => void;
  /** Of the system; others in tests. */
  readonly system?: {
    readonly platform: NodeJS.Platform;
    readonly runtime: string | undefined;
  };
}

export function openHandOutDesk(ports: HandOutDeskPorts) {
  const { clock, changed } = ports;
  const system = ports.system ?? {
    platform: process.platform,
    runtime: process.env['XDG_RUNTIME_DIR'],
  };
  const handOuts = new HandOuts({
    clock,
    services: ports.working,
    newRun,
    changed,
    frozen: () => requests.forget(),
  });
  const processes = system.platform === 'linux' ? linuxProcesses() : unprovenProcesses;
  const requests = new HandOutRequests({ ...ports, handOuts, processes });
  const uid = process.getuid?.() ?? -1;
  const door = new Door({
    clock,
    folder: () => openDoorFolder(folderFor(ports.userData, system.runtime), uid),
    requests,
    handOuts,
    changed,
  });
  return {
    door,
    handOuts,
    requests,
    /** Opens or closes the door as the settings say now. On Windows a pipe would be open to others by name: none there. */
    reevaluate: () => (ports.wanted() && system.platform !== 'win32' ? door.open() : door.close()),
  };
}

/** What the window is shown. */
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
