// The last week of a credential drawn: a line a day, a bar a token, notches for checks, a cut where one was revoked,
// grey where there was none. The sentence above says when, and a table says the same to who does not see it.
import type { ReactNode } from 'react';
import type { TokenView } from '../../../electron/shared/credentials/credential-view.ts';
import type { HistoryEventView } from '../../../electron/shared/history/history-view.ts';
import { useMinute } from '../../components/use-time.ts';
import { clockTime } from '../../i18n/time.ts';
import { historyWords, shortDay } from './en-history.ts';
import { lifetimesOf, type Life, type Lifetimes } from './lifetimes.ts';

const words = historyWords.lifetimes;

/** Units of a drawn day: its minutes across, and its height. */
const MINUTES = 1_440;
const HEIGHT = 16;
/** Tokens beside each other; more lie over the last. */
const LANES = 3;
/** What lasts shorter is drawn as long, so that it is seen. */
const LEAST = 5;
/** Between one and the next. */
const APART = 3;

export function LifetimesChart(props: {
  readonly events: readonly HistoryEventView[];
  readonly tokens: readonly TokenView[];
  /** Earlier events were not read. */
  readonly readFromMs: number | null;
}): ReactNode {
  const nowMs = useMinute(true);
  const found = lifetimesOf(props.events, props.tokens, nowMs, props.readFromMs);
  const lanes = lanesOf(found.lives);
  if (found.lives.length === 0) return null;
  return (
    <section className="lifetimes" aria-label={words.title}>
      <p>{gapSentence(found, nowMs)}</p>
      <div aria-hidden="true">
        {found.days.map((day) => (
          <div key={day.fromMs} className="lifetimes-day secondary">
            <span className="secondary">{shortDay(day.fromMs)}</span>
            <Day {...{ found, day, nowMs, lanes }} />
          </div>
        ))}
        <div className="lifetimes-hours secondary figure">
          {[0, 6, 12, 18, 24].map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </div>
        <p className="legend secondary">
          {(['token', 'check', 'cut', 'gap'] as const).map((kind) => (
            <span key={kind}>
              <svg viewBox="0 0 14 14">
                <Sample kind={kind} />
              </svg>
              {words.legend[kind]}
            </span>
          ))}
        </p>
      </div>
      <LifetimesTable found={found} nowMs={nowMs} />
    </section>
  );
}

function gapSentence({ gaps }: Lifetimes, nowMs: number): string {
  const [longest] = gaps.toSorted((a, b) => b.untilMs - b.fromMs - (a.untilMs - a.fromMs));
  if (longest === undefined) return words.noGap;
  const [from, until] = [longest.fromMs, longest.untilMs].map((each) => clockTime(each, nowMs));
  return words.gaps(gaps.length, from ?? '', longest.untilMs >= nowMs ? null : (until ?? ''));
}

/** The lane of each life: the first that is free as it begins. */
function lanesOf(lives: readonly Life[]): ReadonlyMap<Life, number> {
  const freeAt: number[] = [];
  return new Map(
    lives.map((life) => {
      const free = freeAt.findIndex((atMs) => atMs <= life.fromMs);
      const lane = Math.min(free === -1 ? freeAt.length : free, LANES - 1);
      freeAt[lane] = Math.max(freeAt[lane] ?? 0, life.untilMs);
      return [life, lane];
    }),
  );
}

function Day(props: {
  readonly found: Lifetimes;
  readonly day: { readonly fromMs: number; readonly untilMs: number };
  readonly nowMs: number;
  readonly lanes: ReadonlyMap<Life, number>;
}): ReactNode {
  const { found, day, nowMs, lanes } = props;
  const x = (atMs: number): number =>
    (MINUTES * (Math.min(Math.max(atMs, day.fromMs), day.untilMs) - day.fromMs)) /
    (day.untilMs - day.fromMs);
  const isIn = (atMs: number): boolean => atMs >= day.fromMs && atMs < day.untilMs;
  const bar = (fromMs: number, untilMs: number) => ({
    x: x(fromMs),
    width: Math.max(LEAST, x(untilMs) - x(fromMs) - APART),
  });
  const touches = ({ fromMs, untilMs }: { fromMs: number; untilMs: number }): boolean =>
    fromMs < day.untilMs && untilMs > day.fromMs;
  const lives = found.lives.filter(touches);
  const height = HEIGHT / (1 + Math.max(0, ...lives.map((life) => lanes.get(life) ?? 0)));
  const upright = (atMs: number, name: string, from = 0, to = HEIGHT): ReactNode => (
    <path key={`${name}${atMs}`} className={name} d={`M${x(atMs)} ${from}V${to}`} />
  );
  return (
    <svg viewBox={`0 0 ${MINUTES} ${HEIGHT}`} preserveAspectRatio="none">
      {[360, 720, 1080].map((at) => (
        <path key={at} className="lifetimes-grid" d={`M${at} 0V${HEIGHT}`} />
      ))}
      {found.gaps.filter(touches).map((gap) => (
        <rect
          key={gap.fromMs}
          className="lifetimes-gap"
          {...bar(gap.fromMs, gap.untilMs)}
          height={HEIGHT}
        />
      ))}
      {lives.map((life) => {
        const top = height * (lanes.get(life) ?? 0);
        return (
          <g key={`${life.fromMs} ${life.fingerprint}`}>
            <title>{sayLife(life, nowMs)}</title>
            <rect
              className={life.fromMs > nowMs ? 'lifetimes-ahead' : 'lifetimes-bar'}
              {...bar(life.fromMs, Math.min(life.untilMs, nowMs))}
              y={top + 2}
              height={height - 4}
            />
            {life.untilMs > nowMs && day.untilMs > nowMs && (
              <rect
                className="lifetimes-ahead"
                {...bar(nowMs, life.untilMs)}
                y={top + 2}
                height={height - 4}
              />
            )}
            {life.checks
              .filter(({ atMs }) => isIn(atMs))
              .map(({ atMs, refused }) =>
                upright(
                  atMs,
                  refused ? 'lifetimes-cut' : 'lifetimes-check',
                  top + 2,
                  top + height / 2,
                ),
              )}
            {life.end === 'revoked' && isIn(life.untilMs) && upright(life.untilMs, 'lifetimes-cut')}
          </g>
        );
      })}
      {isIn(nowMs) && upright(nowMs, 'lifetimes-now')}
    </svg>
  );
}

function Sample({ kind }: { readonly kind: 'token' | 'check' | 'cut' | 'gap' }): ReactNode {
  if (kind === 'gap') return <rect className="lifetimes-gap" y="2" width="14" height="10" />;
  return (
    <>
      <rect className="lifetimes-bar" y="4" width={kind === 'cut' ? 9 : 14} height="6" />
      {kind === 'check' && <path className="lifetimes-check" d="M7 4v3" />}
      {kind === 'cut' && <path className="lifetimes-cut" d="M9 1v12" />}
    </>
  );
}

const sayLife = ({ fingerprint, fromMs, untilMs, end }: Life, nowMs: number): string =>
  words.life(fingerprint, clockTime(fromMs, nowMs), clockTime(untilMs, nowMs), words.ends[end]);

function LifetimesTable(props: { readonly found: Lifetimes; readonly nowMs: number }): ReactNode {
  const { found, nowMs } = props;
  const rows = [
    ...found.lives.map((life) => ({ ...life, what: words.token(life.fingerprint) })),
    ...found.gaps.map((gap) => ({ ...gap, what: words.legend.gap, end: null, checks: [] })),
  ].toSorted((a, b) => b.fromMs - a.fromMs);
  return (
    <div className="visually-hidden">
      <table>
        <caption>{words.title}</caption>
        <thead>
          <tr>
            {words.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, fromMs, untilMs, end, checks }) => (
            <tr key={`${what} ${fromMs}`}>
              <th scope="row">{what}</th>
              <td>{clockTime(fromMs, nowMs)}</td>
              <td>{clockTime(untilMs, nowMs)}</td>
              <td>{end !== null && words.ends[end]}</td>
              <td>{checks.length}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
