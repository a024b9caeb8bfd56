// The hand-outs' part of app.ts: the door, who asks, what is asked of the person, and what programs hold.
import type { Clock } from '../domain/clock.ts';
import { linuxProcesses, unprovenProcesses } from './asker.ts';
import { folderFor, openDoorFolder } from './door-folder.ts';
import { createDoor, type Door } from './door.ts';
import { createHandOutRequests, newRun, type HandOutRequests } from './hand-out-requests.ts';
import { createHandOuts, type HandOuts } from './hand-outs.ts';
import type { ProgramQuestions } from '../secret-input/question-queue.ts';
import type { VaultSession } from '../session/vault-session.ts';

export interface HandOutDesk {
  readonly door: Door;
  readonly handOuts: HandOuts;
  readonly requests: HandOutRequests;
  /** Opens or closes the door as the settings say now. */
  readonly reevaluate: () => Promise<void>;
}

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

export function openHandOutDesk(ports: HandOutDeskPorts): HandOutDesk {
  const { clock, changed } = ports;
  const system = ports.system ?? {
    platform: process.platform,
    runtime: process.env['XDG_RUNTIME_DIR'],
  };
  const handOuts = createHandOuts({
    clock,
    services: ports.working,
    newRun,
    changed,
    frozen: () => requests.forget(),
  });
  const processes = system.platform === 'linux' ? linuxProcesses() : unprovenProcesses;
  const requests = createHandOutRequests({ ...ports, handOuts, processes });
  const uid = process.getuid?.() ?? -1;
  const door = createDoor({
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
    // On Windows a pipe would be open to others by name: there is no door there.
    reevaluate: () => (ports.wanted() && system.platform !== 'win32' ? door.open() : door.close()),
  };
}
