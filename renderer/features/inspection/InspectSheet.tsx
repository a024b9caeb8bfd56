// A token from somewhere else: taken by main, looked at, asked about. Closing the sheet ends it: main
// wipes the token. Nothing of its text ever comes here.
import { useEffect, useState, type ReactNode } from 'react';
import {
  inspectionSources,
  type InspectionAnswerView,
  type InspectionSource,
  type InspectionView,
} from '../../../electron/shared/inspection/inspection-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { callKey } from '../../bridge/commands.ts';
import { INSPECTION_SUBJECT } from './inspection-commands.ts';
import { Button } from '../../components/Button.tsx';
import { KindStrip } from '../../components/Chips.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { WindowFailure } from '../../components/WindowFailure.tsx';
import { en } from '../../i18n/en.ts';
import { inspectWords as words } from './en-inspection.ts';
import { useApp, useFeedback, useWindow } from '../../state/app-context.tsx';
import { AskForm } from './AskForm.tsx';
import { InspectedToken } from './InspectedToken.tsx';
import { InspectionAnswers } from './InspectionAnswers.tsx';

export function InspectSheet(props: {
  readonly view: AppView;
  readonly onClose: () => void;
}): ReactNode {
  const { view, onClose } = props;
  const { commands } = useApp();
  const [token, setToken] = useState<InspectionView | null>(null);
  const [answers, setAnswers] = useState<readonly InspectionAnswerView[]>([]);
  const [environmentId, setEnvironmentId] = useFirstEnvironment(view);
  const taking = useFeedback(({ pending }) =>
    pending.has(callKey('inspectionTake', INSPECTION_SUBJECT)),
  );
  useEffect(() => () => commands.endInspection(), [commands]);

  const inspect = (taken: InspectionView | null): void => {
    if (taken === null) return;
    setToken(taken);
    setAnswers([]);
  };
  const take = (source: InspectionSource): void => void commands.takeToken(source).then(inspect);
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
    <Sheet
      title={words.title}
      onClose={onClose}
      wide
      strip={<KindStrip kind={environment?.kind} />}
    >
      <p>{words.lead}</p>
      {token === null ? (
        <div className="inspect-take">{buttons}</div>
      ) : (
        <>
          <InspectedToken
            key={`${token.fingerprint} ${token.bytes}`}
            token={token}
            onTidy={() => void commands.tidyToken().then(inspect)}
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
      <div className="sheet-actions">
        {token !== null && (
          <>
            <span className="secondary">{words.another}</span>
            {buttons}
            <span className="spring" />
          </>
        )}
        <Button onClick={onClose}>{en.verbs.close}</Button>
      </div>
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
