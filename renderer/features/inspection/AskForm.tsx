// Whom to ask about the token, and what: the documented call of either access type, or introspection
// where this environment has it configured.
import { useState, type ReactNode } from 'react';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import type { InspectionAnswerView } from '../../../electron/shared/inspection/inspection-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { INSPECTION_SUBJECT } from '../../bridge/feedback.ts';
import { Button } from '../../components/Button.tsx';
import { Choice, Choices, Select } from '../../components/Field.tsx';
import { kindWords } from '../../i18n/en.ts';
import { inspectWords as words } from './en-inspection.ts';
import { useApp, usePending } from '../../state/app-context.tsx';
import { inspectionSaid } from '../../i18n/en-said.ts';

const questions = ['trader', 'partner', 'introspection'] as const;
type Question = (typeof questions)[number];

export function AskForm(props: {
  readonly view: AppView;
  readonly environment: EnvironmentView | undefined;
  readonly onEnvironment: (id: string) => void;
  readonly onAnswer: (answer: InspectionAnswerView) => void;
}): ReactNode {
  const { view, environment } = props;
  const { call, quietly } = useApp();
  const [wanted, setWanted] = useState<Question>('trader');
  const [askerId, setAskerId] = useState('');
  const busy = usePending(['inspectionCheck', 'inspectionIntrospect'], INSPECTION_SUBJECT);
  const askers = view.credentials.filter((each) => each.environmentId === environment?.id);
  const asker = askers.find(({ id }) => id === askerId) ?? askers[0];
  const obstacle =
    environment?.introspection == null
      ? words.notConfigured
      : asker === undefined
        ? words.noAsker
        : null;
  const question = wanted === 'introspection' && obstacle !== null ? 'trader' : wanted;

  const ask = async (): Promise<void> => {
    if (environment === undefined) return;
    const manner = { subject: INSPECTION_SUBJECT, said: inspectionSaid.answered };
    const answer =
      question !== 'introspection'
        ? await call(
            'inspectionCheck',
            { environmentId: environment.id, accessType: question },
            manner,
          )
        : await call('inspectionIntrospect', { credentialId: asker?.id ?? '' }, manner);
    if (answer !== null) props.onAnswer(answer);
  };

  return (
    <form
      className="fold"
      aria-label={words.ask}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void ask();
      }}
    >
      <h3>{words.ask}</h3>
      <Select
        label={words.environment}
        chosen={environment?.id ?? ''}
        options={view.environments.map(({ id, name, kind }) => [
          id,
          name === kindWords[kind] ? name : `${name} (${kindWords[kind].toLowerCase()})`,
        ])}
        onChoose={props.onEnvironment}
      />
      <Choices legend={words.question}>
        {questions.map((each) => (
          <Choice
            key={each}
            type="radio"
            name="question"
            label={words.questions[each][0]}
            note={each === 'introspection' && obstacle ? obstacle : words.questions[each][1]}
            disabled={each === 'introspection' && obstacle !== null}
            checked={question === each}
            onChange={() => setWanted(each)}
          />
        ))}
      </Choices>
      {question === 'introspection' && asker !== undefined && (
        <Select
          label={words.askAs}
          hint={words.askAsHint}
          chosen={asker.id}
          options={askers.map(({ id, label }) => [id, label])}
          onChoose={setAskerId}
        />
      )}
      <div className="actions">
        <Button look="primary" submit busy={busy}>
          {words.submit}
        </Button>
        {busy && <Button onClick={() => void quietly('inspectionCancel')}>{words.cancel}</Button>}
      </div>
    </form>
  );
}
