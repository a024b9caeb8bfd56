// The contract's calls about inspecting a token from somewhere else. Its text stays in main; before it
// goes to an environment for the first time, main asks.
import type { InspectionAnswerView } from '../../shared/inspection/inspection-view.ts';
import { takenWhileOpen } from '../credentials/taken-secret.ts';
import type { Environment, Introspection } from '../domain/environment.ts';
import { hostOf, isPractice } from '../domain/place-words.ts';
import { fail, mapped, ok, type Result, type Outcome } from '../domain/result.ts';
import { checkIntrospection, setIntrospection } from '../environments/environments.ts';
import type { HandlerParts } from '../ipc/handler-parts.ts';
import { ifOpen, whileOpen } from '../ipc/while-open.ts';
import type { Dialogs, Question } from '../secret-input/ports.ts';
import {
  findCredential,
  findEnvironment,
  type EnvironmentPlace,
  type OpenSession,
} from '../tokens/open-session.ts';
import type { Inspections } from './inspections.ts';

interface Open {
  readonly session: OpenSession;
  readonly inspections: Inspections;
}

export function inspectionHandlers({ vaultSession, secretInput, dialogs }: HandlerParts<Open>) {
  async function ask(
    open: Open,
    place: Result<EnvironmentPlace>,
    put: (open: Open) => Outcome<InspectionAnswerView>,
  ): Outcome<InspectionAnswerView | 'cancelled'> {
    if (!place.ok) return place;
    const allowed = await mayLeave(dialogs, open, place.value);
    if (!allowed.ok) return allowed;
    if (!allowed.value) return ok('cancelled');
    // The person may have locked the vault while the question stood.
    const still = vaultSession.services();
    return still.ok ? await put(still.value) : still;
  }

  return {
    inspectionCancel: ifOpen(vaultSession, ({ inspections }) => inspections.cancel()),
    inspectionEnd: ifOpen(vaultSession, ({ inspections }) => inspections.end()),
    ...whileOpen(vaultSession, {
      async inspectionTake({ inspections }, { source }) {
        const { sheet } = inspections;
        const asking = secretInput.takeToken(source);
        return await takenWhileOpen(vaultSession, asking, (secret) => {
          // The sheet was closed meanwhile, or the session is another: nobody would ever end this one.
          if (sheet.aborted) secret.wipe();
          return ok(sheet.aborted ? ('cancelled' as const) : inspections.begin(secret, source));
        });
      },
      inspectionTidy: ({ inspections }) => inspections.tidy(),
      inspectionCheck: (open, { environmentId, accessType }) =>
        ask(open, findEnvironment(open.session, environmentId), ({ inspections }) =>
          inspections.check(environmentId, accessType),
        ),
      inspectionIntrospect: (open, { credentialId }) =>
        ask(open, findCredential(open.session, credentialId), ({ inspections }) =>
          inspections.introspect(credentialId),
        ),
      environmentIntrospectionSet: {
        ask: ({ session }, { environmentId, introspection }) =>
          mapped(checkIntrospection(session, environmentId, introspection), (environment) =>
            introspectionQuestion(environment, introspection),
          ),
        act: ({ session }, { environmentId, introspection }) =>
          setIntrospection(session, environmentId, introspection),
      },
    }),
  };
}

/**
 * SECURITY(S28): a window that is no longer ours could add an environment and choose it; that a token
 * leaves for a host is the person's word, given to main.
 */
async function mayLeave(
  dialogs: Dialogs,
  { inspections }: Open,
  { environment, target }: EnvironmentPlace,
): Outcome<boolean> {
  const obstacle = inspections.obstacle();
  if (obstacle !== null) return fail(obstacle);
  // Of this token, whichever is held once the person has answered.
  const allowed = inspections.allowed();
  // The practice gateway is this machine.
  if (isPractice(environment)) allowed.add(environment.id);
  if (allowed.has(environment.id)) return ok(true);
  const hosts = [...new Set([target.baseUrl, target.tradeUrl].map(hostOf))];
  const choice = await dialogs.ask(sendTokenQuestion(environment.name, hosts));
  if (choice === null) return ok(false);
  allowed.add(environment.id);
  return ok(true);
}

const sendTokenQuestion = (environment: string, hosts: readonly string[]): Question => ({
  message: `Send the token to ${environment}?`,
  detail:
    `It goes to ${hosts.join(' or ')}. ` +
    'Whoever runs that server can use the token while it lives.',
  choices: ['Send it'],
});

function introspectionQuestion(
  { name, baseUrl }: Environment,
  introspection: Introspection | null,
): Question {
  if (introspection === null) {
    return {
      message: `Stop introspecting tokens of ${name}?`,
      detail: `Nothing is sent to ${hostOf(baseUrl)} to be introspected any more.`,
      choices: ['Switch it off'],
    };
  }
  return {
    message: `Send tokens of ${name} to ${hostOf(baseUrl)} to be introspected?`,
    detail:
      'Tokens that are introspected, and the secret of the client that asks, go to\n' +
      `${baseUrl}${introspection.path}`,
    choices: ['Send them there'],
  };
}
