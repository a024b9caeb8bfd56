// The run drawn as in its report: a line for each token from the press over its acceptance to its confirmation.
// Shape tells the marks apart before colour does; one sentence says the same to who does not see it.
// oxlint-disable jsx-a11y/prefer-tag-over-role -- an image drawn here is no file to show.
import type { ReactNode } from 'react';
import type { RevocationRunView } from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import {
  runDrawing,
  runMarkPaths,
  runMarks,
  type RunLine,
  type RunMark,
  type RunToken,
} from '../../../electron/shared/revoke-all/run-drawing.ts';
import { drawingWords as words } from '../../../electron/shared/revoke-all/run-drawing-words.ts';
import { useMinute } from '../../clock/use-time.ts';
import { useApp } from '../../state/app-context.tsx';
import type { Job, Phase, RunStanding } from './run-headline.ts';

const standings: Readonly<Record<Phase, RunToken['standing']>> = {
  failed: 'failed',
  still_honoured: 'failed',
  retrying: 'open',
  sending: 'open',
  queued: 'open',
  propagating: 'open',
  confirming: 'open',
  guided: 'person',
  left_alone: 'unsent',
  not_verifiable: 'unproven',
  verified: 'dead',
  expired: 'expired',
};

export function RunDrawingFigure(props: {
  readonly run: RevocationRunView;
  readonly standing: RunStanding;
}): ReactNode {
  const { run, standing } = props;
  const { ticker } = useApp();
  // Lines that are not at their end grow with every minute.
  useMinute(!standing.ended);
  const since = (atMs: number): number => Math.max(0, atMs - run.pressedAtMs);
  const drawing = runDrawing({
    firstByteAfterMs: run.firstSentAtMs === null ? null : since(run.firstSentAtMs),
    nowAfterMs: since(ticker.nowMs()),
    tokens: standing.jobs.map((job) => drawn(job, since)),
  });
  if (drawing.tokens === 0) return null;
  const { footPx, heightPx, firstByteX, firstByteAfterMs } = drawing;
  return (
    <figure className="run-figure">
      <h3>{words.title}</h3>
      <svg
        className="run-drawing"
        role="img"
        aria-label={words.alternative(drawing)}
        height={heightPx}
      >
        {drawing.axis.map(({ x, ms, anchor }) => (
          <g key={ms}>
            <line className="run-axis" x1={`${x}%`} x2={`${x}%`} y1={0} y2={footPx} />
            <text x={`${x}%`} y={heightPx - 5} textAnchor={anchor}>
              {words.mark(ms)}
            </text>
          </g>
        ))}
        {firstByteX !== null && (
          <line
            className="run-first"
            x1={`${firstByteX}%`}
            x2={`${firstByteX}%`}
            y1={0}
            y2={footPx}
          />
        )}
        {drawing.lines.map((line) => (
          <Line key={line.token.id} line={line} pressX={drawing.pressX} named={!drawing.isDense} />
        ))}
      </svg>
      <ul className="run-legend secondary">
        {runMarks
          .filter((kind) => drawing.kinds.has(kind))
          .map((kind) => (
            <li key={kind}>
              <svg viewBox="-7 -7 14 14" aria-hidden="true">
                <Mark kind={kind} />
              </svg>{' '}
              {words.legend[kind]}
            </li>
          ))}
        {firstByteAfterMs !== null && (
          <li>
            <svg viewBox="-7 -7 14 14" aria-hidden="true">
              <line className="run-first" x1={0} x2={0} y1={-7} y2={7} />
            </svg>{' '}
            {words.firstByte(firstByteAfterMs)}
          </li>
        )}
      </ul>
      <figcaption className="secondary">
        {words.axis} {drawing.notDrawn > 0 && words.notDrawn(drawing.notDrawn)}
      </figcaption>
    </figure>
  );
}

function drawn({ token, credential, phase }: Job, since: (atMs: number) => number): RunToken {
  const acceptedAtMs = token.revocation?.acceptedAtMs ?? null;
  const deadAtMs = token.revocation?.verifiedAtMs ?? token.partnerPlan?.verifiedAtMs ?? null;
  return {
    id: token.id,
    fingerprint: token.fingerprint,
    name: credential.label,
    acceptedAfterMs: acceptedAtMs === null ? null : since(acceptedAtMs),
    deadAfterMs: deadAtMs === null ? null : since(deadAtMs),
    standing: standings[phase],
  };
}

function Line(props: {
  readonly line: RunLine;
  readonly pressX: number;
  readonly named: boolean;
}): ReactNode {
  const { token, y, toX, tone, marks } = props.line;
  return (
    <g data-tone={tone}>
      <title>{words.token(token)}</title>
      {props.named && (
        <text className="run-name" x={0} y={y + 4}>
          {token.fingerprint}
        </text>
      )}
      <line className="run-line" x1={`${props.pressX}%`} x2={`${toX}%`} y1={y} y2={y} />
      {marks.map(({ kind, x }) => (
        <svg key={kind} x={`${x}%`} y={y} width={1} height={1} overflow="visible">
          <Mark kind={kind} />
        </svg>
      ))}
    </g>
  );
}

const Mark = (props: { readonly kind: RunMark }): ReactNode => (
  <path className="run-mark" data-kind={props.kind} d={runMarkPaths[props.kind]} />
);
