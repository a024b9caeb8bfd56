// Every call the window makes, in the words of the person: makes it once at a time, says what it
// achieved, keeps what failed. The only place that touches `window.strongroom` besides the view store.
import type { Answer, Bridge, CallInput } from '../../electron/shared/ipc-contract.ts';
import type { PracticeView } from '../../electron/shared/practice/practice-view.ts';
import type { CheckReportView } from '../../electron/shared/tokens/check-report-view.ts';
import type {
  CredentialView,
  TokenView,
} from '../../electron/shared/credentials/credential-view.ts';
import type {
  AddressCheckView,
  AuthorityView,
} from '../../electron/shared/environments/environment-view.ts';
import type { PartnerStep, SecretSource, TraderScope } from '../../electron/shared/words.ts';
import { notesWords, webPageWords } from '../features/credentials/notes/en-notes.ts';
import { ephemeralWords } from '../i18n/en-ephemeral.ts';
import { loginStartWords } from '../features/settings/en-login-start.ts';
import { secretCommandWords } from '../i18n/en-secret-command.ts';
import { said } from '../i18n/en-said.ts';
import type { Run, Runner } from './runner.ts';
import { createVaultKeyCommands } from '../features/unlock/vault-key-commands.ts';
import { WINDOW_SUBJECT, type FeedbackStore } from '../state/feedback.ts';
import { createHistoryCommands } from '../features/history/history-commands.ts';
import { createRescueCommands } from '../features/backups/rescue-commands.ts';
import { createDrillCommands } from '../features/practice/drills/drill-commands.ts';
import { createRenewalCommands } from '../features/renewal/renewal-commands.ts';
import { createRotationCommands } from '../features/incident/rotation-commands.ts';
import { createTransferCommands } from '../features/import-export/import-export-commands.ts';
import { createInspectionCommands } from '../features/inspection/inspection-commands.ts';
import { createDiagnosisCommands } from '../features/diagnosis/diagnosis-commands.ts';
import { createReports } from './reports.ts';
import { createReachCommands } from '../features/environments/environment-commands.ts';
import { createBulkCommands } from '../features/bulk/bulk-commands.ts';
import { createSavedViewCommands } from '../features/search/saved-view-commands.ts';
import { createDesktopCommands } from '../features/desktop/desktop-commands.ts';
import { createSecretScanCommands } from '../features/secret-scan/secret-scan-commands.ts';
import { createHealthCommands } from '../features/health/health-commands.ts';
import { createRevokeAllCommands } from '../features/revoke-all/revoke-all-commands.ts';

/** Keys of calls under way, for buttons to show progress. A part: one of several that are no repetition. */
export const callKey = (call: string, subject: string, part = ''): string =>
  `${call}:${subject}${part}`;

export type Commands = ReturnType<typeof createCommands>;

export function createCommands(bridge: Bridge, feedback: FeedbackStore, nowMs: () => number) {
  /** Runs one call; null means it failed, was already running, or the person cancelled it. */
  const run: Run = async <T>(
    call: string,
    subject: string,
    start: () => Promise<Answer<T>>,
    part?: string,
  ): Promise<T | null> => {
    const key = callKey(call, subject, part);
    if (feedback.current().pending.has(key)) return null;
    feedback.begin(key);
    feedback.clear(subject);
    try {
      const answer = await start();
      if (answer.ok) return answer.value;
      if (answer.failure.code !== 'cancelled_by_person') {
        feedback.fail(subject, answer.failure, nowMs());
      }
      return null;
    } catch {
      feedback.fail(subject, { code: 'internal_error' }, nowMs());
      return null;
    } finally {
      feedback.end(key);
    }
  };

  let turns: Promise<unknown> = Promise.resolve();
  const runInTurn: Run = (call, subject, start) => {
    const turn = turns.then(() => run(call, subject, start));
    turns = turn;
    return turn;
  };

  async function runAndSay<T>(
    call: string,
    subject: string,
    start: () => Promise<Answer<T>>,
    words: string,
    way: Run = run,
  ): Promise<boolean> {
    const value = await way(call, subject, start);
    if (value === null || value === 'cancelled') return false;
    feedback.say(words);
    return true;
  }

  const runner: Runner = { run, runInTurn, runAndSay };
  const about = (token: TokenView) => ({ tokenId: token.id });

  return {
    createVault: () => run('vaultCreate', WINDOW_SUBJECT, bridge.vaultCreate),
    unlock: () => run('vaultUnlock', WINDOW_SUBJECT, bridge.vaultUnlock),
    lock: () => run('vaultLock', WINDOW_SUBJECT, bridge.vaultLock),
    ...createReports(bridge),
    ...createVaultKeyCommands({ bridge, feedback, run }),

    getToken: (credential: CredentialView, scopes: readonly TraderScope[]) =>
      runAndSay(
        'tokenGet',
        credential.id,
        () => bridge.tokenGet({ credentialId: credential.id, scopes: [...scopes] }),
        said.tokenReceived(credential.label),
      ),
    renew: (credential: CredentialView, token: TokenView) =>
      runAndSay(
        'tokenRenew',
        credential.id,
        () => bridge.tokenRenew(about(token)),
        said.tokenRenewed(credential.label),
      ),
    tryNow: ({ id }: CredentialView) =>
      run('tokenTryNow', id, () => bridge.tokenTryNow({ credentialId: id })),
    endRequest: ({ id }: CredentialView) =>
      run('tokenStopAsking', id, () => bridge.tokenStopAsking({ credentialId: id })),
    async check(credential: CredentialView, token: TokenView): Promise<CheckReportView | null> {
      const report = await run('tokenCheck', credential.id, () => bridge.tokenCheck(about(token)));
      if (report !== null) feedback.say(said.checked(credential.label, report));
      return report;
    },
    revoke: (credential: CredentialView, token: TokenView) =>
      runAndSay(
        'tokenRevoke',
        credential.id,
        () => bridge.tokenRevoke(about(token)),
        said.revocationStarted(credential.label),
        (call, subject, start) => run(call, subject, start, token.id),
      ),
    async forget(credential: CredentialView, token: TokenView): Promise<boolean> {
      const how = await run('tokenForget', credential.id, () => bridge.tokenForget(about(token)));
      if (how === null || how === 'cancelled') return false;
      feedback.say(said.forgotten(credential.label, how));
      return true;
    },
    copyToken: (credential: CredentialView, token: TokenView) =>
      runAndSay('tokenCopy', credential.id, () => bridge.tokenCopy(about(token)), said.tokenCopied),
    clearClipboard: () =>
      runAndSay('clipboardClear', WINDOW_SUBJECT, bridge.clipboardClear, said.clipboardCleared),

    /** What the person would do in the web app, for the practice gateway. */
    revokePracticeKey: (credential: CredentialView) =>
      runAndSay(
        'practiceRevokeKey',
        credential.id,
        () => bridge.practiceRevokeKey({ credentialId: credential.id }),
        said.practiceKeyRevoked,
      ),
    startPartnerPlan: (token: TokenView) =>
      run('partnerPlanStart', token.credentialId, () => bridge.partnerPlanStart(about(token))),
    partnerStep: (token: TokenView, step: PartnerStep, done: boolean) =>
      runInTurn('partnerPlanStep', token.credentialId, () =>
        bridge.partnerPlanStep({ tokenId: token.id, step, done }),
      ),
    async tryOldSecret(token: TokenView): Promise<void> {
      const outcome = await run('partnerPlanTryOldSecret', token.credentialId, () =>
        bridge.partnerPlanTryOldSecret(about(token)),
      );
      if (outcome !== null && outcome !== 'cancelled') feedback.say(said.oldSecret[outcome]);
    },

    addCredential: (subject: string, input: CallInput<'credentialAdd'>) =>
      run('credentialAdd', subject, () => bridge.credentialAdd(input)),
    addFetchedCredential: (subject: string, input: CallInput<'credentialAddFetched'>) =>
      run('credentialAddFetched', subject, () => bridge.credentialAddFetched(input)),
    setSecretCommand: (
      subject: string,
      { id, label }: CredentialView,
      command: CallInput<'credentialCommandSet'>['command'],
    ) =>
      runAndSay(
        'credentialCommandSet',
        subject,
        () => bridge.credentialCommandSet({ credentialId: id, command }),
        secretCommandWords.set(label),
      ),
    tryCredential: (subject: string, input: CallInput<'credentialTry'>) =>
      run('credentialTry', subject, () => bridge.credentialTry(input)),
    keepCredential: ({ id, label }: CredentialView) =>
      runAndSay(
        'credentialKeep',
        id,
        () => bridge.credentialKeep({ credentialId: id }),
        ephemeralWords.kept(label),
      ),
    editCredential: (subject: string, input: CallInput<'credentialEdit'>) =>
      runAndSay(
        'credentialEdit',
        subject,
        () => bridge.credentialEdit(input),
        said.credentialSaved(input.label),
      ),
    setNotes: (subject: string, { id, label }: CredentialView, notes: string) =>
      runAndSay(
        'credentialNotesSet',
        subject,
        () => bridge.credentialNotesSet({ credentialId: id, notes }),
        notesWords.saved(label),
      ),
    setWebPage: (subject: string, { id, label }: CredentialView, address: string) =>
      runAndSay(
        'credentialWebPageSet',
        subject,
        () => bridge.credentialWebPageSet({ credentialId: id, address }),
        webPageWords.saved(label),
      ),
    openWebPage: ({ id }: CredentialView) =>
      runAndSay(
        'credentialWebPageOpen',
        id,
        () => bridge.credentialWebPageOpen({ credentialId: id }),
        webPageWords.opened,
      ),
    replaceSecret: (subject: string, credential: CredentialView, secretSource: SecretSource) =>
      runAndSay(
        'credentialReplaceSecret',
        subject,
        () => bridge.credentialReplaceSecret({ credentialId: credential.id, secretSource }),
        said.secretReplaced(credential.label),
      ),
    removeCredential: (subject: string, credential: CredentialView, revokeFirst: boolean) =>
      runAndSay(
        'credentialRemove',
        subject,
        () => bridge.credentialRemove({ credentialId: credential.id, revokeFirst }),
        revokeFirst
          ? said.credentialGoing(credential.label)
          : said.credentialDeleted(credential.label),
      ),

    /** Null when the check itself could not be made. */
    async checkAddress(address: string): Promise<AddressCheckView | null> {
      const answer = await bridge.environmentCheckAddress({ address });
      return answer.ok ? answer.value : null;
    },
    async chooseAuthority(subject: string): Promise<AuthorityView | null> {
      const chosen = await run(
        'environmentChooseAuthority',
        subject,
        bridge.environmentChooseAuthority,
      );
      return chosen === 'cancelled' ? null : chosen;
    },
    addEnvironment: (subject: string, input: CallInput<'environmentAdd'>) =>
      run('environmentAdd', subject, () => bridge.environmentAdd(input)),
    removeEnvironment: (subject: string, environmentId: string, name: string) =>
      runAndSay(
        'environmentRemove',
        subject,
        () => bridge.environmentRemove({ environmentId }),
        said.environmentRemoved(name),
      ),

    ...createRescueCommands(bridge, feedback, runner),
    ...createRenewalCommands(bridge, runner),
    ...createRotationCommands(bridge, feedback, runner),
    ...createDrillCommands(bridge, feedback, runner),
    ...createHistoryCommands(bridge, feedback, run),
    ...createRevokeAllCommands(bridge, feedback, runner),
    ...createInspectionCommands(bridge, feedback, runner),
    ...createSecretScanCommands(bridge, feedback, runner),
    ...createDiagnosisCommands(bridge, feedback, runner),
    ...createTransferCommands(bridge, feedback, runner),
    ...createReachCommands(bridge, runner),
    ...createBulkCommands(bridge, run),
    ...createSavedViewCommands(bridge, feedback, runner),
    ...createDesktopCommands(bridge, runner),
    ...createHealthCommands(bridge, runner),

    changeSettings: (change: CallInput<'settingsChange'>) =>
      runInTurn('settingsChange', 'settings', () => bridge.settingsChange(change)),
    setLoginStart: (on: boolean) =>
      runAndSay(
        'loginStartSet',
        'settings',
        () => bridge.loginStartSet({ on }),
        loginStartWords.set(on),
      ),
    /** Polled: kept out of feedback, so that it neither clears nor raises anything. */
    async practice(): Promise<PracticeView | null> {
      const answer = await bridge.practiceCurrent();
      return answer.ok ? answer.value : null;
    },
    changePractice: (change: CallInput<'practiceChange'>) =>
      runInTurn('practiceChange', 'practice', () => bridge.practiceChange(change)),

    onMenuCommand: bridge.onCommandInvoked,
  };
}
