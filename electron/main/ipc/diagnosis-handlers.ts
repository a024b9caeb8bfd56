// The contract's calls about diagnosing a credential: the services own the matter, this hands over.
import type { DiagnosisView } from '../../shared/diagnosis-view.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Diagnoses } from '../diagnosis/diagnoses.ts';
import type { CredentialId } from '../domain/ids.ts';
import { ok, type Result } from '../domain/result.ts';
import type { HandlerPorts } from './handler-ports.ts';
import type { Handlers } from './serve-contract.ts';

type DiagnosisCall = 'diagnosisStart' | 'diagnosisFollow' | 'diagnosisCancel' | 'diagnosisList';

export function createDiagnosisHandlers({ keeper }: HandlerPorts): Pick<Handlers, DiagnosisCall> {
  type Answered = Result<DiagnosisView, Failure>;
  const withOpen = async (
    work: (diagnoses: Diagnoses) => Answered | Promise<Answered>,
  ): Promise<Answered> => {
    const open = keeper.services();
    return open.ok ? await work(open.value.diagnoses) : open;
  };
  return {
    diagnosisStart: ({ credentialId, scopes }) =>
      withOpen((diagnoses) => diagnoses.start(credentialId as CredentialId, scopes)),
    diagnosisFollow: ({ diagnosisId, seen }) =>
      withOpen((diagnoses) => diagnoses.follow(diagnosisId, seen)),
    diagnosisCancel() {
      const open = keeper.services();
      if (open.ok) open.value.diagnoses.cancel();
      return ok('done');
    },
    diagnosisList() {
      const open = keeper.services();
      return open.ok ? ok([...open.value.diagnoses.list()]) : open;
    },
  };
}
