// A session over real TLS in which credentials are diagnosed: one environment, one credential, and what a
// test asks of a diagnosis once it has ended.
import { systemClock } from '../../electron/main/domain/clock.ts';
import type { HistoryEvent } from '../../electron/main/domain/history-event.ts';
import type { CredentialId } from '../../electron/main/domain/ids.ts';
import type { ProxySetting } from '../../electron/main/domain/proxy.ts';
import type { SessionServices } from '../../electron/main/session/session-services.ts';
import { quietSession } from './quiet-session.ts';
import { addCredential } from '../../electron/main/credentials/credentials.ts';
import { addEnvironment } from '../../electron/main/environments/environments.ts';
import { NO_CONTENTS } from '../../electron/main/vault/vault.ts';
import type {
  DiagnosisView,
  CheckLineView,
} from '../../electron/shared/diagnosis/diagnosis-view.ts';
import type { AccessType, TraderScope } from '../../electron/shared/words.ts';
import { eventually } from './eventually.ts';
import { labGateway, secretOf } from './gateway-lab.ts';
import { createMemoryVault, type MemoryVault } from './memory-vault.ts';

export interface DiagnosisDesk {
  readonly services: SessionServices;
  readonly vault: MemoryVault;
  readonly credentialId: CredentialId;
  readonly noted: readonly HistoryEvent[];
  /** Diagnoses, and waits for the end. */
  readonly diagnose: (scopes?: readonly TraderScope[]) => Promise<DiagnosisView>;
  /** Waits for the end of one that was started. */
  readonly ended: (id: string) => Promise<DiagnosisView>;
}

export interface DeskPlace {
  readonly baseUrl: string;
  readonly tradeUrl: string;
  readonly authorityPem: string | null;
  readonly proxy?: ProxySetting;
}

export interface DeskClient {
  readonly accessType: AccessType;
  readonly clientId: string;
  readonly secret: string;
  readonly scopes: readonly TraderScope[];
}

export async function openDiagnosisDesk(
  place: DeskPlace,
  client: DeskClient,
  budgets?: Parameters<typeof labGateway>[0],
): Promise<DiagnosisDesk> {
  const noted: HistoryEvent[] = [];
  const vault = createMemoryVault(NO_CONTENTS);
  const services = await quietSession({
    vault,
    gateway: labGateway(budgets),
    clock: systemClock,
    targetOf: (environment) => ({ ...environment, proxy: place.proxy }),
    recordEvent: (event) => void noted.push(event),
  });
  const { baseUrl, tradeUrl, authorityPem } = place;
  const environment = await addEnvironment(services.session, {
    name: 'Lab',
    kind: 'sandbox',
    baseUrl,
    tradeUrl,
    authorityPem,
  });
  if (!environment.ok) throw new Error(environment.failure.code);
  const added = await addCredential(
    services.session,
    {
      label: 'Desk',
      clientId: client.clientId,
      accessType: client.accessType,
      environmentId: environment.value,
      registeredScopes: [...client.scopes],
      permission: client.accessType === 'partner' ? 'read' : null,
      ownerAccount: '',
      tags: [],
    },
    secretOf(client.secret),
  );
  if (!added.ok) throw new Error(added.failure.code);
  const credentialId = added.value;

  const ended = (id: string): Promise<DiagnosisView> =>
    eventually(() => {
      const view = services.diagnoses.find(id);
      if (view?.endedAtMs == null) throw new Error('it has not ended');
      return view;
    });
  return {
    services,
    vault,
    credentialId,
    noted,
    ended,
    async diagnose(scopes = client.scopes) {
      const started = services.diagnoses.start(credentialId, scopes);
      if (!started.ok) throw new Error(started.failure.code);
      return await ended(started.value.id);
    },
  };
}

/** `base tls bad tls_expired`: place, step, verdict, and what was found or why it was not tried. */
export const told = ({ place, step, verdict, finding, because, failure }: CheckLineView): string =>
  [place, step, verdict, because ?? (finding === 'failed' ? failure?.code : finding)].join(' ');

export function checkOf(
  view: DiagnosisView,
  place: CheckLineView['place'],
  step: CheckLineView['step'],
): CheckLineView {
  const found = view.checks.find((check) => check.place === place && check.step === step);
  if (found === undefined) throw new Error(`no check ${place} ${step}`);
  return found;
}
