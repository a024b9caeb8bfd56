// Opens the services of a session: environments are where they say they are, and nobody listens or has anything to do
// before it resumes, unless a test says otherwise.
import { fail } from '../../electron/main/domain/result.ts';
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
    pastEvents: () => Promise.resolve(true),
    secretProgram: {
      inspect: () => Promise.resolve(fail({ code: 'manager_unfit' })),
      run: () => Promise.resolve(fail({ code: 'manager_unfit' })),
    },
    missed: ['lock'],
    closedBy: () => ['lock'],
    beforeRun: () => undefined,
    ...parts,
  });
