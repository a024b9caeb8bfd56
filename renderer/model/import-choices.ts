// What a person chose for the rows of an import, what still stands against a row, and what is proposed to
// begin with: nothing that is in the vault already, nothing that the file leaves open. Pure; main checks
// all of it again.
import type {
  ImportChoice,
  ImportDraftView,
  ImportRowView,
} from '../../electron/shared/import-view.ts';
import type { CredentialView } from '../../electron/shared/credential-view.ts';
import type { AccessType, PartnerPermission, TraderScope } from '../../electron/shared/words.ts';

export type RowWay = 'skip' | 'add' | 'replace_secret';

/** A row as the person has it now. Empty texts: not chosen yet. */
export interface RowDraft {
  readonly row: number;
  readonly way: RowWay;
  readonly label: string;
  readonly environmentId: string;
  readonly accessType: AccessType | '';
  readonly scopes: readonly TraderScope[];
  readonly permission: PartnerPermission | '';
}

export type ImportObstacle =
  | 'unfit'
  | 'environment'
  | 'access_type'
  | 'scopes'
  | 'label'
  | 'label_taken'
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

/** What stands against importing this row as it is; null for one that is skipped or ready. */
export function obstacleOf(
  draft: RowDraft,
  row: ImportRowView,
  all: { readonly drafts: readonly RowDraft[]; readonly rows: readonly ImportRowView[] },
  credentials: readonly CredentialView[],
): ImportObstacle | null {
  if (draft.way === 'skip') return null;
  if (!row.importable) return 'unfit';
  if (draft.environmentId === '') return 'environment';
  if (draft.way === 'replace_secret') {
    const target = replaceable(row, draft.environmentId);
    if (target === null) return 'way';
    const isTwice = all.drafts.some((other) => {
      const otherRow = all.rows[other.row];
      return (
        other.row !== draft.row &&
        other.way === 'replace_secret' &&
        otherRow !== undefined &&
        replaceable(otherRow, other.environmentId) === target
      );
    });
    return isTwice ? 'twice' : null;
  }
  if (draft.accessType === '') return 'access_type';
  if (draft.accessType === 'trader' && draft.scopes.length === 0) return 'scopes';
  if (draft.accessType === 'partner' && draft.permission === '') return 'permission';
  const label = draft.label.trim();
  if (label === '' || label.length > 80) return 'label';
  return isTaken(draft, all.drafts, credentials) ? 'label_taken' : null;
}

function isTaken(
  draft: RowDraft,
  drafts: readonly RowDraft[],
  credentials: readonly CredentialView[],
): boolean {
  const isSame = (label: string, environmentId: string): boolean =>
    environmentId === draft.environmentId && plain(label) === plain(draft.label);
  return (
    credentials.some(({ label, environmentId }) => isSame(label, environmentId)) ||
    drafts.some(
      (other) =>
        other.row !== draft.row && other.way === 'add' && isSame(other.label, other.environmentId),
    )
  );
}

const plain = (label: string): string => label.trim().normalize('NFKC').toLowerCase();

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
        permission: isPartner && draft.permission !== '' ? draft.permission : null,
      },
    ];
  });
}
