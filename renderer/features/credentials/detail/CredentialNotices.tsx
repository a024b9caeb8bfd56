// What a person should know about a credential before acting: what just failed, refusals in a row, plans
// under way, an owner account with both access types.
import { type ReactNode, useEffect, useRef } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import { dateOf } from '../../../../electron/shared/health/secret-due.ts';
import { useMinute } from '../../../components/use-time.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { FailureNotice } from '../../../components/Failures.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { WaysOut } from '../../../components/WaysOut.tsx';
import { Ago } from '../../../components/Time.tsx';
import { en } from '../../../i18n/en.ts';
import { leakWords } from '../../incident/en-leak.ts';
import { rotationWords } from '../../incident/en-rotation.ts';
import { secretDueWords } from '../../health/en-secret-due.ts';
import { isOver } from '../../../model/leak-standing.ts';
import { useApp, useFeedback, useWindow } from '../../../state/app-context.tsx';
import { runAction } from '../../../actions/actions.ts';
import { addedWords as words } from './en-getting-started.ts';

/** After a credential was added: the next step, which takes the focus. Gone once something was asked with it. */
function NextStep({ credential }: { readonly credential: CredentialView }): ReactNode {
  const app = useApp();
  const test = useRef<HTMLButtonElement>(null);
  useEffect(() => test.current?.focus(), []);
  const forget = (): void => app.window.patch({ addedId: null });
  return (
    <Notice onDismiss={forget}>
      <p>{words.what}</p>
      <div className="actions">
        <ActionButton
          name="diagnose"
          about={{ credential }}
          ref={test}
          look="plain"
          face={words.test}
          run={() => {
            forget();
            runAction(app, 'diagnose', { credential });
          }}
        />
      </div>
    </Notice>
  );
}

const REFUSALS_STOP_AUTOMATIC = 3;

export function CredentialNotices(props: { readonly credential: CredentialView }): ReactNode {
  const { credential } = props;
  const { feedback } = useApp();
  const added = useWindow(({ addedId }) => addedId === credential.id);
  const news = useFeedback(({ failures }) => failures.get(credential.id));
  const nowMs = useMinute(true);
  const { lastFailure, leakPlan, rotation, secretDue } = credential;
  const [newest] = credential.tokens;
  const old =
    news === undefined && lastFailure !== null && lastFailure.atMs >= (newest?.sentAtMs ?? 0);
  return (
    <div className="notices">
      {leakPlan !== null && (
        <UnderWay credential={credential} goOn="leaked" failure>
          {leakWords.notice(isOver(leakPlan))}
        </UnderWay>
      )}
      {added && newest === undefined && lastFailure === null && (
        <NextStep credential={credential} />
      )}
      {news !== undefined && (
        <FailureNotice
          key={news.atMs}
          failure={news.failure}
          news
          ways={<WaysOut credential={credential} failure={news.failure} />}
          onDismiss={() => feedback.clear(credential.id)}
        />
      )}
      {old && (
        <FailureNotice
          failure={lastFailure.failure}
          news={false}
          ways={<WaysOut credential={credential} failure={lastFailure.failure} />}
          when={<Ago atMs={lastFailure.atMs} say={en.detail.lastFailure} />}
        />
      )}
      {credential.refusalsInARow >= REFUSALS_STOP_AUTOMATIC && <Notice>{en.detail.stopped}</Notice>}
      {rotation !== null && (
        <UnderWay credential={credential} goOn="rotate_secret">
          {rotationWords.standing(rotation.step, rotation.waitingFor)}
        </UnderWay>
      )}
      {secretDue?.soon === true && rotation === null && (
        <UnderWay credential={credential} goOn="rotate_secret">
          {secretDueWords.notice(secretDue, dateOf(secretDue.atMs), secretDue.atMs <= nowMs)}
        </UnderWay>
      )}
      {credential.removing && <Notice>{en.detail.removing}</Notice>}
      {credential.accessTypeConflict && <Notice>{en.detail.conflict}</Notice>}
    </div>
  );
}

/** A plan that rests, and the way on. */
function UnderWay(props: {
  readonly credential: CredentialView;
  readonly goOn: 'leaked' | 'rotate_secret';
  readonly failure?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { credential, goOn, failure = false } = props;
  return (
    <Notice failure={failure}>
      <div className="section-row">
        <p>{props.children}</p>
        <ActionButton name={goOn} about={{ credential }} look="plain" />
      </div>
    </Notice>
  );
}
