// "Is this one of ours?": a text, a file and a folder are searched through the real window; what was found
// is named and revoked, and nothing of it shows. Secrets and tokens are planted as canaries.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Locator } from '@playwright/test';
import { setClipboardText } from '../support/clipboard.ts';
import { dropFiles } from '../support/drop-files.ts';
import {
  expect,
  getToken,
  type Journey,
  pressOnToken,
  runAction,
  test,
} from '../support/journey.ts';
import type { PracticeForTests } from '../support/practice.ts';

const sheetOf = (journey: Journey): Locator =>
  journey.window().getByRole('dialog', { name: 'Is this one of ours?' });

async function openSheet(journey: Journey): Promise<Locator> {
  const page = journey.window();
  await runAction(page, 'is this one of ours');
  await expect(sheetOf(journey).getByRole('button', { name: 'From the clipboard' })).toBeVisible();
  return sheetOf(journey);
}

/** Of a credential of the lab: asked for and checked through the window, so that the gateway saw it. */
async function token(journey: Journey, lab: PracticeForTests, label: string): Promise<string> {
  const page = journey.window();
  await journey.open(label);
  await page.getByRole('checkbox', { name: /Trade/ }).check();
  await getToken(page);
  await pressOnToken(page, /^Check/);
  await expect(page.getByRole('dialog', { name: 'Check report' })).toContainText('Works');
  await page.keyboard.press('Escape');
  const header = lab.ledger.raw().at(-1)?.headers.get('authorization') ?? '';
  const text = header.replace('Bearer ', '');
  expect(text.length).toBeGreaterThan(20);
  journey.proof.plant(`token of ${label}`, text);
  return text;
}

const basic = ({ clientId, secret }: PracticeForTests['trader']): string =>
  Buffer.from(`${clientId}:${secret}`).toString('base64');

/** What somebody left lying about: logs with one token in two of them, a script with a secret. */
async function leaveTraces(folder: string, lab: PracticeForTests, text: string): Promise<void> {
  await mkdir(path.join(folder, 'old'), { recursive: true });
  const lines = Array.from({ length: 2_000 }, (_, at) => `2026-01-01 12:00 request ${at} ok`);
  lines[1_233] = `  > Authorization: Bearer ${text}`;
  await writeFile(path.join(folder, 'app.log'), lines.join('\n'));
  await writeFile(path.join(folder, 'old', 'app.log.1.gz'), gzipSync(`a\nb\n{"t":"${text}"}\n`));
  await writeFile(
    path.join(folder, 'deploy.sh'),
    `curl -H "Authorization: Basic ${basic(lab.trader)}"\n`,
  );
  await writeFile(path.join(folder, 'evil\u202e\u0007.txt'), 'nothing\n');
  await symlink('/etc', path.join(folder, 'etc'));
}

test.use({ sharesApp: true });

test.describe('one of ours', () => {
  test.beforeEach(async ({ journey }) => {
    await journey.openVault({ 'Desk A': 'trader' });
  });

  test('is found in a folder, named without its value, and revoked', async ({
    journey,
    lab,
  }, info) => {
    const text = await token(journey, lab, 'Desk A');
    const folder = info.outputPath('evidence');
    await leaveTraces(folder, lab, text);
    const sheet = await openSheet(journey);
    await journey.dialogs().answer({ path: folder });
    await sheet.getByRole('button', { name: 'A folder…' }).click();
    await expect(sheet.getByRole('heading', { name: 'Result' })).toBeFocused();
    await expect(sheet).toContainText('2 of ours were found');
    await expect(sheet).toContainText('Looked at: evidence (4 files');
    const found = sheet.getByRole('list', { name: 'Found' });
    await expect(found).toContainText('evidence/app.log, line 1,234, column 27');
    await expect(found).toContainText('evidence/old/app.log.1.gz, line 3, column 7');
    await expect(found).toContainText(/evidence\/deploy\.sh, line 1, column \d+, in base64/);
    await expect(found).toContainText('Active');
    await expect(sheet).toContainText('Left out: 1 link, not followed.');
    expect(await sheet.innerText()).not.toContain(info.outputPath());

    await journey.dialogs().answer({ button: 'Revoke 1 token' });
    await sheet.getByRole('button', { name: 'Revoke the token found…' }).click();
    await expect(found).toContainText('Refused here, confirming');
    await expect(sheet).toContainText('No token found can be revoked from here');
    expect(lab.ledger.raw().some(({ target }) => target.endsWith('/revoke'))).toBe(true);

    await found.getByRole('button', { name: 'This key leaked…' }).click();
    await expect(journey.window().getByRole('dialog', { name: /leaked/i })).toBeVisible();
    await journey.window().keyboard.press('Escape');
    await journey.window().keyboard.press('ControlOrMeta+Shift+h');
    const history = journey.window().getByRole('dialog', { name: 'History' });
    await expect(history).toContainText('Searched for our own');
    await expect(history).toContainText('Found outside the vault');
    await expect(history).not.toContainText('app.log');
  });

  test('is found in a pasted log, by keyboard alone', async ({ journey, lab }) => {
    const text = await token(journey, lab, 'Desk A');
    await setClipboardText(journey.launched().app, `GET /x\ntoken=${encodeURIComponent(text)}&a=b`);
    const sheet = await openSheet(journey);
    await expect(sheet.getByRole('button', { name: 'From the clipboard' })).toBeFocused();
    await journey.dialogs().answer({ button: 'Search it, then clear it' });
    await journey.window().keyboard.press('Enter');
    await expect(sheet.getByRole('heading', { name: 'Result' })).toBeFocused();
    await expect(sheet).toContainText('1 of ours was found');
    await expect(sheet).toContainText('line 2, column 7');
    await expect.poll(() => journey.clipboardLength()).toBe(0);
    // The result stays until the next search.
    await journey.window().keyboard.press('Escape');
    await runAction(journey.window(), 'is this one of ours');
    await expect(sheet).toContainText('1 of ours was found');
  });

  test('is known when it is typed, and a stranger is not', async ({ journey, lab }) => {
    const sheet = await openSheet(journey);
    await sheet.getByRole('button', { name: 'Type it…' }).click();
    await journey.typeSecret(lab.trader.secret);
    await expect(sheet).toContainText('1 of ours was found');
    await expect(sheet.getByRole('list', { name: 'Found' })).toContainText('Desk A, Client secret');
    await sheet.getByRole('button', { name: 'Type it…' }).click();
    await journey.typeSecret(lab.reader.secret);
    await expect(sheet).toContainText('None of ours is in this text');
  });

  test('that is dropped never reaches the page', async ({ journey }) => {
    const page = journey.window();
    const seen = await page.evaluate(() => {
      let heard = 0;
      for (const name of ['dragover', 'drop']) {
        window.addEventListener(name, () => (heard += 1), { capture: true });
      }
      const send = (fill: (data: DataTransfer) => void): boolean => {
        const dataTransfer = new DataTransfer();
        fill(dataTransfer);
        const make = (name: string): DragEvent =>
          new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true });
        document.body.dispatchEvent(make('dragover'));
        return document.body.dispatchEvent(make('drop'));
      };
      const text = send((data) => data.setData('text/plain', 'whatever'));
      const file = send((data) => data.items.add(new File(['x'], 'app.log')));
      return { heard, text, file };
    });
    // Nothing heard; both prevented, so that nothing opens or is inserted either.
    expect(seen).toEqual({ heard: 0, text: false, file: false });
    // A file that a script made has no place on disk.
    await expect(sheetOf(journey)).toContainText('was not told where the dropped files are');
  });

  test('is found in a file and a folder that are dropped, once main asked', async ({
    journey,
    lab,
  }, info) => {
    const text = await token(journey, lab, 'Desk A');
    const folder = info.outputPath('evidence');
    await leaveTraces(folder, lab, text);
    const alone = info.outputPath('alone.env');
    await writeFile(alone, `TOKEN=${text}\n`);
    const page = journey.window();
    const sheet = sheetOf(journey);

    await journey.dialogs().answer({ cancel: true });
    await dropFiles(page, [alone]);
    await expect(sheet.getByRole('button', { name: 'From the clipboard' })).toBeEnabled();
    await expect
      .poll(async () => (await journey.dialogs().shown()).at(-1)?.detail)
      .toContain(alone);
    await expect(sheet.getByRole('heading', { name: 'Result' })).toHaveCount(0);

    await journey.dialogs().answer({ button: 'Search it' });
    await dropFiles(page, [alone, folder]);
    await expect(sheet.getByRole('heading', { name: 'Result' })).toBeFocused();
    await expect(sheet).toContainText('2 of ours were found');
    const found = sheet.getByRole('list', { name: 'Found' });
    await expect(found).toContainText('alone.env, line 1, column 7');
    await expect(found).toContainText('evidence/app.log, line 1,234, column 27');
    expect((await journey.dialogs().shown()).at(-1)?.detail).toContain(`${alone} and 1 more`);
    // The page was told no path above what was dropped.
    expect(await page.locator('body').innerText()).not.toContain(info.outputPath());
  });
});
