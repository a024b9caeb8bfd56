// The contract's calls about diagnosing a credential: the services own the matter, this hands over.
import { fail, ok, type Outcome } from '../domain/result.ts';
import type { CredentialId } from '../domain/ids.ts';
import { gone } from '../../shared/failures/failure.ts';
import type { HandlerParts } from '../ipc/handler-parts.ts';
import { anotherTokenQuestion } from '../ipc/single-acts.ts';
import { ifOpen, whileOpen } from '../ipc/while-open.ts';
import { checkExport } from '../secret-scan/secret-scan.ts';
import { recordCredentialEvent } from '../tokens/ledger/event-recording.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { pageName, savePageAndFacts } from '../vault/exported-file.ts';
import type { Diagnoses } from './diagnoses.ts';
import { evidencePage } from './evidence-page.ts';
import { evidenceOf, tlsLibrary } from './evidence.ts';

interface Open {
  readonly session: OpenSession;
  readonly diagnoses: Diagnoses;
}

export function diagnosisHandlers(parts: HandlerParts<Open>) {
  const { vaultSession, singleActs } = parts;
  return {
    diagnosisCancel: ifOpen(vaultSession, ({ diagnoses }) => diagnoses.cancel()),
    ...whileOpen(vaultSession, {
      diagnosisStart: {
        ask: (_open, { credentialId }) =>
          singleActs.ask('issue', credentialId, anotherTokenQuestion),
        act: ({ diagnoses }, { credentialId, scopes }) => diagnoses.start(credentialId, scopes),
      },
      diagnosisEvidence: (open, { diagnosisId }) => save(parts, open, diagnosisId),
    }),
  };
}

async function save(
  { dialogs, saved, version }: HandlerParts<Open>,
  { session, diagnoses }: Open,
  diagnosisId: string,
): Outcome<void | 'cancelled'> {
  const view = diagnoses.find(diagnosisId);
  if (view === null) return fail(gone('diagnosis'));
  const name = pageName('diagnosis', view.startedAtMs);
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
  const historyHead = session.vault.contents().history?.head ?? null;
  const written = await savePageAndFacts(
    file,
    { evidence, historyHead },
    (factsName) => evidencePage(evidence, factsName, historyHead),
    (pages) => checkExport(session, pages),
  );
  if (!written.ok) return written;
  saved.note(file);
  const { credentialId, label } = view;
  recordCredentialEvent(session, 'evidence_exported', { id: credentialId as CredentialId, label });
  return ok();
}
