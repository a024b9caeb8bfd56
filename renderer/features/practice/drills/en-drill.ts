// The words of drills: what each plays, what went wrong, how it compares with the time before.
import { counted, whole } from '../../../../electron/shared/counts.ts';
import type {
  DrillResultView,
  DrillView,
} from '../../../../electron/shared/practice/drill-view.ts';
import type { DrillMistake, DrillScenario } from '../../../../electron/shared/words.ts';
import { minuteSecond } from '../../../i18n/time.ts';

export const took = (ms: number): string => minuteSecond(Math.round(ms / 1000));

export const scenarioWords: Readonly<
  Record<DrillScenario, { readonly title: string; readonly about: string }>
> = {
  public_repository: {
    title: 'A secret in a public repository',
    about:
      'A secret was pushed to where everybody can read it. Its tokens must die, and the secret too.',
  },
  stolen_laptop: {
    title: 'A stolen laptop',
    about: 'Every token of one machine is gone with it, Trader and Partner.',
  },
  slow_server: {
    title: 'A slow and failing server',
    about: 'The authorization server takes its time, and says that it is unavailable.',
  },
  lost_answers: {
    title: 'Lost answers',
    about: 'Requests arrive, answers do not: what was revoked is unknown until asked again.',
  },
  long_propagation: {
    title: 'Minutes until it is dead',
    about:
      'Revocations are accepted at once, but the tokens work for two more minutes. Patience is the task.',
  },
};

/** What the alarm says. */
export const alarmWords: Readonly<Record<DrillScenario, (names: string) => string>> = {
  public_repository: (names) =>
    `The client secret of ${names} is in a public repository. Stop its tokens and make the secret worthless.`,
  stolen_laptop: (names) =>
    `A laptop with every token of ${names} is gone. Stop them all; the Partner key is ended in the web app.`,
  slow_server: (names) => `The tokens of ${names} leaked, and the server is slow and failing.`,
  lost_answers: (names) => `The tokens of ${names} leaked, and answers get lost on the way.`,
  long_propagation: (names) =>
    `The tokens of ${names} leaked. Revocations spread slowly: it is over when every death is confirmed.`,
};

export const mistakeWords: Readonly<Record<DrillMistake, string>> = {
  forgot_token: 'A token of what leaked was never revoked.',
  left_secret_working: 'The leaked secret still works: whoever has it gets new tokens.',
  revoked_with_rotated_secret:
    'A revocation was refused, because the secret had been rotated away first.',
  ended_before_verified: 'It was declared over while a token was not confirmed dead.',
  quit: 'The app was quit or locked in the middle.',
};

export const drillWords = {
  title: 'Drills',
  lead: 'The same screens as in a real emergency, against the practice gateway on this machine. A drill makes keys and tokens of its own and touches nothing else. At its end it takes everything away again.',
  start: 'Start',
  startOf: (title: string) => `Start: ${title}`,
  running: 'A drill is running. Its band is at the top of the window.',
  label: 'Drill',
  preparing: 'Setting up practice tokens…',
  standing: ({ accepted, verified, tokens }: DrillView) =>
    `${whole(accepted)} of ${whole(tokens)} accepted, ${whole(verified)} of ${whole(tokens)} confirmed dead`,
  history: 'Results',
  none: 'No drill yet.',
  how: { finished: 'Finished', stopped: 'Stopped', interrupted: 'Interrupted' },
  faultless: 'No mistake.',
  mistakes: (n: number) => counted(n, 'mistake'),
  times: ({ acceptedAfterMs, verifiedAfterMs }: DrillResultView) => {
    const accepted =
      acceptedAfterMs === null ? 'Not all accepted' : `Accepted after ${took(acceptedAfterMs)}`;
    const verified =
      verifiedAfterMs === null
        ? 'not all confirmed dead'
        : `confirmed dead after ${took(verifiedAfterMs)}`;
    return `${accepted}, ${verified}`;
  },
} as const;

/** How a result compares with the time before in the same scenario; results come newest first. */
export function trend(results: readonly DrillResultView[], index: number): string {
  const now = results[index];
  if (now === undefined || now.how !== 'finished') return '';
  const before = results
    .slice(index + 1)
    .find(({ how, scenario }) => how === 'finished' && scenario === now.scenario);
  if (before === undefined) return 'The first of this drill.';
  const parts = [fewer(now, before), faster(now, before)].filter((each) => each !== '');
  return parts.length === 0 ? 'Same as last time.' : `${parts.join(', ')} than last time.`;
}

function fewer(now: DrillResultView, before: DrillResultView): string {
  const change = now.mistakes.length - before.mistakes.length;
  if (change === 0) return '';
  return `${counted(Math.abs(change), 'mistake')} ${change < 0 ? 'fewer' : 'more'}`;
}

function faster(now: DrillResultView, before: DrillResultView): string {
  if (now.verifiedAfterMs === null || before.verifiedAfterMs === null) return '';
  const change = Math.round((now.verifiedAfterMs - before.verifiedAfterMs) / 1000);
  if (change === 0) return '';
  return `${took(Math.abs(change) * 1000)} ${change < 0 ? 'faster' : 'slower'}`;
}
