// The window's calls about inspecting a token from somewhere else. Spread into the commands.
import type {
  InspectionAnswerView,
  InspectionView,
} from '../../../electron/shared/inspection/inspection-view.ts';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import type { Bridge, CallInput } from '../../../electron/shared/ipc-contract.ts';
import type { AccessType } from '../../../electron/shared/words.ts';
import { inspectionSaid, introspectionSaid } from '../../i18n/en-said.ts';
import type { FeedbackStore } from '../../state/feedback.ts';
import type { Runner } from '../../bridge/runner.ts';

/** What a failure about an inspection belongs to. */
export const INSPECTION_SUBJECT = 'inspection';

type InspectionQuestion =
  | { readonly kind: 'check'; readonly environmentId: string; readonly accessType: AccessType }
  | { readonly kind: 'introspection'; readonly credentialId: string };

export function createInspectionCommands(
  bridge: Bridge,
  feedback: FeedbackStore,
  { run, runAndSay }: Runner,
) {
  return {
    /** Null when it failed or was cancelled. */
    async takeToken(source: CallInput<'inspectionTake'>['source']): Promise<InspectionView | null> {
      const taken = await run('inspectionTake', INSPECTION_SUBJECT, () =>
        bridge.inspectionTake({ source }),
      );
      if (taken === null || taken === 'cancelled') return null;
      feedback.say(inspectionSaid.taken(taken.fingerprint));
      return taken;
    },
    async tidyToken(): Promise<InspectionView | null> {
      const tidied = await run('inspectionTidy', INSPECTION_SUBJECT, bridge.inspectionTidy);
      if (tidied !== null) feedback.say(inspectionSaid.tidied);
      return tidied;
    },
    async askAboutToken(question: InspectionQuestion): Promise<InspectionAnswerView | null> {
      const answer = await run('inspectionAsk', INSPECTION_SUBJECT, () =>
        question.kind === 'introspection'
          ? bridge.inspectionIntrospect({ credentialId: question.credentialId })
          : bridge.inspectionCheck({
              environmentId: question.environmentId,
              accessType: question.accessType,
            }),
      );
      if (answer === null || answer === 'cancelled') return null;
      feedback.say(inspectionSaid.answered(answer));
      return answer;
    },
    /** Silent, as is the end: what they stop tells. */
    stopAsking: (): void => {
      bridge.inspectionCancel().catch(() => undefined);
    },
    endInspection: (): void => {
      feedback.clear(INSPECTION_SUBJECT);
      bridge.inspectionEnd().catch(() => undefined);
    },
    setIntrospection: (
      subject: string,
      { id, name }: EnvironmentView,
      introspection: CallInput<'environmentIntrospectionSet'>['introspection'],
    ) =>
      runAndSay(
        'environmentIntrospectionSet',
        subject,
        () => bridge.environmentIntrospectionSet({ environmentId: id, introspection }),
        introspection === null
          ? introspectionSaid.switchedOff(name)
          : introspectionSaid.saved(name),
      ),
  };
}
