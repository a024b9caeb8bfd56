// A damaged vault and its backups: offered, tested, restored, and the damaged file kept.
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '../support/journey.ts';
import { pageIsAccessible, photographed } from '../support/accessible.ts';

async function flipOneBit(file: string): Promise<Buffer> {
  const bytes = await readFile(file);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  await writeFile(file, bytes);
  return bytes;
}

test.describe('a damaged vault', () => {
  test(
    'is restored from the newest backup that opens, and kept',
    { tag: '@long' },
    async ({ journey }, info) => {
      await journey.openVault({ 'Desk A': 'trader', 'Desk B': 'reader' });
      await journey.quit();
      const folder = info.outputPath('profile', 'vault');
      const damaged = await flipOneBit(path.join(folder, 'strongroom.vault'));

      await journey.start();
      const page = await journey.unlock();
      const offer = page.getByRole('region', { name: 'Newest backup that opens' });
      await expect(offer).toContainText('2 environments, 4 keys, 0 tokens');
      await pageIsAccessible(page, 'rescue', journey.picture);
      expect(await readFile(path.join(folder, 'strongroom.vault'))).toEqual(damaged);

      await offer.getByRole('button', { name: 'Restore…' }).click();
      await journey.dialogs().asked('Restore this backup');
      expect(await readFile(path.join(folder, 'strongroom.vault'))).toEqual(damaged);

      await journey.dialogs().answer({ button: 'Restore this backup' });
      await offer.getByRole('button', { name: 'Restore…' }).click();
      await journey.typeSecret(journey.passphrase);
      await expect(page.getByRole('row', { name: /Desk A/ })).toBeVisible();
      await expect(page.getByRole('row', { name: /Practice trader/ })).toBeVisible();
      await expect(page.getByText(/is in use now/)).toBeVisible();
      const aside = (await readdir(folder)).filter((name) => name.includes('.damaged-'));
      expect(aside).toHaveLength(1);
      expect(await readFile(path.join(folder, aside[0] ?? ''))).toEqual(damaged);
      await expect(page.getByText(aside[0] ?? 'a name')).toBeVisible();

      // What was restored is a vault like any other: it saves, locks and opens.
      await journey.addClient('partner', 'Desk C');
      await page.keyboard.press('ControlOrMeta+l');
      await journey.unlock();
      await expect(page.getByRole('row', { name: /Desk C/ })).toBeVisible();
      await expect(page.getByText(/is in use now/)).toHaveCount(0);
    },
  );

  test('is told of by the next save while it is open, and kept', async ({ journey }, info) => {
    await journey.openVault();
    const folder = info.outputPath('profile', 'vault');
    const damaged = await flipOneBit(path.join(folder, 'strongroom.vault'));
    await journey.addLab();
    const page = journey.window();
    const notice = page.getByText(/was damaged on the disk after it was last saved/);
    await expect(notice).toBeVisible();
    const aside = (await readdir(folder)).filter((name) => name.includes('.damaged-'));
    expect(aside).toHaveLength(1);
    expect(await readFile(path.join(folder, aside[0] ?? ''))).toEqual(damaged);
    await expect(page.getByText(aside[0] ?? 'a name')).toBeVisible();
    await photographed(page, 'damaged-file', journey.picture);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(notice).toHaveCount(0);
  });
});

test.describe('the backups', () => {
  test('are listed, tested without replacing, and restored while unlocked', async ({
    journey,
  }, info) => {
    await journey.openVault({});
    await journey.addClient('trader', 'Desk A');
    const page = journey.window();
    const file = info.outputPath('profile', 'vault', 'strongroom.vault');
    const before = await readFile(file);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Backups…' }).click();
    const sheet = page.getByRole('dialog', { name: 'Backups' });
    const first = sheet.getByRole('listitem').first();
    await expect(first).toContainText('Intact');

    await first.getByRole('button', { name: /^Test/ }).click();
    await journey.typeSecret('not the passphrase of it');
    await journey.typeSecret(journey.passphrase);
    await expect(first).toContainText('2 environments, 2 keys, 0 tokens');
    await pageIsAccessible(page, 'backups', journey.picture);
    expect(await readFile(file)).toEqual(before);

    await first.getByRole('button', { name: /^Restore/ }).click();
    await journey.dialogs().asked('Restore this backup');
    await expect(sheet).toBeVisible();
    expect(await readFile(file)).toEqual(before);

    await journey.dialogs().answer({ button: 'Restore this backup' });
    await first.getByRole('button', { name: /^Restore/ }).click();
    await journey.typeSecret(journey.passphrase);
    await expect(page.getByText(/is in use now/)).toBeVisible();
    await expect(page.getByRole('row', { name: /Practice trader/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /Desk A/ })).toHaveCount(0);
  });
});

test.describe('a copy from somewhere else', () => {
  test('becomes the vault of a new machine, once its passphrase opened it', async ({
    journey,
    lab,
  }, info) => {
    await journey.openVault({ 'Desk A': 'trader' });
    await journey.quit();
    const folder = info.outputPath('profile', 'vault');
    const copy = info.outputPath('copy.vault');
    await rename(path.join(folder, 'strongroom.vault'), copy);
    await rm(folder, { recursive: true });

    const page = await journey.start();
    const restore = page.getByRole('button', { name: 'Restore from a file…' });
    await journey.dialogs().answer({ path: import.meta.filename });
    await restore.click();
    await expect(page.getByText('The chosen file is not a whole vault.')).toBeVisible();
    await expect(restore).toBeEnabled();

    await journey.dialogs().answer({ path: copy }, { button: 'Restore this backup' });
    await restore.click();
    await journey.typeSecret('not the passphrase of it');
    expect(await readdir(folder).catch(() => [])).not.toContain('strongroom.vault');
    await journey.typeSecret(journey.passphrase);
    await expect(page.getByText(/is in use now/)).toBeVisible();
    await expect(page.getByRole('row', { name: /Desk A/ })).toBeVisible();
    expect(lab.ledger.raw()).toEqual([]);
  });
});

test.describe('a missing vault file', () => {
  test(
    'is offered its backups, and a new vault only when asked for',
    { tag: '@long' },
    async ({ journey }, info) => {
      await journey.openVault({ 'Desk A': 'trader' });
      await journey.quit();
      const folder = info.outputPath('profile', 'vault');
      await rm(path.join(folder, 'strongroom.vault'));
      const left = (await readdir(folder)).sort();

      const page = await journey.start();
      await expect(page.getByRole('heading', { name: 'The vault file is missing' })).toBeVisible();
      await pageIsAccessible(page, 'missing-vault', journey.picture);

      const create = page.getByRole('button', { name: 'Make a new vault…' });
      await create.click();
      await expect(create).toBeEnabled();
      await expect
        .poll(async () => (await journey.dialogs().shown()).at(-1)?.message)
        .toMatch(/^Make a new, empty vault beside the (backup|\d+ backups)\?$/);
      expect((await readdir(folder)).sort()).toEqual(left);

      await journey.dialogs().answer({ button: 'Restore this backup' });
      await page.getByRole('button', { name: 'Restore the newest…' }).click();
      await journey.typeSecret(journey.passphrase);
      await expect(page.getByText(/is in use now/)).toBeVisible();
      await expect(page.getByRole('row', { name: /Practice trader/ })).toBeVisible();
    },
  );
});
