// What a person chose for the rows of an import, what still stands against a row, and what is proposed to
// begin with: nothing that is in the vault already, nothing that the file leaves open. Pure; main checks
// all of it again.
import { labelKeyOf } from '../../../electron/shared/credentials/label-key.ts';
import type {
  ImportChoice,
  ImportDraftView,
  ImportRowView,
} from '../../../electron/shared/import-export/import-view.ts';
import { showsSomething, UNFIT } from '../../../electron/shared/one-line.ts';
import type { CredentialDraft, TakenLabels } from '../../model/credential-draft.ts';
import type { AccessType, PartnerPermission, TraderScope } from '../../../electron/shared/words.ts';

type CredentialPrefill = Partial<CredentialDraft>;

export type RowWay = 'skip' | 'add' | 'replace_secret';

/** A row as the person has it now. Empty texts: not chosen yet. */
export interface RowDraft {
  readonly row: number;
  readonly way: RowWay;
  readonly label: string;
  readonly environmentId: string;
  readonly accessType: AccessType | '';
  readonly scopes: readonly TraderScope[];
  readonly permission: PartnerPermission | null;
}

/** What was read, and what the person has chosen for it. */
export interface Preview {
  readonly kind: 'preview';
  readonly draft: ImportDraftView;
  readonly choices: readonly RowDraft[];
  /** The form that stands in its place: of a credential, or of an environment for one row or for all that have none. */
  readonly form:
    | { readonly kind: 'credential'; readonly row: number; readonly prefill: CredentialPrefill }
    | { readonly kind: 'environment'; readonly row: number | null }
    | null;
  /** The row whose form was closed last, where it goes on; null to begin at the top. */
  readonly cameFrom: number | null;
}

export type ImportObstacle =
  | 'unfit'
  | 'environment'
  | 'access_type'
  | 'scopes'
  | 'label'
  | 'label_unfit'
  | 'name_taken'
  | 'permission'
  | 'way'
  | 'twice';

export function firstDrafts(draft: ImportDraftView): readonly RowDraft[] {
  return draft.rows.map((row) => ({
    row: row.row,
    way: row.importable && !isDuplicate(row) ? 'add' : 'skip',
    label: row.label,
    environmentId: row.environmentId ?? '',
    accessType: row.accessType ?? '',
    scopes: row.scopes.length > 0 ? row.scopes : ['TRADER_READ'],
    permission: row.permission ?? 'read',
  }));
}

/** The choices with this environment for one row, or for all that have none where `row` is null. */
export const inEnvironment = (
  choices: readonly RowDraft[],
  row: number | null,
  environmentId: string,
): readonly RowDraft[] =>
  choices.map((each) =>
    (row === null ? each.environmentId === '' : each.row === row)
      ? { ...each, environmentId }
      : each,
  );

/** In the vault already, or further up in the file: skipped unless the person says otherwise. */
export function isDuplicate(row: ImportRowView): boolean {
  const isAgain = [...row.sameClient, ...row.sameSecret].some((other) => other < row.row);
  return row.known.length > 0 || row.secretOf.length > 0 || isAgain;
}

/** The one credential whose stored secret this row could replace; null where there is none. */
export function replaceable(row: ImportRowView, environmentId: string): string | null {
  const here = row.known.filter((each) => each.environmentId === environmentId);
  const [only] = here;
  return here.length === 1 && only !== undefined && !only.sameSecret ? only.credentialId : null;
}

/** What stands against importing each row as it is; null for one that is skipped or ready. */
export function obstaclesOf(
  drafts: readonly RowDraft[],
  rows: readonly ImportRowView[],
  taken: TakenLabels,
): readonly (ImportObstacle | null)[] {
  const labels = counts(drafts.flatMap((each) => (each.way === 'add' ? [labelKeyOf(each)] : [])));
  const targets = counts(
    drafts.flatMap((each) => {
      const row = each.way === 'replace_secret' ? rows[each.row] : undefined;
      return row === undefined ? [] : (replaceable(row, each.environmentId) ?? []);
    }),
  );
  return drafts.map((draft) => {
    const row = rows[draft.row];
    if (row === undefined || draft.way === 'skip') return null;
    if (!row.importable) return 'unfit';
    if (draft.environmentId === '') return 'environment';
    if (draft.way === 'replace_secret') {
      const target = replaceable(row, draft.environmentId);
      if (target === null) return 'way';
      return (targets.get(target) ?? 0) > 1 ? 'twice' : null;
    }
    if (draft.accessType === '') return 'access_type';
    if (draft.accessType === 'trader' && draft.scopes.length === 0) return 'scopes';
    if (draft.accessType === 'partner' && draft.permission === null) return 'permission';
    const label = draft.label.trim();
    if (!showsSomething(label) || label.length > 80) return 'label';
    if (UNFIT.test(label)) return 'label_unfit';
    const place = labelKeyOf(draft);
    return taken.has(place) || (labels.get(place) ?? 0) > 1 ? 'name_taken' : null;
  });
}

function counts(all: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const each of all) found.set(each, (found.get(each) ?? 0) + 1);
  return found;
}

/** What a row without a usable secret can fill in of a form: all but the secret. */
export function prefillOf(row: ImportRowView, { environmentId }: RowDraft): CredentialPrefill {
  const isPartner = row.accessType === 'partner';
  return {
    label: row.label,
    clientId: row.clientId,
    ...(row.accessType === null ? {} : { accessType: row.accessType }),
    ...(environmentId === '' ? {} : { environmentId }),
    ...(isPartner || row.scopes.length === 0 ? {} : { scopes: row.scopes }),
    permission: isPartner ? (row.permission ?? 'read') : null,
    ownerAccount: row.ownerAccount,
    tags: row.tags.join(', '),
  };
}

/** What main is asked to do; only of drafts nothing stands against. */
export function choicesOf(drafts: readonly RowDraft[]): readonly ImportChoice[] {
  return drafts.flatMap((draft): ImportChoice[] => {
    const { way, accessType } = draft;
    if (way === 'skip') return [];
    const isPartner = accessType === 'partner';
    return [
      {
        row: draft.row,
        way,
        // A secret that is replaced keeps the label that is there; the call wants one all the same.
        label: draft.label.trim() === '' ? 'unnamed' : draft.label.trim(),
        environmentId: draft.environmentId,
        accessType: accessType === '' ? 'trader' : accessType,
        registeredScopes: isPartner ? [] : [...draft.scopes],
        permission: isPartner ? draft.permission : null,
      },
    ];
  });
}
