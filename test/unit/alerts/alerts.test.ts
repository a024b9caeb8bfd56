// Notifications: each fact once, several as one, silent while somebody looks, in quiet hours and on
// success, but for the proof of a death that a person waits for; and nothing in them but labels and times.
import { describe, expect, it } from 'vitest';
import { createAlerts } from '../../../electron/main/alerts/alerts.ts';
import {
  DEFAULT_ALERTS,
  type AlertSettings,
} from '../../../electron/main/domain/alert-settings.ts';
import type { Notice } from '../../../electron/main/domain/alert.ts';
import type { EnvironmentId } from '../../../electron/main/domain/ids.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { replaceSecret, setValidUntil } from '../../../electron/main/credentials/credentials.ts';
import { setRotationAge } from '../../../electron/main/environments/environments.ts';
import { ok } from '../../../electron/main/domain/result.ts';
import type { TagAlert } from '../../../electron/main/domain/tag-alert.ts';
import { addCredentials, addTokens, changeRows } from '../../support/many-tokens.ts';
import {
  createTestSession,
  PARTNER,
  TRADER,
  type TestSession,
} from '../../support/test-session.ts';

const MINUTE = 60_000;
const READ = ['TRADER_READ'] as const;

interface Desk {
  readonly session: TestSession;
  readonly notices: Notice[];
  settings: AlertSettings;
  seen: boolean;
  /** Lets time pass, looking once a minute as the app does. */
  readonly pass: (minutes: number) => Promise<void>;
  readonly look: () => void;
}

/** A session with one Trader token of an hour, and nobody at the window. */
async function desk(settings: Partial<AlertSettings> = {}): Promise<Desk> {
  const session = await createTestSession();
  const isRevoked = (text: string): boolean => session.gateway.calls.includes(`revoke ${text}`);
  session.gateway.onProbe((text) => ok(session.gateway.probed(isRevoked(text) ? 401 : 200)));
  await session.requests.request(TRADER, READ);
  return watched(session, settings);
}

function watched(session: TestSession, settings: Partial<AlertSettings> = {}): Desk {
  const notices: Notice[] = [];
  const self: Desk = {
    session,
    notices,
    settings: { ...DEFAULT_ALERTS, ...settings },
    seen: false,
    async pass(minutes) {
      for (let left = minutes; left > 0; left -= 1) {
        await session.clock.advance(Math.min(left, 1) * MINUTE);
        alerts.reevaluate();
      }
    },
    look: () => alerts.reevaluate(),
  };
  const alerts = createAlerts(session.session, session.renewals, {
    settings: () => self.settings,
    seen: () => self.seen,
    notify: (notice) => notices.push(notice),
  });
  return self;
}

/** Quiet hours from now on. */
function quietFor(self: Desk, minutes: number): void {
  const now = new Date(self.session.clock.nowMs());
  const from = now.getHours() * 60 + now.getMinutes();
  self.settings = { ...self.settings, quiet: { from, to: (from + minutes) % 1_440 } };
}

describe('a token that ends', () => {
  it('is told at 15 and 5 minutes and once it has expired, each once', async () => {
    const { notices, pass } = await desk();
    await pass(120);
    expect(notices.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^A token expires at \d\d:\d\d: trader-1\.$/),
      expect.stringMatching(/^A token expires at \d\d:\d\d: trader-1\.$/),
      'A token has expired: trader-1.',
    ]);
  });

  it('is not told where it is renewed: success is silent', async () => {
    const { session, notices, pass } = await desk();
    await session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 10 });
    await pass(180);
    expect(notices).toEqual([]);
  });

  it('is told where a lease keeps renewal from it and ends later', async () => {
    const { session, notices, pass } = await desk();
    await session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 10 });
    await session.leases.set(session.token().id, { end: 'after', seconds: 14_400 });
    await pass(120);
    expect(notices).toHaveLength(3);
  });

  it('is told where its renewal fails', async () => {
    const { session, notices, pass } = await desk();
    await session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 10 });
    session.gateway.refuseTokens(
      { code: 'connect_refused', possiblyDone: false },
      { status: null },
    );
    await pass(58);
    expect(notices.map(({ body }) => body)).toEqual([expect.stringMatching(/^A token expires at/)]);
  });

  it('is not told where the person got it since its renewal had failed: it will be renewed', async () => {
    const { session, notices, pass } = await desk();
    await session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 10 });
    session.gateway.refuseTokens({ code: 'server_error' }, { status: 500 });
    await pass(58);
    session.gateway.onToken(() => ok(session.gateway.issued()));
    await session.requests.request(TRADER, READ);
    notices.length = 0;
    await pass(180);
    expect(notices).toEqual([]);
  });

  it('is told where a full disk keeps it from being renewed', async () => {
    const { session, notices, pass } = await desk();
    await session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 10 });
    session.vault.failWith({ code: 'disk_full' });
    await pass(70);
    expect(notices.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^A token expires at/),
      'A token has expired: trader-1.',
    ]);
  });

  it('is told where renewal stops before it would be due', async () => {
    const { session, notices, pass } = await desk();
    const untilMs = session.clock.nowMs() + 50 * MINUTE;
    await session.renewals.turnOn(TRADER, { untilMs, graceSeconds: 10 });
    await pass(46);
    expect(notices.map(({ body }) => body)).toEqual([expect.stringMatching(/^A token expires at/)]);
  });

  it('is told where its renewal has no answer, once it has expired; not as the machine wakes', async () => {
    const { session, notices, pass } = await desk();
    await session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 10 });
    const slow = Promise.withResolvers<ReturnType<typeof session.gateway.issued>>();
    session.gateway.onToken(async () => ok(await slow.promise));
    await pass(5);
    session.clock.setWall(session.clock.nowMs() + 2 * 60 * MINUTE);
    session.wake();
    await pass(1);
    expect(notices).toEqual([]);
    await pass(3);
    expect(notices.map(({ body }) => body)).toEqual(['A token has expired: trader-1.']);
    slow.resolve(session.gateway.issued());
    await pass(5);
    expect(notices).toHaveLength(1);
  });

  it('is not told once it was revoked, but its proven death is', async () => {
    const { session, notices, pass } = await desk();
    await session.revocations.revoke(session.token().id);
    await pass(70);
    const { refusals = 0 } = session.token().revocation ?? {};
    expect(refusals).toBeGreaterThanOrEqual(3);
    expect(notices.map(({ body }) => body)).toEqual([
      `A revoked token is dead, refused in ${refusals} checks over 5 minutes: trader-1.`,
    ]);
  });

  it('is not told again where the vault is opened after it', async () => {
    const { session, pass } = await desk();
    await pass(50);
    const again = watched(session);
    await again.pass(2);
    expect(again.notices).toEqual([]);
    await again.pass(5);
    expect(again.notices).toHaveLength(1);
  });
});

describe('the proof of a death', () => {
  const dead = (desk: Desk): readonly string[] =>
    desk.notices.map(({ body }) => body).filter((body) => body.includes('dead'));

  it('is told although nobody looks again after a look that came too soon', async () => {
    const self = await desk();
    await self.session.revocations.revoke(self.session.token().id);
    // So that the look in the second of the proof is not a timely one.
    await self.session.clock.advance(6_000);
    const isProven = (): boolean => self.session.token().revocation?.verifiedAtMs != null;
    for (let second = 0; second < 320 && !isProven(); second += 1) {
      await self.session.clock.advance(1_000);
      self.look();
    }
    expect([isProven(), dead(self).length]).toEqual([true, 0]);
    await self.session.clock.advance(5_000);
    expect(dead(self)).toHaveLength(1);
  });

  it('is not told to somebody who has the window before them, nor later', async () => {
    const self = await desk();
    self.seen = true;
    await self.session.revocations.revoke(self.session.token().id);
    await self.pass(8);
    self.seen = false;
    await self.pass(3);
    expect(dead(self)).toEqual([]);
  });

  it('waits for the end of quiet hours, however much is told in them', async () => {
    const self = await desk({ urgentInQuiet: true });
    quietFor(self, 30);
    await self.session.revocations.revoke(self.session.token().id);
    await self.pass(20);
    expect(dead(self)).toEqual([]);
    await self.pass(15);
    expect(dead(self)).toHaveLength(1);
  });

  it('of a run is told once, when nothing more of it is on its way', async () => {
    const self = await desk();
    const { session } = self;
    await session.requests.request(TRADER, ['TRADER_READ', 'TRADER_TRADE']);
    const run = await session.stops.start({ kind: 'all' });
    expect(run.ok).toBe(true);
    await self.pass(8);
    expect(dead(self)).toEqual(['2 revoked tokens are dead: trader-1.']);
  });
});

describe('several facts', () => {
  it('are one notification, with two names and a count', async () => {
    const session = await createTestSession();
    const ids = await addCredentials(session, 4);
    await addTokens(
      session,
      ids.map((id) => ({ id: `of-${id}`, credentialId: id, leftSeconds: 3_600 })),
    );
    const { notices, pass } = watched(session);
    await pass(46);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.body).toMatch(/^4 tokens expire by \d\d:\d\d: desk-0, desk-1 and 2 more\.$/);
  });

  it('are one also where they come seconds apart', async () => {
    const session = await createTestSession();
    await addTokens(session, [
      { id: 'one', leftSeconds: 902 },
      { id: 'two', leftSeconds: 904 },
    ]);
    const { notices, pass } = watched(session);
    for (let second = 0; second < 6; second += 1) await pass(1 / 60);
    expect(notices.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^2 tokens expire by \d\d:\d\d: trader-1\.$/),
    ]);
  });

  it('of several kinds are told most pressing first', async () => {
    const { session, notices, pass } = await desk();
    await session.requests.request(PARTNER, []);
    await pass(55);
    notices.length = 0;
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    await pass(5);
    await session.checks.check(session.vault.contents().tokens[0]!.id);
    await pass(3);
    expect(notices.at(-1)?.body).toMatch(/expired|refuses/);
  });
});

describe('by tag', () => {
  it.each<[string, readonly number[], number]>([
    ['earlier', [30], 1],
    ['not before the end', [], 0],
  ])('thresholds may be %s', async (_name, minutesBefore, told) => {
    const { session, notices, pass } = await desk();
    const tagAlerts: TagAlert[] = [{ tag: 'desk', minutesBefore }];
    await session.vault.change({ contents: (before) => ({ ...before, tagAlerts }) });
    await changeRows(session, 'credentials', { tags: ['desk'] });
    await pass(40);
    expect(notices).toHaveLength(told);
    await pass(18);
    expect(notices).toHaveLength(told);
    await pass(5);
    expect(notices.at(-1)?.body).toMatch(/has expired/);
  });
});

describe('nobody is told', () => {
  it('while the window is looked at; and not afterwards either', async () => {
    const self = await desk();
    self.seen = true;
    await self.pass(50);
    self.seen = false;
    await self.pass(3);
    expect(self.notices).toEqual([]);
  });

  it('where notifications are off', async () => {
    const { notices, pass } = await desk({ on: false });
    await pass(90);
    expect(notices).toEqual([]);
  });

  it('in quiet hours; what is still true is told when they end', async () => {
    const self = await desk();
    quietFor(self, 90);
    await self.pass(89);
    expect(self.notices).toEqual([]);
    await self.pass(5);
    expect(self.notices.map(({ body }) => body)).toEqual(['A token has expired: trader-1.']);
  });

  it.each([
    [false, 0],
    [true, 1],
  ])('of a refusal in quiet hours unless chosen (%s)', async (urgentInQuiet, told) => {
    const self = await desk({ urgentInQuiet });
    quietFor(self, 90);
    const { gateway } = self.session;
    gateway.refuseTokens({ code: 'invalid_client' }, { status: 401 });
    await self.session.requests.request(TRADER, READ);
    await self.pass(3);
    expect(self.notices).toHaveLength(told);
  });
});

describe('what is urgent', () => {
  it('is a renewal that gave up', async () => {
    const { session, notices, pass } = await desk();
    await session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 10 });
    session.gateway.refuseTokens({ code: 'invalid_scope' }, { status: 400 });
    await pass(120);
    const bodies = notices.map(({ body }) => body).join('\n');
    expect(bodies.match(/Renewal stopped by itself: trader-1\./g)).toHaveLength(1);
  });

  it('is a token that the server refused to revoke', async () => {
    const { session, notices, pass } = await desk();
    const refused = { code: 'invalid_client', oauthError: 'invalid_client' } as const;
    session.gateway.refuseRevocations(refused, { call: 'revoke', status: 401 });
    await session.leases.set(session.token().id, { end: 'after', seconds: 60 });
    await pass(3);
    expect(notices.map(({ body }) => body)).toEqual([
      'The server refused to revoke a token: trader-1.',
    ]);
  });

  it('is a revoked token that still works', async () => {
    const session = await createTestSession();
    await session.requests.request(TRADER, ['TRADER_TRADE']);
    const { notices, pass } = watched(session);
    await session.revocations.revoke(session.token().id);
    await pass(10);
    expect(notices.map(({ body }) => body)).toEqual(['A revoked token still works: trader-1.']);
  });
});

describe('a notification', () => {
  it('holds labels and times alone, as text', async () => {
    const { session, notices, pass } = await desk();
    await changeRows(session, 'credentials', { label: '<b>Desk</b> & A' });
    await pass(46);
    expect(notices[0]?.body).not.toMatch(/[<>&]/);
    expect(JSON.stringify(notices)).not.toContain(session.token().fingerprint);
    expect(JSON.stringify(notices)).not.toContain('token-text');
  });

  it('names nobody where names are hidden', async () => {
    const { notices, pass } = await desk({ hideNames: true });
    await pass(46);
    expect(notices[0]?.body).toMatch(/^A token expires at \d\d:\d\d\.$/);
  });
});

describe('a client secret that is to be replaced', () => {
  const DAY = 24 * 60 * MINUTE;

  /** Lets days pass, looking once an hour. */
  async function passDays({ session, look }: Desk, days: number): Promise<void> {
    for (let hour = 0; hour < days * 24; hour += 1) {
      await session.clock.advance(60 * MINUTE);
      look();
    }
  }

  async function dueIn(days: number, settings: Partial<AlertSettings> = {}): Promise<Desk> {
    const session = await createTestSession();
    const atMs = session.clock.nowMs() + days * DAY;
    expect(await setValidUntil(session.session, TRADER, atMs)).toEqual(ok());
    return watched(session, settings);
  }

  it('is told 30, 7 and 1 days before and once the day is over, each once', async () => {
    const self = await dueIn(40);
    await passDays(self, 41);
    expect(self.notices.map(({ body }) => body)).toEqual([
      'A client secret is due for replacement by 24 February: trader-1.',
      'A client secret is due for replacement by 24 February: trader-1.',
      'A client secret is due for replacement by 24 February: trader-1.',
      'A client secret was due for replacement by 24 February: trader-1.',
    ]);
  });

  it('is told on the days that the person chose', async () => {
    const self = await dueIn(40, { daysBefore: [3] });
    await passDays(self, 39);
    expect(self.notices).toHaveLength(1);
  });

  it('is told once for all that are due, by the rule of their environment', async () => {
    const session = await createTestSession();
    const [environment] = session.vault.contents().environments;
    await changeRows(session, 'credentials', { secretSetAtMs: session.clock.nowMs() });
    await setRotationAge(session.session, environment?.id as EnvironmentId, 31);
    const self = watched(session);
    await passDays(self, 2);
    expect(self.notices.map(({ body }) => body)).toEqual([
      '2 client secrets are due for replacement by 15 February: trader-1, partner-1.',
    ]);
  });

  it('is told no more once it was replaced', async () => {
    const self = await dueIn(40);
    const secret = SecretBytes.take(Buffer.from('new one'));
    await passDays(self, 2);
    await replaceSecret(self.session.session, TRADER, secret);
    await passDays(self, 40);
    expect(self.notices).toEqual([]);
  });
});
