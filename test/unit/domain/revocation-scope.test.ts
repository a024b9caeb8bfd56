// Which tokens one press of "Revoke everything" covers.
import { describe, expect, it } from 'vitest';
import type { Credential } from '../../../electron/main/domain/credential.ts';
import { coverage, runCovers } from '../../../electron/main/domain/revocation-scope.ts';
import type {
  RevocationRun,
  RevocationScope,
} from '../../../electron/main/domain/revocation-run.ts';
import type { Token } from '../../../electron/main/domain/token.ts';
import type { RevocationScopeView } from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import { credential, token } from '../../renderer/fixtures.ts';

const NOW = Date.UTC(2026, 10, 21, 3, 7);

const views = [
  ['desk-a', 'eu', ['desk', 'night']],
  ['desk-b', 'eu', ['desk']],
  ['lab-1', 'lab', []],
].map(([id, environmentId, tags]) =>
  credential(NOW, {
    id: id as string,
    label: id as string,
    environmentId: environmentId as string,
    tags: tags as string[],
    tokens: [1, 2].map((at) => token(NOW, { id: `${id as string}-${at}` })),
  }),
);
const scopes: readonly (readonly [scope: RevocationScopeView, covered: readonly string[]])[] = [
  [{ kind: 'all' }, ['desk-a-1', 'desk-a-2', 'desk-b-1', 'desk-b-2', 'lab-1-1', 'lab-1-2']],
  [{ kind: 'environment', environmentId: 'lab' }, ['lab-1-1', 'lab-1-2']],
  [{ kind: 'credential', credentialId: 'desk-b' }, ['desk-b-1', 'desk-b-2']],
  [{ kind: 'tag', tag: 'night' }, ['desk-a-1', 'desk-a-2']],
  [{ kind: 'tag', tag: 'nigh' }, []],
  [{ kind: 'selection', tokenIds: ['desk-a-2', 'lab-1-1'] }, ['desk-a-2', 'lab-1-1']],
];
const all = views.flatMap((owner) => owner.tokens.map((each) => ({ owner, token: each })));

describe('the scope of a revocation run', () => {
  it.each(scopes)('%j covers what it names, and no more', (scope, covered) => {
    const onRows = coverage(scope as RevocationScope, undefined);
    const rows = all.filter((each) =>
      onRows(each.token as unknown as Token, each.owner as unknown as Credential),
    );
    expect(rows.map((each) => each.token.id)).toEqual(covered);
  });

  it('reaches what a drill made alone, while one runs', () => {
    const drill = { credentialIds: ['desk-b'] } as unknown as Parameters<typeof coverage>[1];
    const inDrill = coverage({ kind: 'all' }, drill);
    const found = all.filter((each) =>
      inDrill(each.token as unknown as Token, each.owner as unknown as Credential),
    );
    expect(found.map((each) => each.token.id)).toEqual(['desk-b-1', 'desk-b-2']);
  });

  it.each([
    ['of a selection covers none', { kind: 'selection', tokenIds: ['desk-a-1'] }, null, false],
    ['of all covers every one', { kind: 'all' }, null, true],
    ['of a drill covers one that it made', { kind: 'all' }, 'own', true],
    ['of another drill covers none', { kind: 'all' }, 'other', false],
    ['of a drill that is gone covers none', { kind: 'all' }, 'gone', false],
  ])('%s of the tokens that come later', (_name, scope, drillId, covers) => {
    const drills = [
      { id: 'other', credentialIds: ['desk-b'] },
      { id: 'own', credentialIds: ['desk-a'] },
    ] as unknown as Parameters<typeof runCovers>[2];
    const run = { scope, drillId } as unknown as RevocationRun;
    expect(runCovers(run, views[0] as unknown as Credential, drills)).toBe(covers);
  });
});
