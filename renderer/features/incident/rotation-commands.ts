// The window's calls about rotating a secret and about a leaked key. Spread into the commands, which run
// each call once at a time and keep what failed.
import type { Bridge } from '../../../electron/shared/ipc-contract.ts';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { LeakStep, SecretSource } from '../../../electron/shared/words.ts';
import { said, leakSaid, rotationSaid } from '../../i18n/en-said.ts';
import type { FeedbackStore } from '../../state/feedback.ts';
import type { Runner } from '../../bridge/runner.ts';

export function createRotationCommands(
  bridge: Bridge,
  feedback: FeedbackStore,
  { run, runInTurn, runAndSay }: Runner,
) {
  async function tryOld(
    call: 'rotationTryOldSecret' | 'leakPlanTryOldSecret',
    { id }: CredentialView,
  ): Promise<void> {
    const outcome = await run(call, id, () => bridge[call]({ credentialId: id }));
    if (outcome !== null && outcome !== 'cancelled') feedback.say(said.oldSecret[outcome]);
  }

  return {
    startRotation: ({ id, label }: CredentialView) =>
      runAndSay(
        'rotationStart',
        id,
        () => bridge.rotationStart({ credentialId: id }),
        rotationSaid.started(label),
      ),
    takeNewSecret: ({ id }: CredentialView, secretSource: SecretSource) =>
      runAndSay(
        'rotationTakeSecret',
        id,
        () => bridge.rotationTakeSecret({ credentialId: id, secretSource }),
        rotationSaid.taken,
      ),
    checkNewSecret: ({ id }: CredentialView) =>
      runAndSay(
        'rotationCheck',
        id,
        () => bridge.rotationCheck({ credentialId: id }),
        rotationSaid.checked,
      ),
    sayOldSecret: ({ id }: CredentialView, oldSecret: 'works' | 'stopped') =>
      runInTurn('rotationSay', id, () => bridge.rotationSay({ credentialId: id, oldSecret })),
    endOldTokens: ({ id }: CredentialView) =>
      runAndSay(
        'rotationEndOldTokens',
        id,
        () => bridge.rotationEndOldTokens({ credentialId: id }),
        rotationSaid.ending,
      ),
    tryRotatedSecret: (credential: CredentialView) => tryOld('rotationTryOldSecret', credential),
    finishRotation: ({ id, label }: CredentialView) =>
      runAndSay(
        'rotationFinish',
        id,
        () => bridge.rotationFinish({ credentialId: id }),
        rotationSaid.finished(label),
      ),
    abandonRotation: ({ id, label }: CredentialView) =>
      runAndSay(
        'rotationAbandon',
        id,
        () => bridge.rotationAbandon({ credentialId: id }),
        rotationSaid.abandoned(label),
      ),

    startLeakPlan: ({ id, label }: CredentialView) =>
      runAndSay(
        'leakPlanStart',
        id,
        () => bridge.leakPlanStart({ credentialId: id }),
        leakSaid.started(label),
      ),
    revokeLeaked: ({ id }: CredentialView) =>
      run('leakPlanRevoke', id, () => bridge.leakPlanRevoke({ credentialId: id })),
    chooseLeakWay: ({ id }: CredentialView, way: 'rotate' | 'delete') =>
      runInTurn('leakPlanChoose', id, () => bridge.leakPlanChoose({ credentialId: id, way })),
    sayLeakStep: ({ id }: CredentialView, step: LeakStep, done: boolean) =>
      runInTurn('leakPlanSay', id, () => bridge.leakPlanSay({ credentialId: id, step, done })),
    tryLeakedSecret: (credential: CredentialView) => tryOld('leakPlanTryOldSecret', credential),
    closeLeakPlan: ({ id, label }: CredentialView) =>
      runAndSay(
        'leakPlanClose',
        id,
        () => bridge.leakPlanClose({ credentialId: id }),
        leakSaid.closed(label),
      ),

    /** What the person would do in the web app, for the practice gateway. */
    makePracticeSecret: ({ id }: CredentialView, oldStops: boolean) =>
      runAndSay(
        'practiceNewSecret',
        id,
        () => bridge.practiceNewSecret({ credentialId: id, oldStops }),
        rotationSaid.practiceMade,
      ),
    removePracticeSecret: ({ id }: CredentialView) =>
      runAndSay(
        'practiceRemoveOldSecret',
        id,
        () => bridge.practiceRemoveOldSecret({ credentialId: id }),
        rotationSaid.practiceRemoved,
      ),
  };
}
