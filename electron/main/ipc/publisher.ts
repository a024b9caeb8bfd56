// Pushes the app view to the window: at most once for everything that changed in one go, and only when
// it differs from the last one.
import * as v from 'valibot';
import { appView, type AppView } from '../../shared/views.ts';
import { toAppView, type ViewSources } from './projections.ts';

export interface Publisher {
  /** Something may have changed. */
  readonly changed: () => void;
  /** The view as it is now. */
  readonly current: () => AppView;
}

export function createPublisher(ports: {
  readonly sources: () => ViewSources;
  readonly push: (view: AppView) => void;
}): Publisher {
  let version = 0;
  let due = false;
  let lastPushed = '';

  /** Checked against the strict schema: an unknown field is a bug here and never a leak. */
  function build(): AppView {
    version += 1;
    return v.parse(appView, toAppView(ports.sources(), version));
  }

  function pushIfDifferent(): void {
    due = false;
    const view = build();
    const content = JSON.stringify({ ...view, version: 0, nowMs: 0 });
    if (content === lastPushed) return;
    lastPushed = content;
    ports.push(view);
  }

  return {
    changed() {
      if (due) return;
      due = true;
      setImmediate(pushIfDifferent);
    },
    current: build,
  };
}
