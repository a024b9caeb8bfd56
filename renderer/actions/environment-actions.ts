// What can be done about one environment: the one that is shown, or that of the chosen credential.
import { actionWords as words } from '../i18n/en-actions.ts';
import type { Action, ActionPlace } from './action.ts';

const environmentOf = ({ credential, window: { filter } }: ActionPlace): string | undefined =>
  filter.kind === 'environment' ? filter.environmentId : credential?.environmentId;
const noEnvironment = (place: ActionPlace): string | null =>
  environmentOf(place) === undefined ? words.chooseEnvironment : null;

export const environmentActions = {
  about_environment: {
    title: words.aboutEnvironment,
    also: words.also.aboutEnvironment,
    verb: words.verbs.aboutEnvironment,
    group: 'everything',
    refusal: noEnvironment,
    run({ window }, place) {
      const environmentId = environmentOf(place);
      if (environmentId !== undefined) window.show({ kind: 'environment', environmentId });
    },
  },
} as const satisfies Readonly<Record<string, Action>>;
