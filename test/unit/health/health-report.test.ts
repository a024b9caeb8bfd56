import { describe, expect, it } from 'vitest';
import type { CredentialId, EnvironmentId } from '../../../electron/main/domain/ids.ts';
import { DAY_MS } from '../../../electron/main/domain/secret-age.ts';
import { healthPage } from '../../../electron/main/health/health-page.ts';
import { makeHealthReport } from '../../../electron/main/health/health-report.ts';
import { MOST_NAMED } from '../../../electron/shared/health/health-view.ts';
import { addCredentials, addEnvironment, addTokens } from '../../support/many-tokens.ts';
import {
  createTestSession,
  PARTNER,
  TRADER,
  type TestSession,
} from '../../support/test-session.ts';

const sourcesOf = ({ session, uses }: TestSession) => ({
  session,
  uses,
  locksByItself: true,
  hasRecoveryKey: false,
  authorityEndsAtMs: () => null,
});

async function edit(
  test: TestSession,
  part: (id: CredentialId, at: number) => object,
): Promise<void> {
  await test.vault.change({
    contents: (before) => ({
      ...before,
      credentials: before.credentials.map((each, at) => ({ ...each, ...part(each.id, at) })),
    }),
  });
}

/** Everything in order: owners, secrets of their own, used today, backups new. */
async function healthy(): Promise<TestSession> {
  const test = await createTestSession();
  const nowMs = test.clock.nowMs();
  await edit(test, (id) => ({
    createdAtMs: nowMs,
    secretSetAtMs: nowMs,
    ownerAccount: id,
    secretFingerprint: id,
  }));
  await test.clock.advance(2_000);
  return test;
}

describe('the health report', () => {
  it('is quiet where all is well', async () => {
    const test = await healthy();
    const { report, findings } = makeHealthReport(sourcesOf(test));
    expect(report).toMatchObject({ credentials: 2, fine: 2, complete: true, lines: [] });
    expect(findings.size).toBe(0);
    expect(healthPage(report)).toContain('Everything is fine');
  });

  it('puts what would hurt most first, and what may trade first of that', async () => {
    const test = await healthy();
    await edit(test, () => ({ ownerAccount: '', secretFingerprint: 'one' }));
    const { report, findings } = makeHealthReport(sourcesOf(test));
    expect(report.lines.map(({ rule }) => rule)).toEqual(['same_secret', 'no_owner']);
    expect(report.lines[0]?.named.map(({ id }) => id)).toEqual([TRADER, PARTNER]);
    expect(findings.get(TRADER)).toEqual(['same_secret', 'no_owner']);
  });

  it('calls no secrets the same that nobody has compared', async () => {
    const test = await healthy();
    await edit(test, () => ({ secretFingerprint: '' }));
    const { report } = makeHealthReport(sourcesOf(test));
    expect(report.lines).toEqual([]);
  });

  it('names label and environment where there are several environments', async () => {
    const test = await healthy();
    await addEnvironment(test, 'second');
    await edit(test, () => ({ ownerAccount: '' }));
    const { report } = makeHealthReport(sourcesOf(test));
    const named = report.lines.flatMap((line) => line.named.map(({ label }) => label));
    expect(named).toContain(`${TRADER} in Test`);
    expect(named).toContain('second-trader in second');
  });

  it('leaves practice out', async () => {
    const test = await healthy();
    await edit(test, (id) => ({
      ownerAccount: '',
      ...(id === TRADER ? { environmentId: 'practice' as EnvironmentId } : {}),
    }));
    const { report } = makeHealthReport(sourcesOf(test));
    expect(report.credentials).toBe(1);
    expect(report.lines).toMatchObject([{ rule: 'no_owner', found: 1 }]);
  });

  it('counts replaced tokens that live, and one account with both access types', async () => {
    const test = await healthy();
    await edit(test, () => ({ ownerAccount: 'Desk' }));
    const supersededAtMs = test.clock.nowMs();
    await addTokens(
      test,
      ['a', 'b', 'c'].map((id) => ({ id, part: { supersededAtMs } })),
    );
    const { report } = makeHealthReport(sourcesOf(test));
    expect(report.lines.map(({ rule, found }) => [rule, found])).toEqual([
      ['left_to_live', 1],
      ['two_access_types', 2],
    ]);
  });

  it('names an environment whose authority ends', async () => {
    const test = await healthy();
    const endsAtMs = test.clock.nowMs() + 5 * DAY_MS;
    const sources = { ...sourcesOf(test), authorityEndsAtMs: () => endsAtMs };
    const { report } = makeHealthReport(sources);
    expect(report.lines).toEqual([
      {
        rule: 'authority_ends',
        found: 1,
        named: [{ id: 'env-1', label: 'Test', atMs: endsAtMs, count: null }],
      },
    ]);
  });

  it('names no more than the contract takes, and counts all', async () => {
    const test = await healthy();
    await addCredentials(test, 1_000);
    await edit(test, () => ({ ownerAccount: '' }));
    const { report } = makeHealthReport(sourcesOf(test));
    const owners = report.lines.find(({ rule }) => rule === 'no_owner');
    expect([owners?.found, owners?.named.length]).toEqual([1_002, MOST_NAMED]);
  });
});

describe('the page of the report', () => {
  it('shows names as text and loads nothing', async () => {
    const test = await healthy();
    await edit(test, () => ({ ownerAccount: '', label: '<img src=x onerror=alert(1)>' }));
    const { report } = makeHealthReport(sourcesOf(test));
    const page = healthPage(report);
    expect(page).not.toContain('<img');
    expect(page).toContain('&lt;img');
    expect(page).toContain('default-src');
    expect(page).toContain('On a bad night nobody knows who to call about it.');
  });
});
