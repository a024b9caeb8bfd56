// Whom an environment trusts beside the system's authorities, and the way to change that: a file chosen
// in main's dialog, confirmed in main's dialog.
import type { ReactNode } from 'react';
import type {
  AuthorityView,
  EnvironmentView,
} from '../../../electron/shared/environments/environment-view.ts';
import { Button } from '../../components/Button.tsx';
import { Fact } from '../../components/Facts.tsx';
import { authorityWords } from './en-proxy.ts';
import { useApp } from '../../state/app-context.tsx';
import { said } from '../../i18n/en-said.ts';
import { forms } from '../../i18n/en-forms.ts';
import { calendarDate } from '../../i18n/time.ts';
import { SUBJECT, type SectionProps } from './SectionForm.tsx';

/** A certificate authority as a person can compare it: subject, issuer, validity, fingerprint. */
export function AuthorityFacts(props: {
  readonly authority: Partial<AuthorityView> & NonNullable<EnvironmentView['authority']>;
}): ReactNode {
  const { ticker } = useApp();
  const { subject, issuer, validFromMs, validToMs, fingerprint } = props.authority;
  const to = calendarDate(validToMs);
  return (
    <dl className="facts">
      <Fact label={forms.environment.subject}>{subject}</Fact>
      {issuer !== undefined && <Fact label={forms.environment.issuer}>{issuer}</Fact>}
      <Fact label={forms.environment.validity}>
        {validFromMs === undefined
          ? forms.environment.validTo(to)
          : forms.environment.validFromTo(calendarDate(validFromMs), to)}
        {validToMs < ticker.nowMs() && <p className="warn">{authorityWords.expired}</p>}
      </Fact>
      <Fact label={forms.environment.fingerprint} mono>
        {fingerprint}
      </Fact>
    </dl>
  );
}

export function AuthoritySection({ environment }: SectionProps): ReactNode {
  const { call } = useApp();
  const { authority, builtIn } = environment;
  const set = (authorityHandle: string | null) =>
    call(
      'environmentAuthoritySet',
      { environmentId: environment.id, authorityHandle },
      {
        subject: SUBJECT,
        said: (authorityHandle === null ? said.authorityRemoved : said.authorityAdded)(
          environment.name,
        ),
      },
    );
  const choose = async (): Promise<void> => {
    const chosen = await call('environmentChooseAuthority', undefined, { subject: SUBJECT });
    if (chosen !== null) await set(chosen.handle);
  };
  return (
    <>
      <h3>{authorityWords.title}</h3>
      {builtIn ? (
        <p className="secondary">{authorityWords.builtIn}</p>
      ) : (
        <>
          <p>{authority === null ? authorityWords.usual : authorityWords.own}</p>
          {authority !== null && <AuthorityFacts authority={authority} />}
          <div className="actions">
            <Button onClick={() => void choose()}>
              {authority === null ? authorityWords.choose : authorityWords.replace}
            </Button>
            {authority !== null && (
              <Button look="quiet" onClick={() => void set(null)}>
                {authorityWords.drop}
              </Button>
            )}
          </div>
        </>
      )}
    </>
  );
}
