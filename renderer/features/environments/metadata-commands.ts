// The window's calls about the metadata of an authorization server. Spread into the commands.
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import type { CallInput, Bridge } from '../../../electron/shared/ipc-contract.ts';
import type { MetadataView } from '../../../electron/shared/environments/metadata-view.ts';
import { said } from '../../i18n/en-said.ts';
import type { FeedbackStore } from '../../state/feedback.ts';
import type { Runner } from '../../bridge/runner.ts';

export type MetadataOf = CallInput<'environmentMetadataRead'>['of'];

export function createMetadataCommands(
  bridge: Bridge,
  feedback: FeedbackStore,
  { run, runAndSay }: Runner,
) {
  return {
    /** Null when it failed or was cancelled. */
    async readMetadata(
      subject: string,
      of: MetadataOf,
      issuer: string,
    ): Promise<MetadataView | null> {
      const read = await run('environmentMetadataRead', subject, () =>
        bridge.environmentMetadataRead({ of, issuer }),
      );
      if (read === null || read === 'cancelled') return null;
      feedback.say(said.metadataRead);
      return read;
    },
    takeMetadata: (subject: string, { id, name }: EnvironmentView, readingId: string) =>
      runAndSay(
        'environmentMetadataTake',
        subject,
        () => bridge.environmentMetadataTake({ environmentId: id, readingId }),
        said.metadataTaken(name),
      ),
  };
}
