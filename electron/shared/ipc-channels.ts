// Every call and event that crosses between the app window and main, by name. Plain data without a
// library, so that the sandboxed preload can bundle it. The schemas are in ipc-contract.ts.

/** Calls of the app window, answered with `Result<output, Failure>`. */
export const callNames = [
  'viewCurrent',
  'vaultCreate',
  'vaultUnlock',
  'vaultLock',
  'vaultChangePassphrase',
  'vaultMakeRecoveryKey',
  'vaultUnlockWithRecoveryKey',
  'vaultReplaceDataKey',
  'vaultKeepOpen',
  'environmentCheckAddress',
  'environmentChooseAuthority',
  'environmentAdd',
  'environmentRemove',
  'credentialAdd',
  'credentialEdit',
  'credentialReplaceSecret',
  'credentialRemove',
  'tokenGet',
  'tokenRenew',
  'tokenCheck',
  'tokenRevoke',
  'tokenForget',
  'tokenCopy',
  'clipboardClear',
  'partnerPlanStart',
  'partnerPlanStep',
  'partnerPlanTryOldSecret',
  'vaultAcceptRollback',
  'vaultReopen',
  'vaultUnlockByKeystore',
  'keystoreCurrent',
  'keystoreUnlockChange',
  'backupList',
  'backupTest',
  'backupRestore',
  'settingsChange',
  'practiceCurrent',
  'practiceChange',
  'practiceRevokeKey',
] as const;
export type CallName = (typeof callNames)[number];

/** Events pushed to the app window. */
export const eventNames = ['viewChanged', 'commandInvoked'] as const;
export type EventName = (typeof eventNames)[number];

export const channelOf = (name: CallName | EventName): string => `strongroom:${name}`;
