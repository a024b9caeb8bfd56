// The window's calls about diagnosing a credential. Spread into the commands.
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { DiagnosisView } from '../../../electron/shared/diagnosis/diagnosis-view.ts';
import type { Bridge } from '../../../electron/shared/ipc-contract.ts';
import type { TraderScope } from '../../../electron/shared/words.ts';
import { diagnosisSaid } from '../../i18n/en-said.ts';
import type { FeedbackStore } from '../../state/feedback.ts';
import type { Runner } from '../../bridge/runner.ts';

export function createDiagnosisCommands(
  bridge: Bridge,
  feedback: FeedbackStore,
  { run, runAndSay }: Runner,
) {
  const listed = async (): Promise<readonly DiagnosisView[]> => {
    const answer = await bridge.diagnosisList();
    return answer.ok ? answer.value : [];
  };
  return {
    /** The one under way for this credential, if any; else a new one. */
    async startDiagnosis(
      credential: CredentialView,
      scopes: readonly TraderScope[],
    ): Promise<DiagnosisView | null> {
      const { id: credentialId, label } = credential;
      const underWay = (await listed()).find(
        (each) => each.credentialId === credentialId && each.endedAtMs === null,
      );
      if (underWay !== undefined) return underWay;
      const started = await run('diagnosisStart', credentialId, () =>
        bridge.diagnosisStart({ credentialId, scopes: [...scopes] }),
      );
      if (started === null || started === 'cancelled') return null;
      feedback.say(diagnosisSaid.started(label));
      return started;
    },
    /** Silent: whoever follows says what came of it. Null where it is gone. */
    async followDiagnosis({ id, version }: DiagnosisView): Promise<DiagnosisView | null> {
      const answer = await bridge.diagnosisFollow({ diagnosisId: id, seen: version });
      return answer.ok ? answer.value : null;
    },
    /** Silent: what it stops tells. */
    stopDiagnosis: (): void => {
      bridge.diagnosisCancel().catch(() => undefined);
    },
    saveEvidence: (credential: CredentialView, { id }: DiagnosisView) =>
      runAndSay(
        'diagnosisEvidence',
        credential.id,
        () => bridge.diagnosisEvidence({ diagnosisId: id }),
        diagnosisSaid.evidence,
      ),
    diagnoses: listed,
  };
}
