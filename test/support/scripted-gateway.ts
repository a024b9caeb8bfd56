// A gateway whose answers a test writes down beforehand, and which remembers what it was asked. An
// answer may be held back, so that a test can act while a call is under way.
import { fail, ok, type Result } from '../../electron/main/domain/result.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import type { Clock } from '../../electron/main/domain/clock.ts';
import type {
  CallFacts,
  Gateway,
  GatewayFailure,
  IssuedToken,
  ProbeAnswer,
  RevokeAnswer,
  TokenAnswer,
} from '../../electron/main/gateway/gateway.ts';

type Later<T> = T | Promise<T>;

export interface ScriptedGateway extends Gateway {
  readonly calls: string[];
  onToken: (answer: () => Later<Result<TokenAnswer, GatewayFailure>>) => void;
  onRevoke: (answer: () => Later<Result<RevokeAnswer, GatewayFailure>>) => void;
  onProbe: (answer: () => Later<Result<ProbeAnswer, GatewayFailure>>) => void;
  readonly issued: (changes?: Partial<IssuedToken> & { text?: SecretBytes }) => TokenAnswer;
  readonly failure: (
    changes: Partial<GatewayFailure>,
    facts?: Partial<CallFacts>,
  ) => GatewayFailure;
  readonly probed: (status: number, body?: string) => ProbeAnswer;
}

export function createScriptedGateway(clock: Clock): ScriptedGateway {
  const calls: string[] = [];
  let count = 0;
  const factsOf = (call: CallFacts['call'], changes: Partial<CallFacts> = {}): CallFacts => ({
    call,
    host: 'gateway.test',
    sentAtMs: clock.nowMs(),
    sentMonotonicMs: clock.monotonicMs(),
    durationMs: 12,
    status: 200,
    clockSkewSeconds: null,
    ...changes,
  });
  const issued: ScriptedGateway['issued'] = (changes = {}) => {
    count += 1;
    return {
      tokens: [
        {
          text: SecretBytes.take(Buffer.from(`token-text-${count}`)),
          grantedScopes: null,
          lifetimeSeconds: 3600,
          expiresInRaw: '3600',
          anomalies: [],
          quarantine: null,
          facts: factsOf('token'),
          ...changes,
        },
      ],
    };
  };
  const probed: ScriptedGateway['probed'] = (status, body = '{}') => ({
    facts: factsOf('identity check', { status }),
    status,
    contentType: 'application/json',
    body: Buffer.from(body),
  });
  let token: () => Later<Result<TokenAnswer, GatewayFailure>> = () => ok(issued());
  let revoke: () => Later<Result<RevokeAnswer, GatewayFailure>> = () =>
    ok({ verdict: 'accepted', anomalies: [], facts: factsOf('revoke') });
  let probe: () => Later<Result<ProbeAnswer, GatewayFailure>> = () => ok(probed(200));
  return {
    calls,
    async requestToken(_target, credential, scopes) {
      calls.push(['token', credential.accessType, ...scopes].join(' '));
      return await token();
    },
    async revokeToken(_target, _credential, text) {
      calls.push(`revoke ${text.use((bytes) => bytes.toString())}`);
      return await revoke();
    },
    async probeToken(_target, accessType, text) {
      calls.push(`probe ${accessType} ${text.use((bytes) => bytes.toString())}`);
      return await probe();
    },
    onToken(answer) {
      token = answer;
    },
    onRevoke(answer) {
      revoke = answer;
    },
    onProbe(answer) {
      probe = answer;
    },
    issued,
    probed,
    failure: (changes, facts = {}) => ({
      code: 'http_error',
      possiblyDone: true,
      oauthError: null,
      serverSaid: null,
      about: null,
      retryAfterMs: null,
      facts: factsOf('token', facts),
      ...changes,
    }),
  };
}

export const failed = (failure: GatewayFailure): { ok: false; failure: GatewayFailure } =>
  fail(failure);
