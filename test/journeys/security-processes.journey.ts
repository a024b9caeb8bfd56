// Channels, ports and processes of the running app (docs/threat-model.md S04, S15, S19, S20; R12 for the page).
import { channelOf } from '../../electron/shared/ipc-channels.ts';
import { callNames } from '../../electron/shared/ipc-contract.ts';
import { entryChannels } from '../../electron/shared/unlock/entry-contract.ts';
import { registeredChannels } from '../support/channels.ts';
import { expect, getToken, pressOnToken, test } from '../support/journey.ts';
import { startSecond, windowAt } from '../support/launch.ts';
import { countInMemory } from '../support/leakscan/count-in-memory.ts';
import { patternsOf } from '../support/leakscan/patterns.ts';
import { memoryObstacle, rendererProcesses } from '../support/leakscan/process-memory.ts';

const expected = {
  handlers: [...callNames.map(channelOf), entryChannels.question].toSorted(),
  listeners: Object.values(entryChannels)
    .filter((channel) => channel !== entryChannels.question)
    .toSorted(),
};

test(
  'S04 main listens on the contract and on nothing besides',
  { tag: '@long' },
  async ({ journey }) => {
    await journey.start();
    const { app } = journey.launched();
    expect(await registeredChannels(app)).toEqual(expected);
    await journey.createVault();
    await journey.lockFromMenu();
    await expect(
      journey.window().getByRole('button', { name: 'Unlock', exact: true }),
    ).toBeVisible();
    await journey.unlock();
    await expect(journey.window().getByRole('row', { name: /Practice trader/ })).toBeVisible();
    expect(await registeredChannels(app)).toEqual(expected);
  },
);

test('V20 a core dump of the running app would hold nothing of its memory', async ({ journey }) => {
  test.skip(process.platform !== 'linux', 'only Linux says what a core dump would hold');
  await journey.start();
  const kept = await journey.launched().app.evaluate(() => {
    const { readFileSync } = process.getBuiltinModule('node:fs');
    return readFileSync('/proc/self/coredump_filter', 'utf8').trim();
  });
  expect(Number.parseInt(kept, 16)).toBe(0);
});

test(
  'S15 what was typed and got is in no page process after lock',
  { tag: '@long' },
  async ({ journey, lab }) => {
    const obstacle = memoryObstacle();
    test.skip(obstacle !== null, `page memory was NOT searched (${obstacle}).`);
    await journey.start();
    const root = journey.launched().app.process().pid ?? 0;
    const renderers = (): readonly number[] => rendererProcesses(root);
    const page = journey.window();
    const before = renderers();

    await page.getByRole('button', { name: 'Choose a passphrase' }).click();
    const entry = await windowAt(journey.launched(), 'entry');
    const own = renderers().filter((pid) => !before.includes(pid));
    const closed = entry.waitForEvent('close');
    for (const at of [0, 1]) await entry.locator('input').nth(at).fill(journey.passphrase);
    const typed = patternsOf('passphrase', journey.passphrase.slice(-20));
    const whileTyping = own.reduce((sum, pid) => sum + countInMemory(pid, typed).copies.size, 0);
    await entry.locator('button[type=submit]').click();
    await closed;
    await expect(page.getByRole('row', { name: /Practice trader/ })).toBeVisible();
    expect(own.length, 'processes of the entry window').toBeGreaterThan(0);
    expect(whileTyping, 'the positive control').toBeGreaterThan(0);
    await expect.poll(() => renderers().filter((pid) => own.includes(pid))).toEqual([]);

    await journey.addLab();
    await journey.addClient('trader', 'Desk A');
    await journey.open('Desk A');
    await page.getByRole('checkbox', { name: /Trade/ }).check();
    await getToken(page);
    await pressOnToken(page, /^Check/);
    await expect(page.getByRole('dialog')).toContainText('200');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Not now' }).click();
    await journey.lockFromMenu();
    await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible();

    const tokens = lab.ledger.raw().flatMap(({ headers }) => headers.get('authorization') ?? []);
    expect(tokens.length).toBeGreaterThan(0);
    const secrets = [journey.passphrase, lab.trader.secret, ...tokens];
    const patterns = secrets.flatMap((text, index) =>
      patternsOf(`canary ${index}`, text.slice(-20)),
    );
    const found = renderers().flatMap((pid) => [...countInMemory(pid, patterns).copies.keys()]);
    expect(found).toEqual([]);
    console.info(
      `S15, R12: ${renderers().length} page processes searched for ${secrets.length} canaries after ` +
        `lock: ${found.length} found; while typing the entry process held ${whileTyping} forms.`,
    );
  },
);

test('S19 a second start brings the window up and nothing else', async ({ journey }, info) => {
  await journey.start();
  const { app } = journey.launched();
  const before = journey.window().url();
  await startSecond(info.outputPath('profile'), [
    'file:///etc/passwd',
    '{"open":"https://example.com","__proto__":{"x":1}}',
  ]);
  await expect.poll(() => app.windows().length).toBe(1);
  expect(journey.window().url()).toBe(before);
  await expect(journey.window().getByRole('button', { name: 'Choose a passphrase' })).toBeVisible();
  const polluted = await app.evaluate(() => 'x' in {});
  expect(polluted).toBe(false);
});

test('S20 main listens on no port but the practice gateway, and on that while open', async ({
  journey,
}) => {
  await journey.prepareVault();
  await journey.start();
  const { app } = journey.launched();
  const servers = (): Promise<number> =>
    app.evaluate(
      () =>
        process
          .getActiveResourcesInfo()
          .filter((name) => name === 'TCPServerWrap' || name === 'PipeServerWrap').length,
    );
  const atStart = await servers();
  expect(atStart).toBe(0);
  await journey.openPrepared();
  // {base_url} and {trade_url}.
  expect(await servers()).toBe(2);
  await journey.lockFromMenu();
  await expect.poll(servers).toBe(0);
});

// Electron keeps a session until the app ends: one for each question would be a leak.
test('every question is asked in the one session of the entry window', async ({ journey }) => {
  await journey.prepareVault();
  await journey.start();
  const { app } = journey.launched();
  await app.evaluate(({ app: host }) => {
    const seen: unknown[] = [];
    (globalThis as { seenSessions?: readonly unknown[] }).seenSessions = seen;
    host.on('web-contents-created', (_event, { session }) => seen.push(session));
  });
  await journey.openPrepared();
  const list = journey.window().getByRole('row', { name: /Practice trader/ });
  await expect(list).toBeVisible();
  await journey.lockFromMenu();
  await journey.unlock();
  await expect(list).toBeVisible();
  const [windows, sessions] = await app.evaluate(() => {
    const { seenSessions = [] } = globalThis as { seenSessions?: readonly unknown[] };
    return [seenSessions.length, new Set(seenSessions).size];
  });
  expect([windows, sessions]).toEqual([2, 1]);
});
