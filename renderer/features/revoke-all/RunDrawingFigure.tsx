// The run drawn as in its report: a line for each token from the press over its acceptance to its confirmation.
// Shape tells the marks apart before colour does; one sentence says the same to who does not see it.
import { createElement, type ReactNode } from 'react';
import type { RevocationRunView } from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import type { RunToken } from '../../../electron/shared/revoke-all/run-drawing.ts';
import { drawingWords as words } from '../../../electron/shared/revoke-all/run-drawing-words.ts';
import { runFigure, type FigurePart } from '../../../electron/shared/revoke-all/run-figure.ts';
import { useMinute } from '../../components/use-time.ts';
import { useApp } from '../../state/app-context.tsx';
import { phaseLooks, type Job, type RunStanding } from './run-headline.ts';

export function RunDrawingFigure(props: {
  readonly run: RevocationRunView;
  readonly standing: RunStanding;
}): ReactNode {
  const { run, standing } = props;
  const { ticker } = useApp();
  // Lines that are not at their end grow with every minute.
  useMinute(!standing.ended);
  const since = (atMs: number): number => Math.max(0, atMs - run.pressedAtMs);
  const figure = runFigure({
    firstByteAfterMs: run.firstSentAtMs === null ? null : since(run.firstSentAtMs),
    nowAfterMs: since(ticker.nowMs()),
    tokens: standing.jobs.map((job) => drawn(job, since)),
  });
  if (figure === null) return null;
  return (
    <details className="fold run-figure">
      <summary>{words.title}</summary>
      {shown(figure)}
    </details>
  );
}

const shown = (part: FigurePart | string): ReactNode =>
  typeof part === 'string'
    ? part
    : createElement(part.tag, part.attributes, ...part.children.map(shown));

function drawn({ token, credential, phase }: Job, since: (atMs: number) => number): RunToken {
  const acceptedAtMs = token.revocation?.acceptedAtMs ?? null;
  const deadAtMs = token.revocation?.verifiedAtMs ?? token.partnerPlan?.verifiedAtMs ?? null;
  return {
    fingerprint: token.fingerprint,
    name: credential.label,
    acceptedAfterMs: acceptedAtMs === null ? null : since(acceptedAtMs),
    deadAfterMs: deadAtMs === null ? null : since(deadAtMs),
    standing: phaseLooks[phase][1],
  };
}
