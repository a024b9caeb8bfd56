// The hand-outs' part of compose.ts: the door, who asks, what is asked of the person, and what programs hold.
import path from 'node:path';
import type { Clock } from './domain/clock.ts';
import { linuxProcesses, unprovenProcesses } from './hand-out/asker.ts';
import { folderFor, openDoorFolder } from './hand-out/door-folder.ts';
import { createDoor, type Door } from './hand-out/door.ts';
import { endQuestion, handOutQuestion, programName } from './hand-out/hand-out-questions.ts';
import {
  createHandOutRequests,
  newRun,
  type HandOutRequests,
} from './hand-out/hand-out-requests.ts';
import { createHandOuts, type HandOuts } from './hand-out/hand-outs.ts';
import { keptRefusal } from './hand-out/locked-run-means.ts';
import { createJournals } from './hand-out/locked-run-journal.ts';
import type { ProgramQuestions } from './secret-input/question-queue.ts';
import type { VaultSession } from './session/vault-session.ts';
import { nodeFileSystem } from './vault/store/node-file-system.ts';

export interface HandOutDesk {
  readonly door: Door;
  readonly handOuts: HandOuts;
  readonly requests: HandOutRequests;
  /** Opens or closes the door as the settings say now. */
  readonly reevaluate: () => Promise<void>;
}

interface HandOutDeskPorts {
  readonly clock: Clock;
  readonly services: VaultSession['services'];
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
  const { clock, services, changed } = ports;
  const system = ports.system ?? {
    platform: process.platform,
    runtime: process.env['XDG_RUNTIME_DIR'],
  };
  const handOuts = createHandOuts({
    clock,
    services,
    newRun,
    changed,
    frozen: () => requests.forget(),
    journals: createJournals(path.join(ports.userData, 'locked-runs'), nodeFileSystem, clock.nowMs),
  });
  const requests = createHandOutRequests({
    clock,
    services,
    handOuts,
    processes: system.platform === 'linux' ? linuxProcesses() : unprovenProcesses,
    ask: ports.questions.ask,
    questionOf({ session }, { credential, request, ...more }) {
      const environment = session.vault
        .contents()
        .environments.find(({ id }) => id === credential.environmentId);
      if (environment === undefined) return null;
      const { forSeconds, throughLock } = request;
      const isTaken = handOuts.isUsableFor(credential.id) ? 'other_program' : null;
      const trade = request.scopes.includes('TRADER_TRADE');
      return handOutQuestion({
        ...more,
        credential,
        environment,
        trade,
        forSeconds,
        throughLock,
        lockedRefusal: keptRefusal(credential) ?? isTaken,
      });
    },
    endQuestionOf: endQuestion,
    programName,
  });
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
