// What main asks before a token from elsewhere leaves for a host, and before tokens are introspected. Pure.
import type { Environment, Introspection } from '../domain/environment.ts';
import type { Question } from '../secret-input/ports.ts';

export const sendTokenQuestion = (environment: string, hosts: readonly string[]): Question => ({
  message: `Send the token to ${environment}?`,
  detail:
    `It goes to ${hosts.join(' or ')}. ` +
    'Whoever runs that server can use the token while it lives.',
  choices: ['Send it'],
  serious: false,
});

export function introspectionQuestion(
  { name, baseUrl }: Environment,
  introspection: Introspection | null,
): Question {
  if (introspection === null) {
    return {
      message: `Stop introspecting tokens of ${name}?`,
      detail: `Nothing is sent to ${new URL(baseUrl).host} to be introspected any more.`,
      choices: ['Switch it off'],
      serious: false,
    };
  }
  return {
    message: `Send tokens of ${name} to ${new URL(baseUrl).host} to be introspected?`,
    detail:
      'Tokens that are introspected, and the secret of the client that asks, go to\n' +
      `${baseUrl}${introspection.path}`,
    choices: ['Send them there'],
    serious: false,
  };
}
