// Times as they are shown: what is left, how long ago, a short countdown. Each repaints alone, on the
// window's one ticker. While live times are paused, absolute times stand in their place.
import { useState, type ReactNode } from 'react';
import { useTimeText } from './use-time.ts';
import { ago, clockTime, pressure, shortCountdown, timeLeft } from '../i18n/time.ts';
import { useApp, useWindow } from '../state/app-context.tsx';
import { PressureShape } from './state-shapes.tsx';

/** `23h 59m`, with "23 hours 59 minutes left" for a screen reader and the absolute time on hover. */
export function TimeLeft(props: {
  readonly expiresAtMs: number | null;
  readonly id?: string;
  /** The word before it already says "Expired": show `12m ago` alone. */
  readonly short?: boolean;
  readonly timer?: boolean;
  /** Around the absolute time that stands here while live times are paused: `until Tue 07:42`. */
  readonly paused?: (time: string) => string;
}): ReactNode {
  const { ticker } = useApp();
  const paused = useWindow((state) => state.paused);
  const { expiresAtMs, short = false } = props;
  const time = useTimeText((nowMs) =>
    short && expiresAtMs !== null && nowMs >= expiresAtMs
      ? ago(expiresAtMs, nowMs)
      : timeLeft(expiresAtMs, nowMs),
  );
  const absolute = props.expiresAtMs === null ? '' : clockTime(props.expiresAtMs, ticker.nowMs());
  const frozen = paused && absolute !== '';
  const still = props.paused?.(absolute) ?? absolute;
  const press = frozen ? null : pressure(props.expiresAtMs, ticker.nowMs());
  return (
    <span
      className="time-left"
      data-unknown={props.expiresAtMs === null ? '' : undefined}
      data-pressure={press ?? undefined}
      id={props.id}
      title={absolute === '' ? undefined : absolute}
      role={props.timer === true ? 'timer' : undefined}
    >
      {press !== null && <PressureShape pressure={press} />}
      <span aria-hidden="true">{frozen ? still : time.text}</span>
      <span className="visually-hidden">{frozen ? still : time.spoken}</span>
    </span>
  );
}

/** `until Tue 07:42` beside a countdown; while live times are paused that stands in its place already. */
export function Until(props: {
  readonly atMs: number;
  readonly say: (time: string) => string;
}): ReactNode {
  const { ticker } = useApp();
  const paused = useWindow((state) => state.paused);
  if (paused) return null;
  return <span className="secondary">{props.say(clockTime(props.atMs, ticker.nowMs()))}</span>;
}

/** `m:ss min` until a moment; nothing once it is there. */
export function ShortCountdown(props: { readonly endsAtMs: number }): ReactNode {
  const { ticker } = useApp();
  const paused = useWindow((state) => state.paused);
  const time = useTimeText((nowMs) => shortCountdown(props.endsAtMs, nowMs));
  if (time.nextChangeAtMs === null) return null;
  return (
    <span className="time-left">
      {paused ? `until ${clockTime(props.endsAtMs, ticker.nowMs())}` : time.text}
    </span>
  );
}

/** `next attempt in 0:12 min`; while live times are paused `next attempt at Tue 07:42`. */
export function NextTry(props: {
  readonly atMs: number;
  readonly say: { readonly in: string; readonly at: string };
}): ReactNode {
  const { ticker } = useApp();
  const paused = useWindow((state) => state.paused);
  const time = useTimeText((nowMs) => shortCountdown(props.atMs, nowMs));
  return (
    <span>
      {paused ? props.say.at : props.say.in}{' '}
      <span className="time-left">
        {paused ? clockTime(props.atMs, ticker.nowMs()) : time.text}
      </span>
    </span>
  );
}

/** `12m ago`, wrapped in a sentence by `say`. */
export function Ago(props: {
  readonly atMs: number;
  readonly say?: (ago: string) => string;
}): ReactNode {
  const { ticker } = useApp();
  const paused = useWindow((state) => state.paused);
  const time = useTimeText((nowMs) => ago(props.atMs, nowMs));
  const text = paused ? clockTime(props.atMs, ticker.nowMs()) : time.text;
  return <span title={clockTime(props.atMs, ticker.nowMs())}>{props.say?.(text) ?? text}</span>;
}

/** Now; while live times are paused, the moment at which they were. */
function useShownMs(): number {
  const { ticker } = useApp();
  const paused = useWindow((state) => state.paused);
  const [stoodAtMs, stand] = useState<number | null>(null);
  if (paused !== (stoodAtMs !== null)) stand(paused ? ticker.nowMs() : null);
  return stoodAtMs ?? ticker.nowMs();
}

/** The part of a lifetime that is left, as a thin line. Decorative: the text says the same. */
export function LifetimeBar(props: {
  readonly sentAtMs: number;
  readonly expiresAtMs: number;
}): ReactNode {
  const shownMs = useShownMs();
  useTimeText((nowMs) => timeLeft(props.expiresAtMs, nowMs));
  const whole = props.expiresAtMs - props.sentAtMs;
  const left = Math.max(0, Math.min(1, (props.expiresAtMs - shownMs) / whole));
  return (
    <span className="meter lifetime-bar" aria-hidden="true">
      <span style={{ transform: `scaleX(${whole > 0 ? left : 0})` }} />
    </span>
  );
}
