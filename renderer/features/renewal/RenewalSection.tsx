// Renewal of this credential's tokens: whether it is on, what happens next and when, what failed, and
// the few things that can be set.
import { useEffect, useRef, type ReactNode } from 'react';
import { DetailSection } from '../../components/DetailSection.tsx';
import type {
  CredentialView,
  TokenView,
} from '../../../electron/shared/credentials/credential-view.ts';
import { failureWords } from '../../../electron/shared/failures/failure-words.ts';
import type { RenewalView } from '../../../electron/shared/renewal/renewal-view.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { renewalWords as words } from './en-renewal.ts';
import { clockTime } from '../../i18n/time.ts';
import { isRenewing, isSwitchedOn } from '../../model/renewal-standing.ts';
import { isInUse } from '../../model/token-standing.ts';
import { useApp, useWindow } from '../../state/app-context.tsx';
import { turnRenewalOff } from '../../actions/shared-calls.ts';
import { RenewalForm } from './RenewalForm.tsx';

export function RenewalSection(props: { readonly credential: CredentialView }): ReactNode {
  const { credential } = props;
  const { renewal, accessType } = credential;
  const { call, window: store } = useApp();
  const editing = useWindow(({ part }) => part === 'renewal');
  const actions = useRef<HTMLDivElement>(null);
  const edited = useRef(false);
  useEffect(() => {
    if (edited.current && !editing) focusFirst(actions.current);
    edited.current = editing;
  }, [editing]);
  const turnOff = async (): Promise<void> => {
    if ((await turnRenewalOff(call, credential)) !== null) focusFirst(actions.current);
  };
  return (
    <DetailSection title={words.heading}>
      <div className="section-row">
        <div>
          {renewal === null ? (
            <p>{words.off}</p>
          ) : isRenewing(renewal) && credential.removing ? (
            <p>{words.removing}</p>
          ) : (
            <RenewalStanding renewal={renewal} inUse={credential.tokens.filter(isInUse)} />
          )}
          {!isSwitchedOn(renewal) && (
            <p className="secondary">
              {accessType === 'partner' ? words.aboutPartner : words.about}
            </p>
          )}
        </div>
        {!editing && (
          <div className="actions" ref={actions}>
            <ActionButton name="renewal_on" about={{ credential }} look="plain" />
            <ActionButton
              name="renewal_off"
              about={{ credential }}
              onlyWherePossible
              look="plain"
              run={() => void turnOff()}
            />
          </div>
        )}
      </div>
      {editing && (
        <RenewalForm credential={credential} onClose={() => store.patch({ part: null })} />
      )}
    </DetailSection>
  );
}

/** What was focused goes away with the form, or with being on. */
function focusFirst(actions: HTMLElement | null): void {
  actions?.querySelector('button')?.focus();
}

/** With a token that was got since, it is of no consequence any more. */
const isOver = ({ atMs }: { readonly atMs: number }, inUse: readonly TokenView[]): boolean =>
  inUse.some(({ sentAtMs }) => sentAtMs > atMs);

function RenewalStanding(props: {
  readonly renewal: RenewalView;
  readonly inUse: readonly TokenView[];
}): ReactNode {
  const { phase, nextAtMs, untilMs, revokesAtMs, lastFailure } = props.renewal;
  const { ticker } = useApp();
  const at = (ms: number): string => clockTime(ms, ticker.nowMs());
  const next = words.phases[phase](nextAtMs === null ? '' : at(nextAtMs));
  const failure =
    lastFailure === null || !isSwitchedOn(props.renewal) || isOver(lastFailure, props.inUse)
      ? ''
      : words.failed(
          at(lastFailure.atMs),
          failureWords(lastFailure.failure).what,
          props.inUse.length > 0,
        );
  return (
    <>
      <p className={phase === 'stopped' ? 'warn' : undefined}>
        {next}
        {isRenewing(props.renewal) &&
          ` ${untilMs === null ? words.untilOff : words.until(at(untilMs))}`}
      </p>
      {isRenewing(props.renewal) && <p className="secondary">{words.onlyOpen}</p>}
      {revokesAtMs !== null && <p className="secondary">{words.revokes(at(revokesAtMs))}</p>}
      <output className="warn">{failure}</output>
    </>
  );
}
