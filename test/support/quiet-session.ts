// Opens the services of a session: environments are where they say they are, and nobody listens or has anything to do
// before it resumes, unless a test says otherwise.
import { openSession, type SessionServices } from '../../electron/main/session/session-services.ts';

type Parts = Parameters<typeof openSession>[0];

export const quietSession = (
  parts: Pick<Parts, 'vault' | 'gateway' | 'clock'> & Partial<Parts>,
): Promise<SessionServices> =>
  openSession({
    targetOf: (environment) => environment,
    changed: () => undefined,
    recordEvent: () => undefined,
    beforeResuming: () => Promise.resolve(),
    ...parts,
  });
