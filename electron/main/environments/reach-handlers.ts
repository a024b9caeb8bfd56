// The contract's calls about where an environment is, how it is reached and whom it trusts. A password of a proxy is
// typed in main's own window; whom to trust is confirmed in main's own dialog.
import { hostAndPort } from '../domain/proxy.ts';
import type { EnvironmentId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { CallInput } from '../../shared/ipc-contract.ts';
import { changeable } from './environments.ts';
import { planPlace, planProxy, setAuthority, setPlace, setProxy } from './environment-reach.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import {
  questionAboutPlace,
  questionAboutTrust,
  questionAboutWay,
} from './environment-questions.ts';
import type { Handlers } from '../ipc/serve-contract.ts';
import { createWhileOpen, takenWhileOpen } from '../ipc/while-open.ts';

export function createReachHandlers(
  ports: HandlerPorts,
): Pick<Handlers, 'environmentPlaceSet' | 'environmentProxySet' | 'environmentAuthoritySet'> {
  const { vaultSession, secretInput, authorities } = ports;
  const whileOpen = createWhileOpen(vaultSession);

  function pemOf(handle: string | null): Result<string | null, Failure> {
    const pem = handle === null ? null : authorities.pemOf(handle);
    return handle !== null && pem === null ? fail({ code: 'authority_invalid' }) : ok(pem);
  }

  async function setProxyOf({
    environmentId,
    proxy,
    askPassword,
  }: CallInput<'environmentProxySet'>): Promise<Result<'done' | 'cancelled', Failure>> {
    const open = vaultSession.services();
    if (!open.ok) return open;
    const id = environmentId as EnvironmentId;
    const plan = planProxy(open.value.session, id, proxy);
    if (!plan.ok) return plan;
    const wanted = plan.value.proxy;
    const signsIn = wanted.mode === 'manual' && wanted.userName !== undefined;
    if (!signsIn || (!plan.value.needsPassword && !askPassword)) {
      return await setProxy(open.value.session, id, proxy, null);
    }
    const asking = secretInput.takeProxyPassword(
      `For ${wanted.userName} at ${hostAndPort(wanted.host, wanted.port)}.`,
    );
    const taken = await takenWhileOpen(vaultSession, asking);
    if (!taken.ok) return taken;
    if (taken.value === 'cancelled') return ok('cancelled');
    const { secret, services } = taken.value;
    return await setProxy(services.session, id, proxy, secret);
  }

  return {
    environmentPlaceSet: {
      ask: whileOpen(({ session }, { environmentId, ...typed }) => {
        const plan = planPlace(session, environmentId as EnvironmentId, typed);
        return plan.ok ? ok(questionAboutPlace(plan.value)) : plan;
      }),
      act: whileOpen(({ session }, { environmentId, ...typed }) =>
        setPlace(session, environmentId as EnvironmentId, typed),
      ),
    },
    environmentProxySet: {
      ask: whileOpen(({ session }, { environmentId, proxy }) => {
        const plan = planProxy(session, environmentId as EnvironmentId, proxy);
        return plan.ok ? ok(questionAboutWay(plan.value)) : plan;
      }),
      act: setProxyOf,
    },
    environmentAuthoritySet: {
      ask: whileOpen(({ session }, { environmentId, authorityHandle }) => {
        const environment = changeable(session, environmentId as EnvironmentId);
        if (!environment.ok) return environment;
        const pem = pemOf(authorityHandle);
        if (!pem.ok) return pem;
        return ok(questionAboutTrust(environment.value, pem.value));
      }),
      act: whileOpen(async ({ session }, { environmentId, authorityHandle }) => {
        const pem = pemOf(authorityHandle);
        if (!pem.ok) return pem;
        return await setAuthority(session, environmentId as EnvironmentId, pem.value);
      }),
    },
  };
}
