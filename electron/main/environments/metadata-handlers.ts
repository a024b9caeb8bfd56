// The contract's calls about the metadata of an authorization server (RFC 8414). Main asks before it goes
// anywhere, and once more before anything of it is taken over.
import type { CallInput } from '../../shared/ipc-contract.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import {
  chosenOf,
  type IntrospectionOffer,
  type MetadataPlace,
  type MetadataPlan,
} from '../diagnosis/metadata-document.ts';
import { PRACTICE_ENVIRONMENT_ID, type EnvironmentId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { checkAddresses, setIntrospection } from './environments.ts';
import { checkProxy } from './environment-reach.ts';
import {
  NEW_ENVIRONMENT,
  readMetadataQuestion,
  takeMetadataQuestion,
} from './environment-questions.ts';
import type { SessionServices } from '../session/session-services.ts';
import { findEnvironment, type EnvironmentPlace } from '../tokens/open-session.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import type { Handlers } from '../ipc/serve-contract.ts';

type Asked = CallInput<'environmentMetadataRead'>;
type Taken = CallInput<'environmentMetadataTake'>;

export function createMetadataHandlers(
  ports: HandlerPorts,
): Pick<Handlers, 'environmentMetadataRead' | 'environmentMetadataTake'> {
  const { vaultSession, dialogs, authorities } = ports;

  function placeOf({ session }: SessionServices, of: Asked['of']): Result<MetadataPlace, Failure> {
    if (of.kind === 'environment') {
      const found = findEnvironment(session, of.environmentId as EnvironmentId);
      if (!found.ok) return found;
      const { environment, target } = found.value;
      return ok({ id: environment.id, name: environment.name, target });
    }
    const addresses = checkAddresses(of);
    if (!addresses.ok) return addresses;
    const authorityPem = of.authorityHandle === null ? null : authorities.pemOf(of.authorityHandle);
    if (of.authorityHandle !== null && authorityPem === null) {
      return fail({ code: 'authority_invalid' });
    }
    const proxy = checkProxy(of.proxy);
    if (!proxy.ok) return proxy;
    const name = of.name.trim() === '' ? NEW_ENVIRONMENT : of.name.trim();
    return ok({ id: null, name, target: { ...addresses.value, authorityPem, proxy: proxy.value } });
  }

  /**
   * SECURITY(S28): a window that is no longer ours could type any address and have it asked, with a path
   * that carries something away. Where main goes is the person's word.
   */
  async function mayAsk({ metadata }: SessionServices, plan: MetadataPlan): Promise<boolean> {
    const { place, issuer } = plan;
    // The practice gateway is this machine.
    if (place.id === PRACTICE_ENVIRONMENT_ID) return true;
    if (metadata.allowed.has(issuer.metadataUrl)) return true;
    const choice = await dialogs.ask(readMetadataQuestion(place.name, issuer.metadataUrl));
    if (choice !== null) metadata.allowed.add(issuer.metadataUrl);
    return choice !== null;
  }

  interface Takeable {
    readonly services: SessionServices;
    readonly place: EnvironmentPlace;
    readonly offer: IntrospectionOffer;
  }

  function takeable({ environmentId, readingId }: Taken): Result<Takeable, Failure> {
    const open = vaultSession.services();
    if (!open.ok) return open;
    const place = findEnvironment(open.value.session, environmentId as EnvironmentId);
    if (!place.ok) return place;
    const offer = open.value.metadata.offered(place.value.environment.id, readingId);
    return offer === null
      ? fail({ code: 'metadata_gone' })
      : ok({ services: open.value, place: place.value, offer });
  }

  return {
    async environmentMetadataRead({ of, issuer }) {
      const open = vaultSession.services();
      if (!open.ok) return open;
      const place = placeOf(open.value, of);
      if (!place.ok) return place;
      const plan = open.value.metadata.plan(place.value, issuer);
      if (!plan.ok) return plan;
      if (!(await mayAsk(open.value, plan.value))) return ok('cancelled');
      // The person may have locked the vault while the question stood.
      const still = vaultSession.services();
      if (!still.ok) return still;
      return still.value.metadata === open.value.metadata
        ? await still.value.metadata.read(plan.value)
        : ok('cancelled');
    },
    environmentMetadataTake: {
      ask(input) {
        const found = takeable(input);
        if (!found.ok) return found;
        const { place, offer } = found.value;
        const { environment, target } = place;
        const question = takeMetadataQuestion(environment.name, target.baseUrl, offer);
        return question === null ? fail({ code: 'metadata_gone' }) : ok(question);
      },
      async act(input, choice) {
        const found = takeable(input);
        if (!found.ok) return found;
        const { services, place, offer } = found.value;
        const chosen = chosenOf(offer, choice);
        if (chosen === null) return fail({ code: 'metadata_gone' });
        const set = await setIntrospection(services.session, place.environment.id, chosen);
        return set.ok ? ok('done') : set;
      },
    },
  };
}
