// The session's part of app.ts: what only an open vault needs, the calls of the service above all. A
// file of its own in the bundle, so that the first screen does not wait for it.
import type { Clock } from '../domain/clock.ts';
import { createGateway } from '../gateway/gateway-client.ts';
import type { SessionPorts } from '../session/session-ground.ts';
import { openSession, type SessionServices } from '../session/session-services.ts';
import { createSecretProgram, secretProgramEnvironment } from '../platform/secret-program.ts';
import { systemProxy } from '../platform/system-proxy.ts';

/** One gateway, and its connections, for all the sessions of a run. */
export function createSessions(
  clock: Clock,
): (ports: Omit<SessionPorts, 'gateway' | 'clock' | 'secretProgram'>) => Promise<SessionServices> {
  const gateway = createGateway({ clock, systemProxy });
  const secretProgram = createSecretProgram({
    environment: secretProgramEnvironment(process.env, process.platform),
  });
  return (ports) => openSession({ ...ports, gateway, clock, secretProgram });
}
