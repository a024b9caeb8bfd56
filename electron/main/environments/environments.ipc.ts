// The contract's calls about environments, and what main asks before one is added, changed, reached otherwise, trusted or
// removed. A password of a proxy is typed in main's own window.
import type { CheckedInput } from '../../shared/ipc-contract.ts';
import { takenWhileOpen } from '../credentials/taken-secret.ts';
import type { Environment } from '../domain/environment.ts';
import { checkGatewayAddress } from '../domain/gateway-address.ts';
import { hostOf, secretHost, tokenHosts, wayOut } from '../domain/place-words.ts';
import { hostAndPort } from '../domain/proxy.ts';
import { fail, mapped, ok, type Result, type Outcome } from '../domain/result.ts';
import type { HandlerParts } from '../ipc/handler-parts.ts';
import { handlersOf } from '../ipc/serve-contract.ts';
import { whileOpen } from '../ipc/while-open.ts';
import { authorityFacts, type AuthorityFiles } from '../secret-input/authority-file.ts';
import type { Question } from '../secret-input/ports.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import {
  checkProxy,
  planPlace,
  planProxy,
  setAuthority,
  setProxy,
  type PlaceChange,
  type ProxyChange,
} from './environment-reach.ts';
import {
  addEnvironment,
  changeable,
  checkNewEnvironment,
  connectionFailure,
  obstacleToRemoving,
  removeEnvironment,
  renameEnvironment,
  saveEnvironment,
  setRotationAge,
  type NewEnvironment,
} from './environments.ts';

interface Open {
  readonly session: OpenSession;
}

export function environmentHandlers(
  parts: HandlerParts<Open> & { readonly authorities: AuthorityFiles },
) {
  const { vaultSession, dialogs, authorities } = parts;

  function pemOf(handle: string | null): Result<string | null> {
    const pem = handle === null ? null : authorities.pemOf(handle);
    return handle !== null && pem === null ? fail({ code: 'authority_invalid' }) : ok(pem);
  }

  /** What was typed, with the authority that main has read. */
  function wanted(input: CheckedInput<'environmentAdd'>): Result<NewEnvironment> {
    const { authorityHandle, anyway: _anyway, ...typed } = input;
    const pem = pemOf(authorityHandle);
    if (!pem.ok) return pem;
    const proxy = checkProxy(typed.proxy);
    if (!proxy.ok) return proxy;
    return ok({ ...typed, authorityPem: pem.value, proxy: proxy.value });
  }

  return {
    ...handlersOf({
      environmentCheckAddress({ address }) {
        const checked = checkGatewayAddress(address);
        return ok(
          checked.ok
            ? { normalised: checked.value.url, reason: null, punycode: checked.value.punycode }
            : { normalised: null, reason: checked.failure, punycode: null },
        );
      },
      async environmentChooseAuthority() {
        const path = await dialogs.chooseFile(AUTHORITY_TITLE);
        return path === null ? ok('cancelled') : await authorities.read(path);
      },
    }),
    ...whileOpen(vaultSession, {
      environmentAdd: {
        ask({ session }, input) {
          const asked = wanted(input);
          if (!asked.ok) return asked;
          return mapped(checkNewEnvironment(session, asked.value), (addresses) =>
            newEnvironmentQuestion(asked.value, addresses),
          );
        },
        async act({ session }, input) {
          const asked = wanted(input);
          if (!asked.ok) return asked;
          const unreached = input.anyway ? null : await connectionFailure(session, asked.value);
          if (unreached !== null) return ok({ unreached });
          return mapped(await addEnvironment(session, asked.value), (environmentId) => ({
            environmentId,
          }));
        },
      },
      environmentRename: ({ session }, { environmentId, name }) =>
        renameEnvironment(session, environmentId, name),
      environmentRotationAgeSet: ({ session }, { environmentId, days }) =>
        setRotationAge(session, environmentId, days),
      environmentRemove: {
        ask({ session }, { environmentId }) {
          const obstacle = obstacleToRemoving(session, environmentId);
          if (obstacle !== null) return fail(obstacle);
          const contents = session.vault.contents();
          return ok(removeQuestion(session.index.environment(contents, environmentId)?.name ?? ''));
        },
        act: ({ session }, { environmentId }) => removeEnvironment(session, environmentId),
      },
      environmentPlaceSet: {
        ask: ({ session }, { environmentId, ...typed }) =>
          mapped(planPlace(session, environmentId, typed), questionAboutPlace),
        async act({ session }, { environmentId, ...typed }) {
          // Planned anew: a token may have come while the question stood.
          const plan = planPlace(session, environmentId, typed);
          return plan.ok ? await saveEnvironment(session, plan.value.after, plan.value) : plan;
        },
      },
      environmentProxySet: {
        ask: ({ session }, { environmentId, proxy }) =>
          mapped(planProxy(session, environmentId, proxy), questionAboutWay),
        act: (open, input) => setProxyOf(parts, open, input),
      },
      environmentAuthoritySet: {
        ask({ session }, { environmentId, authorityHandle }) {
          const environment = changeable(session, environmentId);
          if (!environment.ok) return environment;
          return mapped(pemOf(authorityHandle), (pem) =>
            questionAboutTrust(environment.value, pem),
          );
        },
        async act({ session }, { environmentId, authorityHandle }) {
          const pem = pemOf(authorityHandle);
          return pem.ok ? await setAuthority(session, environmentId, pem.value) : pem;
        },
      },
    }),
  };
}

async function setProxyOf(
  { vaultSession, secretInput }: HandlerParts<Open>,
  { session }: Open,
  { environmentId, proxy, askPassword }: CheckedInput<'environmentProxySet'>,
): Outcome<void | 'cancelled'> {
  const plan = planProxy(session, environmentId, proxy);
  if (!plan.ok) return plan;
  const wanted = plan.value.proxy;
  const signsIn = wanted.mode === 'manual' && wanted.userName !== undefined;
  if (!signsIn || (!plan.value.needsPassword && !askPassword)) {
    return await setProxy(session, environmentId, proxy, null);
  }
  const asking = secretInput.takeProxyPassword(
    `For ${wanted.userName} at ${hostAndPort(wanted.host, wanted.port)}.`,
  );
  return await takenWhileOpen(vaultSession, asking, (secret, open) =>
    setProxy(open.session, environmentId, proxy, secret),
  );
}

const AUTHORITY_TITLE = 'Certificate authority (PEM file)';

function questionAboutWay({ environment, proxy }: ProxyChange): Question {
  return {
    message: `Reach ${secretHost(environment)} ${wayOut(proxy)}?`,
    detail:
      `Every call of ${environment.name} goes this way: requests and revocations at ` +
      `${secretHost(environment)}, tokens to ${tokenHosts(environment)}. A proxy cannot read them. One ` +
      'that lets nothing through keeps tokens from being revoked.',
    choices: ['Use this way'],
  };
}

function questionAboutPlace({ before, after }: PlaceChange): Question {
  const moves = before.baseUrl !== after.baseUrl || before.tradeUrl !== after.tradeUrl;
  const trusts = after.authorityPem === null ? '' : ' Its own authority is trusted there as well.';
  return {
    message: moves
      ? `Change the addresses of ${after.name}? Secrets will be sent to ${secretHost(after)}.`
      : `Make ${after.name} a ${after.kind} environment? Its host stays ${secretHost(after)}.`,
    detail:
      `Client secrets are sent to ${secretHost(after)}, tokens to ${tokenHosts(after)}, ` +
      `${wayOut(after.proxy)}. Whoever runs them can read what is sent.${trusts}` +
      `\n\nUntil now: ${secretHost(before)} and ${hostOf(before.tradeUrl)}, ${before.kind}.`,
    choices: ['Change environment'],
    serious: true,
  };
}

/** In two lines: a dialog breaks no word of 95 characters. */
const fingerprintLines = (fingerprint: string): string =>
  `SHA-256\n${fingerprint.slice(0, 48)}\n${fingerprint.slice(48)}`;

function questionAboutTrust(environment: Environment, pem: string | null): Question {
  const { name } = environment;
  const hosts = tokenHosts(environment);
  const facts = pem === null ? null : authorityFacts(pem);
  if (facts === null) {
    return {
      message: `Remove the authority of ${name}?`,
      detail: `From then on only authorities that this machine trusts vouch for ${hosts}.`,
      choices: ['Remove authority'],
    };
  }
  return {
    message: `Trust this authority for ${name}?`,
    detail:
      `${facts.subject}\n${fingerprintLines(facts.fingerprint)}\n\n` +
      `Whoever holds its key can pose as ${hosts}. They can read what is sent there, secrets and tokens too. ` +
      'Compare the fingerprint with the one you were given.',
    choices: ['Trust authority'],
    serious: true,
  };
}

function newEnvironmentQuestion(
  { name, authorityPem, proxy }: NewEnvironment,
  addresses: Pick<Environment, 'id' | 'baseUrl' | 'tradeUrl'>,
): Question {
  const authority = authorityPem === null ? null : authorityFacts(authorityPem);
  const trust =
    authority === null
      ? ''
      : `\n\nIts servers may also be vouched for by ${authority.subject}\n${fingerprintLines(authority.fingerprint)}`;
  return {
    message: `Add ${name}? Secrets will be sent to ${secretHost(addresses)}.`,
    detail:
      `Client secrets are sent to ${secretHost(addresses)}, tokens to ${tokenHosts(addresses)}, ` +
      `${wayOut(proxy)}. Whoever runs them can read what is sent.${trust}`,
    choices: ['Add environment'],
    serious: true,
  };
}

const removeQuestion = (name: string): Question => ({
  message: `Remove the environment ${name}?`,
  detail: 'Its addresses and its certificate authority are forgotten here.',
  choices: ['Remove environment'],
  serious: true,
});
