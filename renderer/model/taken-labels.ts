// Which labels are taken: two credentials of one environment never share one, as main compares them. Pure.
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import { labelKeyOf } from '../../electron/shared/credentials/label-key.ts';

/** By environment: a vault may have thousands, and every key press asks. */
export type TakenLabels = ReadonlySet<string>;

export const takenLabels = (
  credentials: readonly Pick<CredentialView, 'label' | 'environmentId'>[],
): TakenLabels => new Set(credentials.map((each) => labelKeyOf(each)));
