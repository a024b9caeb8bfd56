// Small labels: an environment with its kind, scopes with trade marked, tags. Beside the name of what a page or a
// sheet is about the environment is filled: practice hatched, production in its colour.
import type { ReactNode } from 'react';
import type { EnvironmentView } from '../../electron/shared/environments/environment-view.ts';
import {
  chipTitle,
  kindAside,
  saysKind,
  SCOPE_ASIDE,
  scopeHeld,
  scopeLabel,
  scopeSpoken,
} from '../i18n/en.ts';

export function EnvironmentChip(props: { readonly environment: EnvironmentView }): ReactNode {
  const { name, kind } = props.environment;
  return (
    <span className="chip chip-environment" data-kind={kind} title={chipTitle(name, kind)}>
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

/** In a row: the environment in its colour and shape, and its name where there is room. */
export function EnvironmentDot(props: {
  readonly environment: EnvironmentView;
  readonly id?: string;
}): ReactNode {
  const { name, kind } = props.environment;
  return (
    <span
      className="line line-firm cut environment-dot secondary"
      id={props.id}
      title={chipTitle(name, kind)}
    >
      <span className="kind-dot" data-kind={kind} />
      <span className="cut">{name}</span>
      {!saysKind(name, kind) && <span className="visually-hidden">{kindAside(kind)}</span>}
    </span>
  );
}

/** In a row: the first letter of each scope, in full ink where a live token has it. */
export function ScopeLetters(props: {
  readonly scopes: readonly string[];
  readonly held: readonly string[];
  readonly id: string;
}): ReactNode {
  return (
    <span className="letters" id={props.id}>
      {props.scopes.map((scope) => {
        const isHeld = props.held.includes(scope);
        const label = scopeLabel(scope);
        return (
          <span
            key={scope}
            className="letter"
            data-scope={scope}
            data-held={isHeld ? '' : undefined}
            title={isHeld ? scopeHeld(label) : label}
          >
            <span aria-hidden="true">{label[0]}</span>
            <span className="visually-hidden">{scopeSpoken(label)}</span>
          </span>
        );
      })}
    </span>
  );
}
