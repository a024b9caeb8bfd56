// The next 24 hours on one line: now, the hours, and a dot for each token where it ends, in the colour and shape of its
// environment. Out of the way while nothing ends soon; the sheet behind it holds the whole list.
// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus -- dots on a line are no <select>, and
// the line has the focus for them; it handles their keys.
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { useMinute } from '../../components/use-time.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { TimeLeft } from '../../components/Time.tsx';
import { clockTime } from '../../i18n/time.ts';
import { fullName } from '../../components/FullName.tsx';
import { useApp, useWindow } from '../../state/app-context.tsx';
import { nightWords as words } from './en-night.ts';
import { NIGHT_MS, nightEvents, timelineDots } from './night.ts';

const HOUR_MS = 60 * 60_000;
const SHOWN_WITHIN_MS = 12 * HOUR_MS;

export function Timeline({ view }: { readonly view: AppView }): ReactNode {
  const { window: store } = useApp();
  const selectedId = useWindow((state) => state.selectedId);
  const nowMs = useMinute(true);
  const id = useId();
  const { credentials, environments } = view;
  const ends = nightEvents(credentials, nowMs).filter(
    ({ kind, replaced }) => kind !== 'renewal' && !replaced,
  );
  const dots = timelineDots(ends, nowMs);
  // The dot that is pointed at, or that the arrow keys have reached.
  const [pointed, point] = useState<number | null>(null);
  const [next] = ends;
  if (next === undefined || next.atMs > nowMs + SHOWN_WITHIN_MS) return null;
  const kinds = new Map(environments.map((each) => [each.id, each.kind]));
  const at = pointed === null ? undefined : dots[pointed];
  const share = (atMs: number): string => `${((atMs - nowMs) / NIGHT_MS) * 100}%`;
  const named = ({ atMs, label, environmentId }: (typeof ends)[number]): string =>
    words.end(fullName(view, { label, environmentId }), clockTime(atMs, nowMs));
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -dots.length, End: dots.length }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      point(Math.max(0, Math.min(dots.length - 1, (pointed ?? -1) + step)));
    } else if (event.key === 'Enter' && at !== undefined) store.open(at.credentialId);
  };
  return (
    <div className="line line-firm secondary timeline">
      <ActionButton
        name="night"
        className="status-button"
        face={
          <>
            {words.next} <strong className="cut">{fullName(view, next)}</strong> ·{' '}
            <TimeLeft expiresAtMs={next.atMs} />
          </>
        }
      />
      <div
        className="timeline-line"
        role="listbox"
        aria-label={words.timeline}
        aria-activedescendant={at === undefined ? undefined : `${id}-${pointed}`}
        tabIndex={0}
        onFocus={() => point(0)}
        onBlur={() => point(null)}
        onPointerLeave={() => point(null)}
        onKeyDown={onKeyDown}
      >
        {hoursAfter(nowMs).map((atMs) => (
          <span
            key={atMs}
            aria-hidden="true"
            className="timeline-hour"
            style={{ insetInlineStart: share(atMs) }}
          >
            {String(new Date(atMs).getHours()).padStart(2, '0')}
          </span>
        ))}
        {dots.map((dot, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the line around them has the keys.
          <span
            key={`${dot.credentialId} ${dot.kind} ${dot.atMs}`}
            id={`${id}-${index}`}
            role="option"
            aria-label={named(dot)}
            aria-selected={index === pointed}
            className="timeline-dot"
            data-current={dot.credentialId === selectedId ? '' : undefined}
            style={{ insetInlineStart: share(dot.atMs), insetBlockEnd: `${4 + dot.lane * 9}px` }}
            onPointerEnter={() => point(index)}
            onClick={() => store.open(dot.credentialId)}
          >
            <span className="kind-dot" data-kind={kinds.get(dot.environmentId)} />
          </span>
        ))}
        {at !== undefined && (
          <span
            aria-hidden="true"
            className="timeline-name"
            style={{
              insetInlineStart: share(at.atMs),
              transform: `translateX(-${share(at.atMs)})`,
            }}
          >
            {named(at)}
          </span>
        )}
      </div>
    </div>
  );
}

/** Every third full hour of the person's clock in the next 24 whose label has room before the end. */
function hoursAfter(nowMs: number): readonly number[] {
  const first = new Date(nowMs);
  first.setMinutes(60, 0, 0);
  return Array.from({ length: 24 }, (_, hour) => first.getTime() + hour * HOUR_MS).filter(
    (atMs) => new Date(atMs).getHours() % 3 === 0 && atMs < nowMs + NIGHT_MS - HOUR_MS,
  );
}
