// What the credential may do and at which addresses: facts, with one way to change those that are the person's own; how far
// it reaches, and its notes.
import type { ReactNode } from 'react';
import { DetailSection, Fact, Facts } from '../../../components/Facts.tsx';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import type { EnvironmentView } from '../../../../electron/shared/environments/environment-view.ts';
import { actions } from '../../../actions/actions.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { ScopeChips } from '../../../components/Chips.tsx';
import { CopyButton } from '../../../components/CopyButton.tsx';
import { Ago } from '../../../components/Time.tsx';
import { en } from '../../../i18n/en.ts';
import { forms } from '../../../i18n/en-forms.ts';
import { moreLines } from '../../../model/credential-draft.ts';
import { secretDueWords } from '../../health/en-secret-due.ts';
import { isMac, shownKeys } from '../../../keyboard/key-map.ts';
import { reachWords } from './en-reach.ts';
import { clockTime } from '../../../i18n/time.ts';
import { reachOf } from './reach.ts';
import { useApp } from '../../../state/app-context.tsx';
import { Notes } from '../../../components/Notes.tsx';
import { notesWords } from '../../../i18n/en-notes.ts';

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

/**
 * The reach of a credential on one card: what its tokens and its secret can do, where, and when
 * that ends by itself.
 */
export function ReachSection({ credential }: { readonly credential: CredentialView }): ReactNode {
  const { accessType } = credential;
  const { ticker } = useApp();
  const reach = reachOf(credential);
  const at = (ms: number | null): string => (ms === null ? '' : clockTime(ms, ticker.nowMs()));
  const liveMay =
    reach.live === 0 ? (
      reachWords.nothing
    ) : reach.liveScopes.length === 0 ? (
      reachWords.unknownScopes
    ) : (
      <ScopeChips scopes={reach.liveScopes} />
    );
  const facts: readonly (readonly [label: string, fact: ReactNode])[] = [
    [reachWords.tokens, reachWords.counted(reach)],
    [reachWords.live, liveMay],
    [reachWords.from, reachWords.fromWhere[accessType]],
  ];
  return (
    <DetailSection title={reachWords.heading}>
      <p>
        <strong>{reachWords.ifNothing(reach, at(reach.deadByMs), accessType)}</strong>{' '}
        {reach.renewal !== null && `${reachWords.renewed(at(reach.renewal.untilMs))} `}
        {reachWords.secretStays[accessType]}
      </p>
      <Facts of={facts} />
    </DetailSection>
  );
}

export function NotesSection({ credential }: { readonly credential: CredentialView }): ReactNode {
  return (
    <DetailSection
      title={notesWords.heading}
      beside={
        <>
          <ActionButton name="edit_web_page" about={{ credential }} />
          <ActionButton name="edit_notes" about={{ credential }} />
        </>
      }
    >
      {credential.notes === '' && <p className="secondary">{notesWords.none}</p>}
      <Notes of={credential} />
    </DetailSection>
  );
}
