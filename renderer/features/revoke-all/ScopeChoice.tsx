// What to stop: everything, an environment, what has a tag, one key, or what the sheet was opened for.
import { useId, type ReactNode } from 'react';
import type { RevocationScopeView } from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { Select } from '../../components/Field.tsx';
import { fullName } from '../../components/FullName.tsx';
import { compareNames } from '../../model/credential-list.ts';
import { stop } from './en-revoke-all.ts';

type Kind = RevocationScopeView['kind'];

interface Part {
  readonly name: string;
  /** The first is chosen with its kind; the others beside it, where there are several. */
  readonly scopes: readonly RevocationScopeView[];
}

function partsOf(view: AppView, asked: RevocationScopeView): ReadonlyMap<Kind, Part> {
  const { credentials, environments } = view;
  const tags = new Set(credentials.flatMap((each) => each.tags));
  const all: readonly (readonly [Kind, string, readonly RevocationScopeView[]])[] = [
    ['selection', scopeName(asked, view), asked.kind === 'selection' ? [asked] : []],
    ['all', stop.everything, [{ kind: 'all' }]],
    [
      'environment',
      stop.environment,
      environments.map(({ id }) => ({ kind: 'environment', environmentId: id })),
    ],
    ['tag', stop.tag, [...tags].toSorted().map((tag) => ({ kind: 'tag', tag }))],
    [
      'credential',
      stop.oneKey,
      credentials
        .filter(({ tokens }) => tokens.some(({ live }) => live))
        .toSorted((a, b) => compareNames(fullName(view, a), fullName(view, b)))
        .map(({ id }) => ({ kind: 'credential', credentialId: id })),
    ],
  ];
  return new Map(
    all.flatMap(([kind, name, known]) => {
      const scopes =
        asked.kind === kind && !known.some((each) => isSame(each, asked))
          ? [asked, ...known]
          : known;
      return scopes.length === 0 ? [] : [[kind, { name, scopes }] as const];
    }),
  );
}

export function ScopeChoice(props: {
  readonly view: AppView;
  readonly scope: RevocationScopeView;
  /** What the sheet was opened for. */
  readonly asked: RevocationScopeView;
  readonly onChoose: (scope: RevocationScopeView) => void;
}): ReactNode {
  const { view, scope, asked, onChoose } = props;
  const name = useId();
  const parts = partsOf(view, asked);
  const { scopes = [] } = parts.get(scope.kind) ?? {};
  return (
    <>
      <fieldset className="stop-scope">
        <legend className="visually-hidden">{stop.scope}</legend>
        {[...parts].map(([kind, part]) => (
          <label key={kind}>
            <input
              type="radio"
              name={name}
              checked={kind === scope.kind}
              onChange={() => part.scopes[0] !== undefined && onChoose(part.scopes[0])}
            />
            {part.name}
          </label>
        ))}
      </fieldset>
      {scopes.length > 1 && (
        <Select
          label={stop.which}
          chosen={JSON.stringify(scope)}
          options={scopes.map((each) => [JSON.stringify(each), scopeName(each, view)])}
          onChoose={(chosen) => {
            const found = scopes.find((each) => JSON.stringify(each) === chosen);
            if (found !== undefined) onChoose(found);
          }}
        />
      )}
    </>
  );
}

const isSame = (a: RevocationScopeView, b: RevocationScopeView): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** What that which is to be stopped is called. */
export function scopeName(scope: RevocationScopeView, view: AppView): string {
  switch (scope.kind) {
    case 'all':
      return stop.everything;
    case 'environment':
      return stop.inEnvironment(
        view.environments.find(({ id }) => id === scope.environmentId)?.name ?? '',
      );
    case 'tag':
      return stop.withTag(scope.tag);
    case 'credential':
      return stop.ofCredential(nameOf(view, scope.credentialId));
    case 'selection':
      return stop.selection(scope.tokenIds.length);
  }
}

function nameOf(view: AppView, credentialId: string): string {
  const credential = view.credentials.find(({ id }) => id === credentialId);
  return credential === undefined ? '' : fullName(view, credential);
}
