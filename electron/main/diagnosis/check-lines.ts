// The checks of a diagnosis before anything was tried, and how one is filled in. Pure.
import type {
  DiagnosisPlace,
  DiagnosisStep,
  NotTriedReason,
  CheckFact,
  CheckLineView,
} from '../../shared/diagnosis/diagnosis-view.ts';
import type { AccessType } from '../../shared/words.ts';

/** What one check showed; everything left out is empty. */
export type Found = Pick<CheckLineView, 'verdict' | 'finding'> &
  Partial<Pick<CheckLineView, 'durationMs' | 'failure' | 'doors' | 'facts'>>;

export const hostSteps = ['name', 'connect', 'route', 'tls'] as const;
export const tokenSteps = ['clock', 'token', 'scope', 'check', 'revoke', 'refused'] as const;

const waiting = (place: DiagnosisPlace, step: DiagnosisStep): CheckLineView => ({
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

/**
 * In the order they are climbed. `oneHost`: both addresses lie on the same host and port. `fetched`: a command prints the
 * client secret.
 */
export function checksFor(
  accessType: AccessType,
  oneHost: boolean,
  fetched = false,
): readonly CheckLineView[] {
  const untouched = accessType === 'partner' ? 'partner_never_uses_it' : 'one_host_for_both';
  const trade = hostSteps.map((step) => waiting('trade', step));
  return [
    waiting('addresses', 'address'),
    ...hostSteps.map((step) => waiting('base', step)),
    ...(accessType === 'partner' || oneHost
      ? trade.map((check) => notTried(check, untouched))
      : trade),
    ...(fetched ? [waiting('secret', 'command')] : []),
    ...tokenSteps.map((step) => waiting('token', step)),
  ];
}

export const filled = ({ place, step }: CheckLineView, found: Found): CheckLineView => ({
  ...waiting(place, step),
  ...found,
});

export const notTried = (
  { place, step }: CheckLineView,
  because: NotTriedReason,
): CheckLineView => ({
  ...waiting(place, step),
  verdict: 'not_tried',
  because,
});

const MOST_TEXT = 300;

/** Facts with something in them, short enough to be shown. */
export function facts(known: Partial<Record<CheckFact, string | null>>): CheckLineView['facts'] {
  return Object.entries(known).flatMap(([name, text]) =>
    text === null || text === ''
      ? []
      : [{ name: name as CheckFact, text: text.length > MOST_TEXT ? clipped(text) : text }],
  );
}

const clipped = (text: string): string =>
  `${text.slice(0, MOST_TEXT - 1).replace(/[\ud800-\udbff]$/, '')}…`;
