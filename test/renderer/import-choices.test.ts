// What is proposed for the rows of an import, and what stands against one.
import { describe, expect, it } from 'vitest';
import type {
  ImportDraftView,
  ImportRowView,
} from '../../electron/shared/import-export/import-view.ts';
import {
  choicesOf,
  firstDrafts,
  obstaclesOf,
  prefillOf,
  type RowDraft,
} from '../../renderer/features/import-export/import-choices.ts';
import { takenLabels } from '../../renderer/model/credential-draft.ts';
import { importRow as row } from './import-rows.ts';

const known = { credentialId: 'one', label: 'One', environmentId: 'env-1', sameSecret: false };

const here = [{ label: 'Taken', environmentId: 'env-1' }];

function look(rows: readonly ImportRowView[], parts: readonly Partial<RowDraft>[] = []) {
  const draft: ImportDraftView = {
    source: 'file',
    format: 'csv',
    fileName: 'a.csv',
    leftOut: [],
    rows: [...rows],
  };
  const drafts = firstDrafts(draft).map((each, at) => ({ ...each, ...parts[at] }));
  return {
    ways: drafts.map(({ way }) => way),
    obstacles: obstaclesOf(drafts, rows, takenLabels(here)),
    choices: choicesOf(drafts),
  };
}

describe('the rows of an import', () => {
  it('are chosen unless they are here already, stand further up, or cannot be imported', () => {
    const { ways } = look([
      row(0, { sameClient: [1] }),
      row(1, { sameClient: [0] }),
      row(2, { known: [known] }),
      row(3, { secretOf: [known] }),
      row(4, { importable: false }),
    ]);
    expect(ways).toEqual(['add', 'skip', 'skip', 'skip', 'skip']);
  });

  it.each<[string, ImportRowView, Partial<RowDraft>, string | null]>([
    ['nothing', row(0), {}, null],
    ['an environment', row(0), { environmentId: '' }, 'environment'],
    ['an access type', row(0), { accessType: '' }, 'access_type'],
    ['a scope', row(0), { scopes: [] }, 'scopes'],
    ['a label', row(0), { label: '  ' }, 'label'],
    ['a label that turns nothing', row(0), { label: 'a\u202eb' }, 'label_unfit'],
    ['a label of its own', row(0), { label: ' taken' }, 'name_taken'],
    [
      'nothing where another environment has the label',
      row(0),
      { label: 'Taken', environmentId: 'env-2' },
      null,
    ],
    ['somebody to replace', row(0), { way: 'replace_secret' }, 'way'],
    ['nothing to replace', row(0, { known: [known] }), { way: 'replace_secret' }, null],
    ['nothing where it is skipped', row(0), { way: 'skip', environmentId: '' }, null],
  ])('lack %s', (_, one, part, obstacle) => {
    expect(look([one], [part]).obstacles).toEqual([obstacle]);
  });

  it('may not have one label, nor replace one secret, twice', () => {
    const labels = [{ label: 'Desk' }, { label: ' DESK ' }];
    expect(look([row(0), row(1)], labels).obstacles).toEqual(['name_taken', 'name_taken']);
    const both = [row(0, { known: [known] }), row(1, { known: [known] })];
    const replacing = [{ way: 'replace_secret' }, { way: 'replace_secret' }] as const;
    expect(look(both, replacing).obstacles).toEqual(['twice', 'twice']);
  });

  it('fill in a form with all but the secret where that is missing', () => {
    const partner = row(0, { accessType: 'partner', permission: 'write', tags: ['a', 'b'] });
    const [draft] = firstDrafts({
      source: 'file',
      format: 'csv',
      fileName: '',
      rows: [partner],
      leftOut: [],
    });
    if (draft === undefined) throw new Error('no draft');
    expect(prefillOf(partner, { ...draft, environmentId: 'env-2' })).toEqual({
      label: 'Desk 0',
      clientId: 'client-0',
      accessType: 'partner',
      environmentId: 'env-2',
      permission: 'write',
      ownerAccount: '',
      tags: 'a, b',
    });
    const bare = row(0, { accessType: null, accessReason: null });
    expect(prefillOf(bare, { ...draft, environmentId: '' })).toEqual({
      label: 'Desk 0',
      clientId: 'client-0',
      permission: null,
      ownerAccount: '',
      tags: '',
    });
  });

  it('ask for what was chosen alone, a Partner without scopes', () => {
    const { choices } = look(
      [row(0, { accessType: 'partner', permission: 'write' }), row(1)],
      [{}, { way: 'skip' }],
    );
    expect(choices).toMatchObject([
      { row: 0, accessType: 'partner', registeredScopes: [], permission: 'write' },
    ]);
  });
});
