// Every state of the search for our own, in both themes at two sizes: photographed, and held against the
// accessibility rules (WCAG 2.2 AA).
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { photographed } from '../support/accessible.ts';
import { expect, test, type Journey } from '../support/journey.ts';
import type { PracticeForTests } from '../support/practice.ts';

interface Scene {
  readonly journey: Journey;
  readonly lab: PracticeForTests;
  readonly folder: string;
  readonly sheet: Locator;
}

async function searchFolder({ journey, sheet, folder }: Scene): Promise<void> {
  await journey.dialogs().answer({ path: folder });
  await sheet.getByRole('button', { name: 'A folder…' }).click();
}

const scenes: readonly {
  readonly name: string;
  readonly reach: (scene: Scene) => Promise<void>;
}[] = [
  { name: 'secret-scan-empty', reach: () => Promise.resolve() },
  {
    name: 'secret-scan-running',
    async reach(scene) {
      await writeFile(path.join(scene.folder, 'huge.log'), '');
      await truncate(path.join(scene.folder, 'huge.log'), 3 * 1024 ** 3);
      await searchFolder(scene);
      await expect(scene.sheet.getByText(/MiB, 0 of ours found/)).toBeVisible();
    },
  },
  {
    name: 'secret-scan-found',
    async reach(scene) {
      const { lab, folder } = scene;
      await mkdir(path.join(folder, 'deploy'));
      const basic = Buffer.from(`${lab.trader.clientId}:${lab.trader.secret}`).toString('base64');
      await writeFile(path.join(folder, 'deploy', 'run.sh'), `# curl\nBasic ${basic}\n`);
      await writeFile(path.join(folder, 'app.log'), `x ${lab.trader.secret}\n`.repeat(30));
      await writeFile(path.join(folder, 'partner.env'), `\nSECRET=${lab.partner.secret}`);
      await symlink('/etc', path.join(folder, 'etc'));
      await searchFolder(scene);
      await expect(scene.sheet).toContainText('2 of ours were found');
    },
  },
  {
    name: 'secret-scan-none',
    async reach(scene) {
      await writeFile(path.join(scene.folder, 'app.log'), 'nothing of ours\n'.repeat(5_000));
      await searchFolder(scene);
      await expect(scene.sheet).toContainText('None of ours was found');
    },
  },
  {
    name: 'secret-scan-left-out',
    async reach(scene) {
      const { folder, sheet } = scene;
      await symlink('/etc', path.join(folder, 'etc'));
      await writeFile(path.join(folder, 'a.zip'), 'PK\x03\x04');
      await writeFile(path.join(folder, 'x\u202egol.exe'), 'x');
      await truncate(path.join(folder, 'a.zip'), 1);
      await writeFile(path.join(folder, 'b.zip'), 'PK\x03\x04');
      await searchFolder(scene);
      await sheet.getByText('Which ones').click();
      await expect(sheet).toContainText('not unpacked');
    },
  },
  {
    name: 'secret-scan-stopped',
    async reach(scene) {
      await writeFile(path.join(scene.folder, 'huge.log'), '');
      await truncate(path.join(scene.folder, 'huge.log'), 3 * 1024 ** 3);
      await searchFolder(scene);
      await scene.sheet.getByRole('button', { name: 'Stop searching' }).click();
      await expect(scene.sheet).toContainText('You stopped the search');
    },
  },
];

for (const { name, reach } of scenes) {
  test(`${name} is accessible and photographed`, async ({ journey, lab }, info) => {
    const folder = info.outputPath('logs');
    await mkdir(folder);
    await journey.openVault({ 'Desk A': 'trader', 'Market maker': 'partner' });
    const page = journey.window();
    await page.keyboard.press('ControlOrMeta+Shift+F');
    const sheet = page.getByRole('dialog', { name: 'Is this one of ours?' });
    await expect(sheet.getByRole('button', { name: 'From the clipboard' })).toBeFocused();
    await reach({ journey, lab, folder, sheet });
    await photographed(page, name, journey.picture);
  });
}

test.describe('in a vault of many', () => {
  test.use({ credentialsBefore: 400 });

  test('secret-scan-many says what it does not list, and is photographed', async ({
    journey,
    lab,
  }, info) => {
    test.setTimeout(400_000);
    const page = journey.window();
    const folder = info.outputPath('logs');
    await mkdir(folder);
    // The credentials of this vault share two secrets.
    await writeFile(path.join(folder, 'app.log'), `x ${lab.trader.secret} ${lab.partner.secret}\n`);
    await journey.unlock();
    await expect(page.getByRole('row', { name: /Desk 00001/ })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Shift+F');
    const sheet = page.getByRole('dialog', { name: 'Is this one of ours?' });
    await searchFolder({ journey, lab, folder, sheet });
    await expect(sheet).toContainText('400 of ours were found');
    await photographed(page, 'secret-scan-many', journey.picture);
    const rest = sheet.getByText('200 more of ours were found and are not listed here');
    await rest.scrollIntoViewIfNeeded();
    await photographed(page, 'secret-scan-many-end', journey.picture);
  });
});
