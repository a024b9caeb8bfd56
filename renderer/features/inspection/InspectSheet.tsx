// A token from somewhere else: taken by main, looked at, asked about. Closing the sheet ends it: main
// wipes the token. Nothing of its text ever comes here.
import { useEffect, useState, type ReactNode, useRef } from 'react';
import {
  inspectionSources,
  type InspectionAnswerView,
  type InspectionSource,
  type InspectionView,
} from '../../../electron/shared/inspection/inspection-view.ts';
import { findingWords } from '../../../electron/shared/inspection/inspection-words.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { INSPECTION_SUBJECT } from '../../bridge/feedback.ts';
import { Button } from '../../components/Button.tsx';
import { Sheet, SheetFoot, type ViewSheetProps } from '../../components/Sheet.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { inspectWords as words } from './en-inspection.ts';
import { useApp, useWindow, usePending } from '../../state/app-context.tsx';
import { inspectionSaid } from '../../i18n/en-said.ts';
import { InspectionAnswers } from './InspectionAnswers.tsx';
import { Fact } from '../../components/Facts.tsx';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import { Choice, Choices, Select } from '../../components/Field.tsx';
import { kindWords } from '../../i18n/en.ts';

/** What is known of the token without asking anybody: fingerprint, length, form, and whether it is ours. */
function InspectedToken(props: {
  readonly token: InspectionView;
  readonly onTidy: () => void;
}): ReactNode {
  const { token } = props;
  const { findings } = token;
  const heading = useRef<HTMLHeadingElement>(null);
  // What was pressed is gone or has moved: the keyboard goes on where the token stands.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="inspected-token">
      <h3 id="inspected-token" ref={heading} tabIndex={-1}>
        {words.token}
      </h3>
      <dl className="columns facts facts-inline">
        <Fact label={words.facts.fingerprint}>
          <span className="mono">{token.fingerprint}</span>
        </Fact>
        <Fact label={words.facts.length}>{words.facts.bytes(token.bytes)}</Fact>
        <Fact label={words.facts.source}>{words.facts.sources[token.source]}</Fact>
      </dl>
      {token.ours !== null && <Ours ours={token.ours} />}
      {findings.length === 0 ? (
        <p>
          {words.plain} <span className="secondary">{words.opaque}</span>
        </p>
      ) : (
        <ul className="bullets" aria-label={words.form}>
          {findings.map((finding) => (
            <li key={finding}>{findingWords[finding]}</li>
          ))}
        </ul>
      )}
      {!token.sendable && token.ours?.what !== 'client_secret' && <p>{words.unsendable}</p>}
      {token.tidiable && <Button onClick={props.onTidy}>{words.tidy}</Button>}
    </section>
  );
}

function Ours(props: { readonly ours: NonNullable<InspectionView['ours']> }): ReactNode {
  const { what, label, credentialId, proof } = props.ours;
  const { window: store } = useApp();
  const sentence =
    what === 'client_secret'
      ? words.ours.secret(label)
      : proof === 'text'
        ? words.ours.token(label)
        : words.ours.tokenByFingerprint(label);
  return (
    <div className="notice notice-line">
      <p className="notice-text">{sentence}</p>
      <Button
        onClick={() => {
          store.show(null);
          store.open(credentialId);
        }}
      >
        {words.ours.open(label)}
      </Button>
    </div>
  );
}

export function InspectSheet({ view }: ViewSheetProps): ReactNode {
  const { call, feedback, quietly } = useApp();
  const [token, setToken] = useState<InspectionView | null>(null);
  const [answers, setAnswers] = useState<readonly InspectionAnswerView[]>([]);
  const [environmentId, setEnvironmentId] = useFirstEnvironment(view);
  const taking = usePending('inspectionTake', INSPECTION_SUBJECT);
  useEffect(
    () => () => {
      feedback.clear(INSPECTION_SUBJECT);
      void quietly('inspectionEnd');
    },
    [feedback, quietly],
  );

  const inspect = (taken: InspectionView | null): void => {
    if (taken === null) return;
    setToken(taken);
    setAnswers([]);
  };
  const take = (source: InspectionSource): void =>
    void call(
      'inspectionTake',
      { source },
      { subject: INSPECTION_SUBJECT, said: (taken) => inspectionSaid.taken(taken.fingerprint) },
    ).then(inspect);
  const environment = view.environments.find(({ id }) => id === environmentId);
  const buttons = inspectionSources.map((source) => (
    <Button
      key={source}
      look={token === null && source === 'clipboard' ? 'primary' : 'plain'}
      busy={taking}
      onClick={() => take(source)}
    >
      {words.take[source]}
    </Button>
  ));

  return (
    <Sheet title={words.title} wide about={token === null ? undefined : environment}>
      <p>{words.lead}</p>
      {token === null ? (
        <div className="actions">{buttons}</div>
      ) : (
        <>
          <InspectedToken
            key={`${token.fingerprint} ${token.bytes}`}
            token={token}
            onTidy={() =>
              void call('inspectionTidy', undefined, {
                subject: INSPECTION_SUBJECT,
                said: inspectionSaid.tidied,
              }).then(inspect)
            }
          />
          {token.sendable && (
            <AskForm
              view={view}
              environment={environment}
              onEnvironment={setEnvironmentId}
              onAnswer={(answer) => setAnswers((earlier) => [answer, ...earlier])}
            />
          )}
          <InspectionAnswers answers={answers} nowMs={view.nowMs} />
        </>
      )}
      <WindowFailure subject={INSPECTION_SUBJECT} />
      <SheetFoot>
        {token !== null && (
          <>
            <span className="secondary">{words.another}</span>
            {buttons}
            <span className="spring" />
          </>
        )}
      </SheetFoot>
    </Sheet>
  );
}

/** The environment in sight, else that of the credential in sight, else the first. */
function useFirstEnvironment(view: AppView): [string, (id: string) => void] {
  const first = useWindow(({ filter, selectedId }) =>
    filter.kind === 'environment'
      ? filter.environmentId
      : view.credentials.find(({ id }) => id === selectedId)?.environmentId,
  );
  return useState(first ?? view.environments[0]?.id ?? '');
}

const questions = ['trader', 'partner', 'introspection'] as const;
type Question = (typeof questions)[number];

/** Whom to ask about the token: the call of either access type, or introspection where it is configured. */
function AskForm(props: {
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
