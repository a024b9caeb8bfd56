// What a person has entered about a credential, and what is wrong with it. The same bounds as the
// contract, said in sentences; main checks everything again. Pure.
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import type { AccessType, PartnerPermission, TraderScope } from '../../electron/shared/words.ts';
import type { EnvironmentView } from '../../electron/shared/environments/environment-view.ts';
import { MOST_LINE } from '../../electron/shared/credentials/credential-facts.ts';
import { labelKeyOf } from '../../electron/shared/credentials/label-key.ts';
import { hidesSomething, showsSomething, UNFIT } from '../../electron/shared/one-line.ts';
import { forms } from '../i18n/en-forms.ts';

/** By environment: a vault may have thousands, and every key press asks. */
export type TakenLabels = ReadonlySet<string>;

/** Which labels are taken: two credentials of one environment never share one, as main compares them. Pure. */
export const takenLabels = (
  credentials: readonly Pick<CredentialView, 'label' | 'environmentId'>[],
): TakenLabels => new Set(credentials.map((each) => labelKeyOf(each)));

export interface CredentialDraft {
  readonly label: string;
  readonly clientId: string;
  readonly accessType: AccessType;
  readonly environmentId: string;
  readonly scopes: readonly TraderScope[];
  readonly permission: PartnerPermission | null;
  readonly ownerAccount: string;
  readonly tags: string;
}

/** Lines that may be left out, in the order of the form. */
export const moreLines = ['ownerAccount'] as const;

export type DraftErrors = Partial<Record<keyof CredentialDraft, string>>;

const words = forms.credential.errors;

export const emptyDraft = (environmentId: string): CredentialDraft => ({
  label: '',
  clientId: '',
  accessType: 'trader',
  environmentId,
  scopes: ['TRADER_READ'],
  permission: null,
  ownerAccount: '',
  tags: '',
});

/**
 * Where a new credential is likely to belong: the environment that is shown, or the only one of the person's own. Never
 * Practice: a real key is filed there by nobody's default. Empty: the person chooses.
 */
export function likelyEnvironment(
  environments: readonly EnvironmentView[],
  shownId: string | null,
): string {
  const own = environments.filter(({ kind }) => kind !== 'practice');
  const likely = own.find(({ id }) => id === shownId) ?? (own.length === 1 ? own[0] : undefined);
  return likely?.id ?? '';
}

export const draftOf = (credential: CredentialView): CredentialDraft => ({
  label: credential.label,
  clientId: credential.clientId,
  accessType: credential.accessType,
  environmentId: credential.environmentId,
  scopes: credential.registeredScopes,
  permission: credential.permission,
  ownerAccount: credential.ownerAccount,
  tags: credential.tags.join(', '),
});

export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(showsSomething),
  ),
];

/** What the calls take of it. */
export function factsOf(draft: CredentialDraft) {
  const isTrader = draft.accessType === 'trader';
  return {
    label: draft.label.trim(),
    registeredScopes: isTrader ? draft.scopes : [],
    permission: isTrader ? null : draft.permission,
    ownerAccount: draft.ownerAccount.trim(),
    tags: tagsOf(draft.tags),
  };
}

function lineError(text: string, empty: string | null, max: number, long: string): string | null {
  const trimmed = text.trim();
  if (!showsSomething(trimmed) && empty !== null) return empty;
  if (trimmed.length > max) return long;
  return UNFIT.test(trimmed) ? words.characters : null;
}

/**
 * Empty when the draft may be sent. `others` are all credentials but the one being edited, whose client id
 * nobody is asked for: one from before a rule must not stand in the way of the rest.
 */
export function draftErrors(
  draft: CredentialDraft,
  others: readonly CredentialView[],
  isEdit = false,
): DraftErrors {
  const tags = tagsOf(draft.tags);
  const taken = takenLabels(others).has(labelKeyOf(draft));
  const found: Record<string, string | null> = {
    label:
      lineError(draft.label, words.labelEmpty, MOST_LINE, words.lineLong) ??
      (taken ? words.labelTaken : null),
    clientId: isEdit
      ? null
      : (lineError(draft.clientId, words.clientIdEmpty, 256, words.clientIdLong) ??
        (hidesSomething(draft.clientId.trim()) ? words.characters : null)),
    environmentId: draft.environmentId === '' ? words.environment : null,
    scopes: draft.accessType === 'trader' && draft.scopes.length === 0 ? words.scopes : null,
    permission:
      draft.accessType === 'partner' && draft.permission === null ? words.permission : null,
    ownerAccount: lineError(draft.ownerAccount, null, MOST_LINE, words.lineLong),
    tags:
      tags.length > 12
        ? words.tagMany
        : tags.some((tag) => tag.length > 40)
          ? words.tagLong
          : UNFIT.test(draft.tags)
            ? words.characters
            : null,
  };
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== null));
}

/** Another credential of the same owner account with the other access type (docs/service.md 1, rule 2). */
export function conflicting(
  draft: CredentialDraft,
  others: readonly CredentialView[],
): CredentialView | null {
  const owner = draft.ownerAccount.trim();
  if (owner === '') return null;
  return (
    others.find(
      (other) =>
        other.ownerAccount === owner &&
        other.accessType !== draft.accessType &&
        other.environmentId === draft.environmentId,
    ) ?? null
  );
}
