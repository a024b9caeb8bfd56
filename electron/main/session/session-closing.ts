// How a room ends: what a lock has to revoke leaves first, calls under way come to an end and are saved, then
// every secret goes. Each part has a limit; nothing new begins.
import type { LeaseEnd } from '../../shared/words.ts';
import type { Clock } from '../domain/clock.ts';
import { runEvery } from '../domain/every-step.ts';
import { within } from '../domain/time-limit.ts';
import type { LeasesEnded } from '../renewal/leases.ts';
import type { TokenEdits } from '../tokens/ledger/token-edits.ts';
import type { UnkeptLeft } from '../tokens/ephemeral/ephemeral-end.ts';
import type { UnkeptVault } from '../tokens/ephemeral/ephemeral-vault.ts';
import type { Verifications } from '../tokens/checks/verification.ts';
import type { NextEvent } from './next-event.ts';
import { quiet } from './idle-wait.ts';
import type { RoomServices } from './session-services.ts';

/** Calls under way get this long to end by themselves at lock and quit (docs/oauth-cases.md case 87). */
const CLOSING_GRACE_MS = 2_000;

export interface RoomClosingParts extends Pick<
  RoomServices,
  | 'texts'
  | 'requests'
  | 'revocations'
  | 'bulk'
  | 'renewals'
  | 'leases'
  | 'inspections'
  | 'sightings'
  | 'diagnoses'
  | 'unkept'
> {
  readonly clock: Clock;
  readonly closing: AbortController;
  readonly nextEvent: Pick<NextEvent, 'close'>;
  readonly verifications: Pick<Verifications, 'close'>;
  readonly edits: Pick<TokenEdits, 'settled' | 'vault'>;
  readonly overlay: Pick<UnkeptVault, 'wipe'>;
  /** Calls under way. */
  readonly running: () => number;
  readonly closedBy: () => readonly LeaseEnd[];
  readonly revokesUnkept: () => boolean;
}

export type RoomClosing = Pick<RoomServices, 'close' | 'closeNow' | 'unkeptLeft'>;

export function createRoomClosing(parts: RoomClosingParts): RoomClosing {
  const { clock, closing, leases, revocations, running, texts, unkept } = parts;
  let unkeptLeft: UnkeptLeft | null = null;

  async function close(): Promise<LeasesEnded> {
    parts.nextEvent.close();
    parts.renewals.close();
    parts.bulk.end();
    parts.requests.waits.giveUp();
    parts.sightings.end();
    const asked = Promise.all([parts.inspections.close(), parts.diagnoses.close()]);
    await within(clock, CLOSING_GRACE_MS, asked, null);
    parts.verifications.close();
    const over = await leases.happened(...parts.closedBy());
    leases.close();
    if (unkept.revocable() > 0 && parts.revokesUnkept()) await unkept.revoke();
    // What a lock has to end leaves before it; nothing more begins.
    const graceEndsMs = clock.monotonicMs() + CLOSING_GRACE_MS;
    await quiet(clock, graceEndsMs, () => leases.ended(over).waiting + unkept.waiting() === 0);
    revocations.close();
    await quiet(clock, graceEndsMs, () => running() === 0);
    closing.abort();
    await quiet(clock, clock.monotonicMs() + CLOSING_GRACE_MS, () => running() === 0);
    await parts.edits.settled();
    const ended = leases.ended(over);
    const left = unkept.left();
    unkeptLeft = left.accepted + left.live > 0 ? left : null;
    texts.close();
    await parts.edits.vault.lock();
    return ended;
  }

  return {
    close,
    unkeptLeft: () => unkeptLeft,
    closeNow() {
      // Secrets first: nothing that fails as it ends keeps one in memory.
      runEvery(
        () => parts.overlay.wipe(),
        () => texts.close(),
        () => revocations.close(),
        () => closing.abort(),
      );
    },
  };
}
