// What the credential may do and at which addresses: facts, with one way to change those that are the person's own.
import type { ReactNode } from 'react';
import { DetailSection } from '../../../components/DetailSection.tsx';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import type { EnvironmentView } from '../../../../electron/shared/environments/environment-view.ts';
import { actions } from '../../../actions/actions.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Fact } from '../../../components/Facts.tsx';
import { ScopeChips } from '../../../components/Chips.tsx';
import { CopyButton } from '../../../components/CopyButton.tsx';
import { Ago } from '../../../components/Time.tsx';
import { en } from '../../../i18n/en.ts';
import { forms } from '../../../i18n/en-forms.ts';
import { moreLines } from '../../../model/credential-draft.ts';
import { secretDueWords } from '../../health/en-secret-due.ts';
import { isMac, shownKeys } from '../../../keyboard/key-map.ts';

export function AccessSection(props: {
  readonly credential: CredentialView;
  readonly environment: EnvironmentView | undefined;
}): ReactNode {
  const { credential, environment } = props;
  const words = en.detail.facts;
  const { title, keys } = actions.copy_client_id;
  const none = <span className="secondary">{words.none}</span>;
  return (
    <DetailSection
      title={en.detail.access}
      beside={
        <>
          {environment?.builtIn === false && <ActionButton name="access_map" />}
          <ActionButton name="edit_credential" about={{ credential }} />
        </>
      }
    >
      <dl className="facts">
        <Fact label={words.clientId}>
          <span className="mono wrap">{credential.clientId}</span>
          <CopyButton
            text={credential.clientId}
            action="copy_client_id"
            label={title}
            hint={`${title} (${shownKeys(keys?.[0] ?? '', isMac())})`}
            iconOnly
          />
        </Fact>
        <Fact label={words.accessType}>{en.detail.accessType[credential.accessType]}</Fact>
        {credential.accessType === 'trader' ? (
          <Fact label={words.registered}>
            {credential.registeredScopes.length === 0 ? (
              none
            ) : (
              <ScopeChips scopes={credential.registeredScopes} />
            )}
          </Fact>
        ) : (
          <Fact label={words.permission}>
            {credential.permission === null ? none : en.detail.permission[credential.permission]}
          </Fact>
        )}
        {environment !== undefined && (
          <Fact label={words.base} mono>
            {environment.baseUrl}
          </Fact>
        )}
        {environment !== undefined && credential.accessType === 'trader' && (
          <Fact label={words.trade} mono>
            {environment.tradeUrl}
          </Fact>
        )}
        <Fact label={secretDueWords.lastUse}>
          <LastUse of={credential.lastUse} />
        </Fact>
        {moreLines.map((name) => (
          <Fact key={name} label={forms.credential.lines[name].label}>
            {credential[name] === '' ? none : credential[name]}
          </Fact>
        ))}
        <Fact label={words.tags}>
          {credential.tags.length === 0 ? none : credential.tags.join(', ')}
        </Fact>
      </dl>
    </DetailSection>
  );
}

function LastUse(props: { readonly of: CredentialView['lastUse'] }): ReactNode {
  const { gotAtMs, checkedAtMs, handedOutAtMs } = props.of;
  const { uses, neverUsed } = secretDueWords;
  const all = [
    [gotAtMs, uses.got],
    [checkedAtMs, uses.checked],
    [handedOutAtMs, uses.handedOut],
  ] as const;
  const known = all.flatMap(([atMs, say]) => (atMs === null ? [] : [{ atMs, say }]));
  if (known.length === 0) return <span className="secondary">{neverUsed}</span>;
  return known
    .toSorted((a, b) => b.atMs - a.atMs)
    .map(({ atMs, say }) => (
      <p key={say('')}>
        <Ago atMs={atMs} say={say} />
      </p>
    ));
}
