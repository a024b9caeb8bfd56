// An open session for unit tests: memory vault, scripted gateway, fake clock, one Trader and one Partner
// credential with secrets.
import type { SessionServices } from '../../electron/main/session/session-services.ts';
import { quietSession } from './quiet-session.ts';
import type { Credential } from '../../electron/main/domain/credential.ts';
import type { HistoryEvent } from '../../electron/main/domain/history-event.ts';
import type { CredentialId, EnvironmentId } from '../../electron/main/domain/ids.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import type { TokenState } from '../../electron/shared/words.ts';
import type { Token } from '../../electron/main/domain/token.ts';
import type { GatewayTarget } from '../../electron/main/gateway/call-target.ts';
import { stateOf } from '../../electron/main/tokens/ledger/housekeeping.ts';
import { createFakeClock, settle, type FakeClock } from './fake-clock.ts';
import { NO_CONTENTS } from '../../electron/main/vault/vault.ts';
import { createMemoryVault, type MemoryVault } from './memory-vault.ts';
import { createScriptedProgram, type ScriptedProgram } from './scripted-program.ts';
import { createScriptedGateway, type ScriptedGateway } from './scripted-gateway.ts';

export const TRADER = 'trader-1' as CredentialId;
export const PARTNER = 'partner-1' as CredentialId;

export interface TestSession extends SessionServices {
  readonly clock: FakeClock;
  readonly vault: MemoryVault;
  readonly gateway: ScriptedGateway;
  readonly program: ScriptedProgram;
  readonly token: (index?: number) => Token;
  readonly state: (index?: number) => TokenState;
  readonly credential: (id?: CredentialId) => Credential;
  /** What was written into the history, oldest first. */
  readonly noted: readonly HistoryEvent[];
  /** Closes nothing: opens a second session over what is saved, now or then, as after a crash. */
  readonly restart: (saved?: MemoryVault, clock?: FakeClock) => Promise<TestSession>;
}

function credential(id: CredentialId, accessType: 'trader' | 'partner'): Credential {
  return {
    id,
    environmentId: 'env-1' as EnvironmentId,
    accessType,
    label: id,
    clientId: `client-${id}`,
    registeredScopes: accessType === 'trader' ? ['TRADER_READ', 'TRADER_TRADE'] : [],
    permission: accessType === 'partner' ? 'read' : null,
    ownerAccount: '',
    tags: [],
    createdAtMs: 0,
    secretSetAtMs: 0,
    secretFingerprint: 'ffff·ffff',
    refusalsInARow: 0,
    removeWhenDead: false,
    lastFailure: null,
  };
}

/** A vault with both credentials, whose environment is at `target`. */
export async function createTestVault(
  target: GatewayTarget,
  inMemory = false,
): Promise<MemoryVault> {
  const contents = {
    ...NO_CONTENTS,
    environments: [
      { id: 'env-1' as EnvironmentId, name: 'Test', kind: 'sandbox' as const, ...target },
    ],
    credentials: [credential(TRADER, 'trader'), credential(PARTNER, 'partner')],
    tokens: [],
  };
  const vault = createMemoryVault(contents, new Map(), undefined, inMemory);
  await vault.change({
    contents: (before) => before,
    seal: [TRADER, PARTNER].map((id) => ({
      name: { id, field: 'client_secret' as const },
      secret: SecretBytes.take(Buffer.from(`secret-of-${id}`)),
    })),
  });
  return vault;
}

export async function createTestSession(
  clock = createFakeClock(),
  inMemory = false,
): Promise<TestSession> {
  const target = {
    baseUrl: 'https://base.test',
    tradeUrl: 'https://trade.test',
    authorityPem: null,
  };
  const vault = await createTestVault(target, inMemory);
  return await sessionOver(clock, vault, createScriptedGateway(clock));
}

async function sessionOver(
  clock: FakeClock,
  vault: MemoryVault,
  gateway: ScriptedGateway,
): Promise<TestSession> {
  const noted: HistoryEvent[] = [];
  const program = createScriptedProgram();
  const services = await quietSession({
    secretProgram: program,
    vault,
    gateway,
    clock,
    recordEvent: (event) => {
      noted.push(event);
    },
  });
  await settle();
  const token = (index = 0): Token => {
    const found = vault.contents().tokens[index];
    if (found === undefined) throw new Error(`no token ${index}`);
    return found;
  };
  return {
    ...services,
    noted,
    program,
    clock,
    vault,
    gateway,
    token,
    state: (index) => stateOf(services.session, vault.contents(), token(index)),
    credential(id = TRADER) {
      const found = vault.contents().credentials.find((each) => each.id === id);
      if (found === undefined) throw new Error(`no key ${id}`);
      return found;
    },
    restart: (saved = vault, then = clock) =>
      sessionOver(then, saved, createScriptedGateway(then, 1_000)),
  };
}
