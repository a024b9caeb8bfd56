// The rungs of a ladder before anything was tried, and how one is filled in. Pure.
import type {
  DiagnosisPlace,
  DiagnosisStep,
  NotTriedReason,
  RungFact,
  RungView,
} from '../../shared/diagnosis/diagnosis-view.ts';
import type { AccessType } from '../../shared/words.ts';

/** What one rung showed; everything left out is empty. */
export type Found = Pick<RungView, 'verdict' | 'finding'> &
  Partial<Pick<RungView, 'durationMs' | 'failure' | 'doors' | 'facts'>>;

export const hostSteps = ['name', 'connect', 'route', 'tls'] as const;
export const tokenSteps = ['clock', 'token', 'scope', 'check', 'revoke', 'refused'] as const;

const waiting = (place: DiagnosisPlace, step: DiagnosisStep): RungView => ({
  place,
  step,
  verdict: 'waiting',
  finding: null,
  because: null,
  durationMs: null,
  failure: null,
  doors: [],
  facts: [],
});

/** In the order they are climbed. `oneHost`: both addresses lie on the same host and port. */
export function rungsFor(accessType: AccessType, oneHost: boolean): readonly RungView[] {
  const untouched = accessType === 'partner' ? 'partner_never_uses_it' : 'one_host_for_both';
  const trade = hostSteps.map((step) => waiting('trade', step));
  return [
    waiting('addresses', 'address'),
    ...hostSteps.map((step) => waiting('base', step)),
    ...(accessType === 'partner' || oneHost
      ? trade.map((rung) => notTried(rung, untouched))
      : trade),
    ...tokenSteps.map((step) => waiting('token', step)),
  ];
}

export const filled = ({ place, step }: RungView, found: Found): RungView => ({
  ...waiting(place, step),
  ...found,
});

export const notTried = ({ place, step }: RungView, because: NotTriedReason): RungView => ({
  ...waiting(place, step),
  verdict: 'not_tried',
  because,
});

const MOST_TEXT = 300;

/** Facts with something in them, short enough to be shown. */
export function facts(known: Partial<Record<RungFact, string | null>>): RungView['facts'] {
  return Object.entries(known).flatMap(([name, text]) =>
    text === null || text === ''
      ? []
      : [{ name: name as RungFact, text: text.length > MOST_TEXT ? clipped(text) : text }],
  );
}

const clipped = (text: string): string =>
  `${text.slice(0, MOST_TEXT - 1).replace(/[\ud800-\udbff]$/, '')}…`;
