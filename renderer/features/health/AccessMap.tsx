// Who may do what: a table of keys by their rights, each environment apart. The marks tell by shape, and by a word for
// who does not see them.
import type { ReactNode } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { compareNames } from '../../model/name-order.ts';
import { rights, rightUse, type RightUse } from '../../model/rights.ts';
import { accessWords as words } from './en-access.ts';

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
