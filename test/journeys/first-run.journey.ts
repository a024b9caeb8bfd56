// A first run: passphrase, practice gateway, and the whole job with no account.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { focusIsSomewhere } from '../support/counted-clicks.ts';
import { expect, getToken, pressAndClose, test } from '../support/journey.ts';
import { windowAt } from '../support/launch.ts';

test.describe('a first run', () => {
  test(
    'asks for a passphrase in a window of its own, and gets a token from practice at once',
    { tag: '@visible' },
    async ({ journey }) => {
      const page = await journey.createVault();
      await expect(page.getByRole('row', { name: /Practice partner/ })).toBeVisible();
      await expect(page.locator('.detail-title').getByTitle('Practice: Practice')).toBeVisible();
      expect(journey.launched().app.windows()).toHaveLength(1);
      await journey.open('Practice trader');
      await getToken(page);
      await expect(page.locator('.detail-state')).toContainText(/23h 5\dm/);
      await expect(page.locator('.detail-state')).toContainText(/until \w{3} \d\d:\d\d \S+/);
    },
  );

  test(
    'leads from a real key to its environment and its first test, and files nothing under Practice',
    { tag: '@long' },
    async ({ journey, lab }, info) => {
      lab.controls.set({ propagationSeconds: 0, slowFirstCallMs: 0 });
      const page = await journey.createVault();
      await page.getByRole('button', { name: 'Add key' }).click();
      const form = page.getByRole('dialog', { name: 'Add key' });
      await form.getByLabel('Label').fill('Desk A');
      await form.getByLabel('Client id').fill(lab.trader.clientId);
      await form.getByRole('checkbox', { name: /^Trade/ }).check();
      const environment = form.getByRole('combobox', { name: 'Environment' });
      await expect(environment).toHaveValue('');
      await form.getByRole('button', { name: 'Add key' }).click();
      await expect(form.getByText('Choose an environment.')).toBeVisible();
      await environment.selectOption('Add environment…');
      await journey.fillLab(page.getByRole('dialog', { name: 'Add environment' }), 'Lab');
      await expect(form.getByLabel('Label')).toHaveValue('Desk A');
      await expect(environment).toBeFocused();
      await expect(environment.locator('option:checked')).toHaveText('Lab (sandbox)');
      await form.getByRole('button', { name: 'Add key' }).click();
      await journey.typeSecret(lab.trader.secret);
      const test = page.getByRole('button', { name: 'Test it now' });
      await expect(test).toBeFocused();
      await page.screenshot({ path: info.outputPath('added.png') });
      await test.click();
      const sheet = page.getByRole('dialog', { name: 'Diagnose Desk A' });
      await expect(sheet.getByText(/^Everything works/)).toBeVisible();
      await page.keyboard.press('Escape');
      await focusIsSomewhere(page, 'the diagnosis');

      await page.getByRole('button', { name: 'About Lab' }).click();
      const about = page.getByRole('dialog', { name: 'Lab' });
      await about.getByRole('button', { name: 'Rename…' }).click();
      await about.getByRole('textbox', { name: 'Name' }).fill('Lab EU');
      await about.getByRole('button', { name: 'Save name' }).click();
      await expect(page.getByRole('dialog', { name: 'Lab EU' })).toBeVisible();
      await page.keyboard.press('Escape');
      await focusIsSomewhere(page, 'a new name');
      await page.keyboard.press('ControlOrMeta+Shift+h');
      await expect(page.getByRole('dialog', { name: 'History' })).toContainText('Lab → Lab EU');
    },
  );

  test('suggests a passphrase in a window that fits, and refuses two that differ', async ({
    journey,
  }) => {
    await journey.start();
    await journey.window().getByRole('button', { name: 'Choose a passphrase' }).click();
    const entry = await windowAt(journey.launched(), 'entry');
    await entry.getByRole('button', { name: 'Suggest a passphrase' }).click();
    // Said a second time, for a screen reader.
    await expect(entry.getByText(/^Words drawn at random, \d+ bits/).first()).toBeVisible();
    const higher = (): Promise<number> =>
      entry.evaluate(() => document.body.scrollHeight - innerHeight);
    await expect.poll(higher, 'as high as what is in it').toBe(0);
    await entry.locator('input').first().fill(journey.passphrase);
    await entry.locator('input').nth(1).fill(`${journey.passphrase}x`);
    await entry.getByRole('button', { name: 'Create vault' }).click();
    await expect(entry.getByText('The two differ.')).toBeVisible();
    await pressAndClose(entry.getByRole('button', { name: 'Cancel' }));
  });

  test('P10 each page names one script, which its first frame waits for, its parts, and one style sheet', async () => {
    const pages = path.join(import.meta.dirname, '../../dist/renderer');
    for (const page of ['index.html', 'secret-entry.html']) {
      const html = await readFile(path.join(pages, page), 'utf8');
      const named = [...html.matchAll(/<(?:script|link) [^>]*>/g)].map(([tag]) => tag);
      const others = named.filter((tag) => !tag.startsWith('<link rel="modulepreload" '));
      expect(others).toEqual([
        expect.stringMatching(/^<script type="module" blocking="render" [^>]*src="\//),
        expect.stringMatching(/^<link rel="stylesheet" /),
      ]);
    }
  });

  test('P10 paints its first screen on no more than 350 KB of script', async () => {
    const pages = path.join(import.meta.dirname, '../../dist/renderer');
    const html = await readFile(path.join(pages, 'index.html'), 'utf8');
    const waiting = [...html.matchAll(/<script [^>]*src="\/([^"]+)"/g)].map(([, src]) => src ?? '');
    const seen = new Set<string>();
    let bytes = 0;
    for (let src = waiting.pop(); src !== undefined; src = waiting.pop()) {
      if (seen.has(src)) continue;
      seen.add(src);
      const text = await readFile(path.join(pages, src), 'utf8');
      bytes += Buffer.byteLength(text);
      // What it cannot begin without; `import(...)` comes later.
      const own = text.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([\w.-]+\.js)["'`]/g);
      waiting.push(
        ...[...own].map(([, name]) => path.posix.join(path.posix.dirname(src), name ?? '')),
      );
    }
    console.info(`P10: ${(bytes / 1024).toFixed(0)} KB of script before the first screen.`);
    expect(seen.size).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(350 * 1024);
  });
});
