// Calls that several places of the window make in the same way.
import type { CallInput } from '../../electron/shared/ipc-contract.ts';
import type {
  CredentialView,
  TokenView,
} from '../../electron/shared/credentials/credential-view.ts';
import type { DiagnosisView } from '../../electron/shared/diagnosis/diagnosis-view.ts';
import type { AddressCheckView } from '../../electron/shared/environments/environment-view.ts';
import type { RevocationScopeView } from '../../electron/shared/revoke-all/revocation-run-view.ts';
import type { TraderScope } from '../../electron/shared/words.ts';
import { diagnosisSaid, renewalSaid, revokeAllSaid, said } from '../i18n/en-said.ts';
import type { BulkPlan } from '../model/bulk-plan.ts';
import { SETTINGS_SUBJECT, STOP_SUBJECT } from '../bridge/feedback.ts';
import type { AppViewStore } from '../bridge/app-view-store.ts';
import type { Call, WindowCalls } from '../bridge/call.ts';

export const getToken = (
  call: Call,
  { id, label }: CredentialView,
  scopes: readonly TraderScope[],
) =>
  call('tokenGet', { credentialId: id, scopes: [...scopes] }, { said: said.tokenReceived(label) });

export const checkToken = (call: Call, { id, label }: CredentialView, token: TokenView) =>
  call(
    'tokenCheck',
    { tokenId: token.id },
    { subject: id, said: (report) => said.checked(label, report) },
  );

export const revokeToken = (call: Call, { id, label }: CredentialView, token: TokenView) =>
  call(
    'tokenRevoke',
    { tokenId: token.id },
    { subject: id, part: token.id, said: said.revocationStarted(label) },
  );

/** Null when the check itself could not be made. */
export async function checkAddress(
  quietly: WindowCalls['quietly'],
  address: string,
): Promise<AddressCheckView | null> {
  const answer = await quietly('environmentCheckAddress', { address });
  return answer.ok ? answer.value : null;
}

export const turnRenewalOff = (call: Call, { id, label }: CredentialView) =>
  call('renewalTurnOff', { credentialId: id }, { said: renewalSaid.turnedOff(label) });

export const revokeEverything = (call: Call, scope: RevocationScopeView) =>
  call('revokeAllStart', { scope }, { subject: STOP_SUBJECT, said: revokeAllSaid.started });

export function startBulk(call: Call, { action }: BulkPlan) {
  if (action.kind === 'get') return call('bulkGet', { asks: action.asks });
  return call(action.kind === 'renew' ? 'bulkRenew' : 'bulkCheck', { tokenIds: action.tokenIds });
}

export const changeSettings = (call: Call, change: CallInput<'settingsChange'>) =>
  call('settingsChange', change, { subject: SETTINGS_SUBJECT });

/** The one under way for this credential, if any; else a new one. */
export async function startDiagnosis(
  { call, views }: { readonly call: Call; readonly views: AppViewStore },
  { id: credentialId, label }: CredentialView,
  scopes: readonly TraderScope[],
): Promise<DiagnosisView | null> {
  const underWay = views
    .current()
    ?.diagnoses.find((each) => each.credentialId === credentialId && each.endedAtMs === null);
  return (
    underWay ??
    call(
      'diagnosisStart',
      { credentialId, scopes: [...scopes] },
      { said: diagnosisSaid.started(label) },
    )
  );
}
