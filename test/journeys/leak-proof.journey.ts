// R14: the canary proof finds what it must. Leaks are planted one beside the other in a fixture app,
// each with a secret and a form of its own; each is found in its place, and a secret that was planted
// nowhere is not found at all. That the app itself leaks none is shown by every other journey.
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { watchDialogs } from '../support/dialogs.ts';
import { createLeakProof } from '../support/leak-proof.ts';
import { launchStrongroom, windowAt } from '../support/launch.ts';

declare const fixture: {
  readonly invoke: (channel: string, ...args: unknown[]) => Promise<unknown>;
};

const appFolder = path.join(import.meta.dirname, '../host/fixture');

/** Each leak, and the place in which the proof must find it. */
const leaks = {
  console: /^console$/,
  storage: /^storage$/,
  element: /^page$/,
  'page memory': /^heap$/,
  'message to main': /^messages$/,
  'answer of main': /^messages$/,
  'pushed event': /^messages$/,
  'address of a request': /^network$/,
  'dialog text': /^dialogs$/,
  'standard output': /^stdout$/,
  'log line': /strongroom\.log$/,
  'file in the profile': /kept\.bin$/,
  'name of a file': /^name of /,
  argument: /^arguments and environment$/,
  'environment variable': /^arguments and environment$/,
} as const;
type Leak = keyof typeof leaks;
const names = Object.keys(leaks) as Leak[];

const secrets = new Map(names.map((name) => [name, `k-${randomBytes(18).toString('base64url')}`]));
const secret = (name: Leak): string => secrets.get(name) ?? '';
const bytes = (name: Leak): Buffer => Buffer.from(secret(name));

test('R14 every planted leak is found where it is, and nothing else', async () => {
  const profile = test.info().outputPath('profile');
  const proof = createLeakProof(profile);
  for (const [name, text] of secrets) proof.plant(`<${name}>`, text);
  proof.plant('<nowhere>', `k-${randomBytes(18).toString('base64url')}`);

  const launched = await launchStrongroom({
    userDataDir: profile,
    appFolder,
    args: [`--note=${secret('argument')}`],
    env: { STRONGROOM_NOTE: `x${bytes('environment variable').toString('base64')}` },
  });
  const { app } = launched;
  const dialogs = await watchDialogs(app);
  await app.evaluate(({ ipcMain }, told) => {
    ipcMain.handle('leaky', () => ({ ok: true, also: [told] }));
  }, secret('answer of main'));
  await proof.traceMessages(app);
  const page = await windowAt(launched, 'app', { scheme: 'fixture' });
  proof.watchPage(page);

  await app.evaluate(
    async ({ BrowserWindow, dialog }, told) => {
      BrowserWindow.getAllWindows()[0]?.webContents.send('pushed', { also: told.pushed });
      await dialog.showMessageBox({ message: `Use ${told.dialog}?`, buttons: ['No'] });
      process.stdout.write(`${told.stdout}\n`);
    },
    {
      pushed: bytes('pushed event').toString('hex'),
      dialog: secret('dialog text'),
      stdout: bytes('standard output').toString('base64url'),
    },
  );
  await page.evaluate(
    async (told) => {
      console.info(told.console);
      localStorage.setItem('kept', JSON.stringify({ value: told.storage }));
      document.body.dataset['kept'] = told.element;
      Object.assign(window, { held: { text: `x${told.memory}` } });
      await fixture.invoke('echo', { given: told.message });
      await fixture.invoke('leaky');
      // Refused, like every other way out: but a request is tried, and its address is a leak.
      location.href = `https://leak.invalid/${told.address}`;
    },
    {
      console: secret('console'),
      storage: secret('storage'),
      element: secret('element'),
      memory: bytes('page memory').toString('base64'),
      message: secret('message to main'),
      address: bytes('address of a request').toString('hex').replace(/../g, '%$&'),
    },
  );
  await mkdir(path.join(profile, 'logs'), { recursive: true });
  const line = JSON.stringify({ event: 'started', note: secret('log line') });
  await writeFile(path.join(profile, 'logs/strongroom.log'), `${line}\n`);
  await writeFile(path.join(profile, `${secret('name of a file')}.txt`), '');
  const wide = Buffer.from(secret('file in the profile'), 'utf16le');
  await writeFile(path.join(profile, 'kept.bin'), Buffer.concat([randomBytes(64), wide]));

  await proof.beforeQuit(launched, page, dialogs);
  await app.close();
  proof.afterQuit(launched);
  const findings = (await proof.sweep()).map((text) => {
    const [, name = '', where = ''] = /^<(.*)>: .*? in (name of .*|\S.*)$/.exec(text) ?? [];
    return { name, where };
  });
  const missed = names.filter(
    (name) => !findings.some((found) => found.name === name && leaks[name].test(found.where)),
  );
  const strange = findings.filter(({ name }) => name === 'nowhere' || name === '');
  expect(missed).toEqual([]);
  expect(strange).toEqual([]);
});
