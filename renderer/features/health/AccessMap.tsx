// Who may do what: a table of keys by the four rights of the service, each environment apart, and of each right whether
// a live token uses it. The marks tell by shape, and by a word for who does not see them.
import type { ReactNode } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { compareNames } from '../../model/credential-list.ts';
import { accessWords as words } from './en-access.ts';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { TraderScope } from '../../../electron/shared/words.ts';
import { usableTokens } from '../../model/token-standing.ts';

/** Of thousands, those beyond are counted. */
const MOST_SHOWN = 100;

export function AccessMap(props: { readonly view: AppView }): ReactNode {
  const { credentials } = props.view;
  const environments = props.view.environments.filter(({ builtIn }) => !builtIn);
  const groups = environments.flatMap(({ id, name, kind }) => {
    const keys = credentials.filter(({ environmentId }) => environmentId === id);
    return keys.length === 0 ? [] : [{ id, name, kind, keys: keys.toSorted(byLabel) }];
  });
  const all = groups.flatMap(({ keys }) => keys);
  if (all.length === 0) return null;
  const trade = all.map((key) => rightUse(key, 'trade') ?? rightUse(key, 'partner_write'));
  const may = trade.filter((use) => use !== null).length;
  const never = trade.filter((use) => use === 'unused').length;
  return (
    <div className="access-map">
      {/* The way of the button in the detail of a key: it moves the focus here. */}
      <h3 tabIndex={-1}>{words.title}</h3>
      <p>{words.trade(may, all.length, never)}</p>
      <p className="legend secondary" aria-hidden="true">
        {(['live', 'had', 'unused'] as const).map((use) => (
          <span key={use}>
            <Mark use={use} /> {words.uses[use]}
          </span>
        ))}
      </p>
      <table className="table">
        <caption className="visually-hidden">{words.title}</caption>
        <thead>
          <tr>
            <th scope="col">{words.key}</th>
            {rights.map((right) => (
              <th key={right} scope="col">
                {words.rights[right]}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ id, name, kind, keys }) => (
          <tbody key={id}>
            <tr className="access-environment">
              <th scope="rowgroup" colSpan={rights.length + 1}>
                <span className="kind-dot" data-kind={kind} /> {name}
              </th>
            </tr>
            {keys.slice(0, MOST_SHOWN).map((key) => (
              <tr key={key.id}>
                <th scope="row">{key.label}</th>
                {rights.map((right) => {
                  const use = rightUse(key, right);
                  return (
                    <td key={right}>
                      {use !== null && <Mark use={use} />}
                      <span className="visually-hidden">
                        {use === null ? words.no : words.uses[use]}
                      </span>
                    </td>
                  );
                })}
              </tr>
            ))}
            {keys.length > MOST_SHOWN && (
              <tr>
                <td colSpan={rights.length + 1}>{words.more(keys.length - MOST_SHOWN)}</td>
              </tr>
            )}
          </tbody>
        ))}
      </table>
    </div>
  );
}

const byLabel = (a: { readonly label: string }, b: { readonly label: string }): number =>
  compareNames(a.label, b.label);

function Mark(props: { readonly use: RightUse }): ReactNode {
  return (
    <svg className="access-mark" data-use={props.use} viewBox="0 0 16 16" aria-hidden="true">
      {props.use === 'live' && <circle cx="8" cy="8" r="6.5" />}
      <rect x="4.5" y="4.5" width="7" height="7" rx="1.5" />
    </svg>
  );
}

export const rights = ['read', 'trade', 'partner_read', 'partner_write'] as const;
export type Right = (typeof rights)[number];

/** `live`: a token that may be used has it; `unused`: the history knows of no token for it. */
export type RightUse = 'live' | 'had' | 'unused';

/** Null: it has no such right. */
export function rightUse(credential: CredentialView, right: Right): RightUse | null {
  const { accessType, permission, lastUse } = credential;
  const isPartner = right === 'partner_read' || right === 'partner_write';
  if (isPartner !== (accessType === 'partner')) return null;
  if (isPartner) {
    const may = permission === 'write' || (permission === 'read' && right === 'partner_read');
    if (!may) return null;
    return usableTokens(credential).length > 0 ? 'live' : usedOnce(lastUse.gotAtMs);
  }
  const scope: TraderScope = right === 'trade' ? 'TRADER_TRADE' : 'TRADER_READ';
  const isHeld = usableTokens(credential).some(({ grantedScopes, requestedScopes }) =>
    (grantedScopes ?? requestedScopes).includes(scope),
  );
  if (isHeld) return 'live';
  if (!credential.registeredScopes.includes(scope)) return null;
  return usedOnce(right === 'trade' ? lastUse.tradedAtMs : lastUse.gotAtMs);
}

const usedOnce = (atMs: number | null): RightUse => (atMs === null ? 'unused' : 'had');
