// The contract's calls about diagnosing a credential: the services own the matter, this hands over.
import { gone } from '../../shared/failures/failure.ts';
import type { CallInput } from '../../shared/ipc-contract.ts';
import { evidenceOf, tlsLibrary } from './evidence.ts';
import { saveEvidence, suggestedName } from './evidence-files.ts';
import { scanForSecrets } from '../secret-scan/secret-scan.ts';
import type { CredentialId } from '../domain/ids.ts';
import { fail, ok } from '../domain/result.ts';
import { recordCredentialEvent } from '../tokens/ledger/event-recording.ts';
import type { HandlerParts } from '../ipc/handler-ports.ts';
import { anotherTokenQuestion } from '../ipc/single-acts.ts';
import type { Handlers } from '../ipc/serve-contract.ts';
import { createWhileOpen } from '../ipc/while-open.ts';

type DiagnosisCall =
  | 'diagnosisStart'
  | 'diagnosisFollow'
  | 'diagnosisCancel'
  | 'diagnosisList'
  | 'diagnosisEvidence';

export function createDiagnosisHandlers(ports: HandlerParts): Pick<Handlers, DiagnosisCall> {
  const { vaultSession, dialogs, version, singleActs } = ports;
  const whileOpen = createWhileOpen(vaultSession);
  const start = whileOpen(({ diagnoses }, { credentialId, scopes }: CallInput<'diagnosisStart'>) =>
    diagnoses.start(credentialId as CredentialId, scopes),
  );
  return {
    diagnosisStart: {
      ask: ({ credentialId }) => singleActs.ask('issue', credentialId, anotherTokenQuestion),
      act(input, choice) {
        singleActs.acted('issue', choice);
        return start(input);
      },
    },
    diagnosisFollow: whileOpen(({ diagnoses }, { diagnosisId, seen }) =>
      diagnoses.follow(diagnosisId, seen),
    ),
    diagnosisCancel() {
      const open = vaultSession.services();
      if (open.ok) open.value.diagnoses.cancel();
      return ok('done');
    },
    diagnosisEvidence: whileOpen(async ({ session, texts, diagnoses }, { diagnosisId }) => {
      const view = diagnoses.find(diagnosisId);
      if (view === null) return fail(gone('diagnosis'));
      const name = suggestedName(view.startedAtMs);
      const file = await dialogs.chooseSave('Save the evidence of a diagnosis', name);
      if (file === null) return ok('cancelled');
      // The person may have locked the vault, or taken minutes: it says how it stands now.
      if (session.closing.aborted) return fail({ code: 'vault_locked' });
      const evidence = evidenceOf({
        view: diagnoses.find(diagnosisId) ?? view,
        nowMs: session.clock.nowMs(),
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        version,
        machine: {
          node: process.versions.node,
          tls: tlsLibrary(process.versions),
          system: `${process.platform} ${process.arch}`,
        },
      });
      const saved = await saveEvidence(evidence, file, {
        historyHead: session.vault.contents().history?.head ?? null,
        scan: (pages) => scanForSecrets(session, texts, pages),
      });
      if (!saved.ok) return saved;
      ports.saved.note(file);
      const { credentialId, label } = view;
      recordCredentialEvent(session, 'evidence_exported', {
        id: credentialId as CredentialId,
        label,
      });
      return ok('done');
    }),
    diagnosisList: whileOpen(({ diagnoses }) => ok([...diagnoses.list()])),
  };
}
