// The next 24 hours on one line: when tokens end, leases end and renewals are due. The line is for the
// eye; its words, and the list behind it, say the same.
import { Moon } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import { useMinute } from '../../clock/use-time.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { nightWords as words } from './en-night.ts';
import { clockTime } from '../../i18n/time.ts';
import { NIGHT_MS, nightSummary, type NightEvent } from './night.ts';

const BINS = 96;
const HOUR_MS = 60 * 60_000;
/** Marks grow with how many fall together: the highest stays below the hours, so much is one alone. */
const TALLEST_PX = 15;
const ONE_PX = 6;

export function NightStrip(props: { readonly credentials: readonly CredentialView[] }): ReactNode {
  const { credentials } = props;
  const nowMs = useMinute(true);
  const { bins, events, expiries, replaced, firstExpiryMs } = useMemo(
    () => nightSummary(credentials, nowMs, BINS),
    [credentials, nowMs],
  );
  if (events === 0) return null;
  const most = Math.max(...bins.map(total));
  const first = firstExpiryMs === null ? '' : clockTime(firstExpiryMs, nowMs);
  return (
    <div className="night-strip">
      <ActionButton
        name="night"
        className="status-button"
        icon={<Moon size={12} aria-hidden="true" />}
        face={<span className="figure">{words.summary(expiries, first, replaced)}</span>}
      />
      <div className="night-line" aria-hidden="true">
        {hoursAfter(nowMs).map((atMs) => (
          <span
            key={atMs}
            className="night-hour"
            style={{ insetInlineStart: `${((atMs - nowMs) / NIGHT_MS) * 100}%` }}
          >
            {String(new Date(atMs).getHours()).padStart(2, '0')}
          </span>
        ))}
        {bins.map((bin, index) => {
          const kind = bin.expiry > 0 ? 'expiry' : bin.lease > 0 ? 'lease' : 'renewal';
          const height = total(bin);
          if (height === 0) return null;
          return (
            <span
              // oxlint-disable-next-line react/no-array-index-key -- a bin is its place.
              key={index}
              className="night-mark"
              data-kind={kind}
              style={{
                insetInlineStart: `${(index / BINS) * 100}%`,
                blockSize: `${ONE_PX + (TALLEST_PX - ONE_PX) * (most <= 1 ? 0 : (height - 1) / (most - 1))}px`,
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

const total = (bin: Readonly<Record<NightEvent['kind'], number>>): number =>
  bin.expiry + bin.lease + bin.renewal;

/** Every third full hour of the person's clock in the next 24 whose label has room before the end. */
function hoursAfter(nowMs: number): readonly number[] {
  const first = new Date(nowMs);
  first.setMinutes(60, 0, 0);
  return Array.from({ length: 24 }, (_, hour) => first.getTime() + hour * HOUR_MS).filter(
    (atMs) => new Date(atMs).getHours() % 3 === 0 && atMs < nowMs + NIGHT_MS - HOUR_MS,
  );
}
