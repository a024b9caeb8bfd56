// Tries new tokens, a few at once on each host: one that hangs must not hold a connection for each of hundreds
// of keys (docs/oauth-cases.md case 85). Nobody waits for a place longer than the token before it lives.
import type { TokenId } from '../domain/ids.ts';
import type { TokenCheck } from '../domain/token.ts';
import { AT_ONCE } from '../tokens/issuance/background-scheduler.ts';
import { fixedPlaces } from '../domain/places.ts';
import { probe } from '../tokens/checks/probe.ts';
import { findToken, type OpenSession, type TokenPlace } from '../tokens/open-session.ts';
import type { UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';

interface NewTokenTrials {
  /** What a probe showed; null where none could be made, or no place came in time. */
  readonly tryOut: (place: TokenPlace, patienceMs: number) => Promise<TokenCheck | null>;
  /** Nobody waits for this token any more. */
  readonly isOver: (id: TokenId) => boolean;
}

export function createNewTokenTrials(session: OpenSession, texts: UnsavedTokens): NewTokenTrials {
  const places = new Map<string, ReturnType<typeof fixedPlaces>>();

  async function placeOn(host: string, patienceMs: number): Promise<(() => void) | null> {
    const acquire = places.get(host) ?? fixedPlaces(AT_ONCE);
    places.set(host, acquire);
    let late = false;
    let cancel: () => void = () => undefined;
    const inTime = acquire().then((free) => {
      cancel();
      if (late) free();
      return free;
    });
    const tooLate = new Promise<null>((resolve) => {
      if (patienceMs === Infinity) return;
      cancel = session.clock.after(patienceMs, () => {
        late = true;
        resolve(null);
      });
    });
    return await Promise.race([inTime, tooLate]);
  }

  const isOver = (id: TokenId): boolean =>
    session.closing.aborted || findToken(session, id)?.revocation !== null;

  return {
    async tryOut(place, patienceMs) {
      const free = await placeOn(place.target.tradeUrl, Math.max(0, patienceMs));
      if (free === null) return null;
      const made = isOver(place.token.id)
        ? null
        : await probe(session, texts, place, ({ check }) => check);
      free();
      return made?.ok === true ? made.value : null;
    },
    isOver,
  };
}
