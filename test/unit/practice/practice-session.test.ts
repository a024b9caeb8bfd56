// Practice on a machine that gives no port: practice is missing, and nothing else.
import { Server } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../../electron/main/domain/clock.ts';
import { Drills } from '../../../electron/main/practice/drills/drills.ts';
import { PracticeSession } from '../../../electron/main/practice/practice-session.ts';
import { practiceEnvironment } from '../../../electron/main/environments/environments.ts';
import { createMemoryVault } from '../../support/memory-vault.ts';
import { createTestSession, type TestSession } from '../../support/test-session.ts';

let practice: PracticeSession;
let services: TestSession;

beforeEach(async () => {
  practice = new PracticeSession({
    clock: systemClock,
    handOver: () => Promise.resolve(),
  });
  services = await createTestSession();
  vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(function refuse(this: Server) {
    process.nextTick(() => this.emit('error', new Error('EADDRNOTAVAIL')));
    return this;
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await practice.close();
});

it('lets a vault with practice credentials open all the same', async () => {
  const vault = createMemoryVault({
    ...services.session.vault.contents(),
    environments: [practiceEnvironment],
    credentials: services.session.vault
      .contents()
      .credentials.map((each) => ({ ...each, environmentId: practiceEnvironment.id })),
  });
  await practice.open({ ...services.session, vault });
  expect(practice.targetOf(practiceEnvironment)).toBeNull();
});

it('refuses a drill with the reason', async () => {
  const drills = new Drills(practice);
  const started = await drills.start(services, 'public_repository');
  expect(started).toMatchObject({ ok: false, failure: { code: 'practice_unavailable' } });
});

it('starts at the next chance', async () => {
  expect(await practice.ready()).toBeNull();
  expect(await practice.ready()).not.toBeNull();
  expect(practice.target()).toMatchObject({ trustsItAlone: true });
});
