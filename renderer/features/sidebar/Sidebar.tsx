// The way around: views, environments with how many credentials each holds, tags; above them the lock and the search for
// actions, below them the few things that concern everything.
import {
  FlaskConical,
  HeartPulse,
  History,
  Info,
  Lock,
  Plus,
  ScanSearch,
  Search,
  Settings,
  Siren,
  Pencil,
} from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { whole } from '../../../electron/shared/counts.ts';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import type { EnvironmentKind } from '../../../electron/shared/words.ts';
import { actions } from '../../actions/actions.ts';
import { isMac, shownKeys } from '../../keyboard/key-map.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Mark } from '../../components/Mark.tsx';
import { en, kindAside, saysKind } from '../../i18n/en.ts';
import { tagCounts, type Filter } from '../../model/credential-list.ts';
import { hasTradeScope } from '../../model/credential-scopes.ts';
import { needsAttention } from '../../model/token-standing.ts';
import { useApp, useWindow } from '../../state/app-context.tsx';

const foot = [
  ['inspect_token', ScanSearch],
  ['health', HeartPulse],
  ['history', History],
  ['drills', Siren],
  ['practice', FlaskConical],
  ['settings', Settings],
] as const;

export function Sidebar(props: { readonly view: AppView }): ReactNode {
  const { credentials, environments, savedViews } = props.view;
  const { window: store } = useApp();
  const { favourites, attention, trade, tags } = useMemo(() => counts(credentials), [credentials]);
  return (
    <nav className="pane sidebar" data-pane="sidebar" aria-label={en.sidebar.label}>
      <p className="line line-firm wordmark">
        <Mark size={18} />
        {en.product}
        <span className="spring" />
        <ActionButton small name="lock" of="" icon={<Lock size={16} aria-hidden="true" />} />
      </p>
      <div className="sidebar-find">
        <ActionButton name="palette" look="plain" icon={<Search size={16} aria-hidden="true" />}>
          <kbd className="end" aria-hidden="true">
            {shownKeys(actions.palette.keys?.[0] ?? '', isMac())}
          </kbd>
        </ActionButton>
      </div>
      <div className="scroll sidebar-scroll">
        <Group title={en.sidebar.views}>
          <Item filter={{ kind: 'all' }} name={en.sidebar.all} count={credentials.length} />
          <Item
            filter={{ kind: 'attention' }}
            name={en.sidebar.attention}
            count={attention}
            strong
          />
          <Item filter={{ kind: 'trade' }} name={en.sidebar.trade} count={trade} />
          {favourites > 0 && (
            <Item filter={{ kind: 'favourites' }} name={en.sidebar.favourites} count={favourites} />
          )}
          {savedViews.map(({ id, name, query }) => (
            <Item
              key={id}
              filter={{ kind: 'all' }}
              search={query}
              name={name}
              more={
                <ActionButton
                  small
                  name="edit_view"
                  of={` ${name}`}
                  icon={<Pencil size={14} aria-hidden="true" />}
                  run={() => store.show({ kind: 'saved_view', id, query })}
                />
              }
            />
          ))}
        </Group>
        <Group title={en.sidebar.environments}>
          {environments.map((environment) => (
            <Item
              key={environment.id}
              filter={{ kind: 'environment', environmentId: environment.id }}
              name={environment.name}
              mark={<span className="kind-dot" data-kind={environment.kind} />}
              kind={environment.kind}
              count={environment.credentials}
              more={
                <ActionButton
                  small
                  name="about_environment"
                  of={` ${environment.name}`}
                  icon={<Info size={14} aria-hidden="true" />}
                  run={() => store.show({ kind: 'environment', environmentId: environment.id })}
                />
              }
            />
          ))}
          <li className="sidebar-item">
            <ActionButton name="new_environment" icon={<Plus size={16} aria-hidden="true" />} />
          </li>
        </Group>
        {tags.length > 0 && (
          <Group title={en.sidebar.tags}>
            {tags.map(([tag, count]) => (
              <Item key={tag} filter={{ kind: 'tag', tag }} name={tag} count={count} />
            ))}
          </Group>
        )}
      </div>
      <div className="line line-apart sidebar-foot">
        {foot.map(([name, Icon]) => (
          <ActionButton
            key={name}
            small
            name={name}
            of=""
            icon={<Icon size={16} aria-hidden="true" />}
          />
        ))}
      </div>
    </nav>
  );
}

const counts = (credentials: readonly CredentialView[]) => ({
  favourites: credentials.filter(({ favourite }) => favourite).length,
  attention: credentials.filter(needsAttention).length,
  trade: credentials.filter(hasTradeScope).length,
  tags: tagCounts(credentials),
});

function Group(props: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section className="sidebar-group">
      <h2>{props.title}</h2>
      <ul>{props.children}</ul>
    </section>
  );
}

const sameFilter = (a: Filter, b: Filter): boolean => JSON.stringify(a) === JSON.stringify(b);

function Item(props: {
  readonly filter: Filter;
  /** Of a saved view. */
  readonly search?: string;
  readonly name: string;
  readonly count?: number;
  readonly strong?: boolean;
  readonly mark?: ReactNode;
  readonly kind?: EnvironmentKind;
  readonly more?: ReactNode;
}): ReactNode {
  const { window: store } = useApp();
  const { search: wanted = '', count } = props;
  // While a search narrows everything, the view that is current is that search. A completed filter ends with a space,
  // which is not kept.
  const current = useWindow(
    ({ filter, search }) =>
      sameFilter(filter, props.filter) && (filter.kind !== 'all' || search.trim() === wanted),
  );
  return (
    <li className="sidebar-item">
      <button
        type="button"
        className="sidebar-link"
        title={props.search}
        aria-current={current ? 'true' : undefined}
        onClick={() =>
          store.patch({
            filter: props.filter,
            pane: 'list',
            ...(props.filter.kind === 'all' && { search: wanted }),
          })
        }
      >
        {props.mark}
        <span className="spring sidebar-name cut">{props.name}</span>
        {props.kind !== undefined && !saysKind(props.name, props.kind) && (
          <span className="visually-hidden">{kindAside(props.kind)}</span>
        )}
        {count !== undefined && (
          <span
            className="figure"
            data-strong={props.strong === true && count > 0 ? '' : undefined}
          >
            <span className="visually-hidden">, </span>
            {whole(count)}
          </span>
        )}
      </button>
      {props.more}
    </li>
  );
}
