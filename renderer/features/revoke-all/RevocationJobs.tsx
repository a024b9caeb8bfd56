// Every token of a run, virtualised: what needs somebody stands first.
// oxlint-disable jsx-a11y/prefer-tag-over-role -- a virtualised list cannot hold all its items.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type ReactNode } from 'react';
import type { RevocationRunView } from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import { stop } from './en-revoke-all.ts';
import type { Job } from './run-headline.ts';
import { RevocationJob } from './RevocationJob.tsx';

const ROW_PX = 52;

export function RevocationJobs(props: {
  readonly run: RevocationRunView;
  readonly jobs: readonly Job[];
}): ReactNode {
  const { run, jobs } = props;
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler.
  const rows = useVirtualizer({
    count: jobs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    // In a narrow window the words of a row take several lines.
    measureElement: (row) => (row as HTMLElement).offsetHeight || ROW_PX,
    getItemKey: (index) => jobs[index]?.token.id ?? index,
    overscan: 6,
    initialRect: { width: 600, height: 400 },
  });
  return (
    // The region scrolls, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroller} className="stop-jobs" role="list" aria-label={stop.jobs} tabIndex={0}>
      <div role="presentation" className="list-rows" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((item) => {
          const job = jobs[item.index];
          if (job === undefined) return null;
          return (
            <div
              key={item.key}
              ref={rows.measureElement}
              data-index={item.index}
              role="listitem"
              aria-setsize={jobs.length}
              aria-posinset={item.index + 1}
              className="list-slot stop-job"
              data-token={job.token.id}
              style={{ transform: `translateY(${item.start}px)`, minHeight: ROW_PX }}
            >
              <RevocationJob run={run} job={job} />
            </div>
          );
        })}
      </div>
    </div>
  );
}
