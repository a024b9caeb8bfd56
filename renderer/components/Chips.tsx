// Small labels: an environment with its kind, scopes with trade marked, tags. And the band that says aloud
// where one is: PRACTICE hatched, PRODUCTION on a solid line.
import type { ReactNode } from 'react';
import type { EnvironmentView } from '../../electron/shared/environments/environment-view.ts';
import type { EnvironmentKind } from '../../electron/shared/words.ts';
import { chipTitle, kindAside, kindWords, saysKind, SCOPE_ASIDE, scopeLabel } from '../i18n/en.ts';
import { ephemeralWords } from '../i18n/en-ephemeral.ts';

export function EnvironmentChip(props: {
  readonly environment: EnvironmentView;
  readonly id?: string;
}): ReactNode {
  const { name, kind } = props.environment;
  return (
    <span
      className="chip chip-environment"
      data-kind={kind}
      title={chipTitle(name, kind)}
      id={props.id}
    >
      {name}
      {!saysKind(name, kind) && <span className="visually-hidden">{kindAside(kind)}</span>}
    </span>
  );
}

export function ScopeChips(props: {
  readonly scopes: readonly string[];
  readonly id?: string;
}): ReactNode {
  return (
    <span className="chips" id={props.id}>
      {props.scopes.map((scope) => (
        <span key={scope} className="chip chip-scope" data-scope={scope} title={scope}>
          {scopeLabel(scope)}
          <span className="visually-hidden">{SCOPE_ASIDE}</span>
        </span>
      ))}
    </span>
  );
}

/** Of a credential in memory alone: a broken outline and a word, whatever the colours. */
export function EphemeralChip(props: { readonly id?: string }): ReactNode {
  return (
    <span className="chip chip-ephemeral" title={ephemeralWords.notice} id={props.id}>
      {ephemeralWords.mark}
    </span>
  );
}

/** The band over it says the name already. */
export const isNamedByBand = ({ name, kind }: EnvironmentView): boolean =>
  isBanded(kind) && saysKind(name, kind);

const isBanded = (kind: EnvironmentKind): boolean => kind !== 'sandbox';

/** Over what is about practice or production alone, that word; always of the same height. */
export function KindStrip(props: {
  readonly kind: EnvironmentKind | undefined;
  /** The kind cannot change while this is shown: no room is kept for a band that never comes. */
  readonly fixed?: boolean;
}): ReactNode {
  const { kind, fixed = false } = props;
  if (fixed && (kind === undefined || !isBanded(kind))) return null;
  return (
    <div className="kind-strip" data-kind={kind}>
      {kind !== undefined && isBanded(kind) && kindWords[kind].toUpperCase()}
    </div>
  );
}
