// The ways into the vault: passphrase and recovery key. Every new secret is searched for like the others.
import {
  expect,
  getToken,
  type Journey,
  newestToken,
  pressAndClose,
  test,
} from '../support/journey.ts';
import { pageIsAccessible } from '../support/accessible.ts';
import { windowAt } from '../support/launch.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { createVaultStore } from '../../electron/main/vault/vault-store.ts';
import { NO_CONTENTS } from '../../electron/main/vault/vault.ts';

/** Reads the key off the entry window, plants it, and says it is written down. */
async function keepKey(journey: Journey): Promise<string> {
  const entry = await windowAt(journey.launched(), 'entry');
  const shown = entry.locator('.recovery-key li');
  await expect(shown).toHaveCount(9);
  const groups = await shown.evaluateAll((all) => all.map((one) => one.textContent));
  const key = groups.join('-');
  journey.proof.plant('recovery key', key);
  journey.proof.plant('recovery key without hyphens', groups.join(''));
  await entry.locator('#last-group').fill(groups.at(-1)?.toLowerCase() ?? '');
  const closed = entry.waitForEvent('close');
  await pressAndClose(entry.getByRole('button', { name: 'Done' }));
  await closed;
  return key;
}

const NEXT = 'umbrella copper tangent violin mosaic 41';

async function openSheet(journey: Journey) {
  const page = journey.window();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Passphrase and recovery…' }).click();
  return page.getByRole('dialog', { name: 'Passphrase and recovery' });
}

test.describe('changing the passphrase', () => {
  test(
    'lets the new one in, the old one no more, and rewrites the backups',
    { tag: '@long' },
    async ({ journey }) => {
      journey.proof.plant('new passphrase', NEXT);
      const page = await journey.openVault();
      const sheet = await openSheet(journey);
      await expect(sheet).toContainText(/costs about \d+ ms here: \d+ MiB of memory, \d+ passes/);
      await journey.dialogs().answer({ place: 0 });
      await sheet.getByRole('button', { name: 'Change passphrase…' }).click();
      await journey.typeSecret(journey.passphrase);
      await journey.typeSecret(NEXT, { again: true });
      await expect(sheet).toContainText(
        /Passphrase changed\. \d+ backups? rewritten: none opens with the old passphrase\./,
      );
      const asked = (await journey.dialogs().shown()).at(-1);
      expect(asked?.message).toMatch(/^\d+ backups? still opens? with the old passphrase\.$/);
      await page.keyboard.press('Escape');
      await page.keyboard.press('ControlOrMeta+l');
      await journey.unlock();
      const entry = await windowAt(journey.launched(), 'entry');
      await expect(entry.getByRole('alert')).toContainText(/does not open this vault/);
      await journey.typeSecret(NEXT);
      await expect(page.getByRole('row', { name: /Practice trader/ })).toBeVisible();
    },
  );
});

test.describe('a vault made when guessing was made cheaper', () => {
  test(
    'is offered the cost of new ones, under the same passphrase',
    { tag: '@long' },
    async ({ journey }, info) => {
      const store = createVaultStore({
        directory: info.outputPath('profile', 'vault'),
        kdf: { memoryKib: 19_456, iterations: 2, parallelism: 1 },
        nowMs: Date.now,
      });
      const passphrase = SecretBytes.take(Buffer.from(journey.passphrase));
      const made = await store.create(passphrase, NO_CONTENTS);
      expect(made.ok).toBe(true);
      if (made.ok) await made.value.lock();

      await journey.start();
      const page = await journey.unlock();
      await expect(page.getByText('Your vault uses an older')).toBeVisible();
      await pageIsAccessible(page, 'cost-below-policy', journey.picture);
      await page.getByRole('button', { name: 'Passphrase and recovery…' }).click();
      const sheet = page.getByRole('dialog', { name: 'Passphrase and recovery' });
      await expect(sheet).toContainText('19 MiB of memory, 2 passes');
      await journey.dialogs().answer({ place: 0 });
      await sheet.getByRole('button', { name: 'Raise the cost…' }).click();
      await journey.typeSecret(journey.passphrase);
      await expect(sheet).toContainText(
        /Guessing the passphrase costs more now\. \d+ backups? rewritten at the same cost\./,
      );
      await expect(sheet).toContainText('256 MiB of memory');
      await expect(page.getByText('Your vault uses an older')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await page.keyboard.press('ControlOrMeta+l');
      await journey.unlock();
      await expect(page.getByRole('button', { name: 'Add key' }).first()).toBeVisible();
    },
  );
});

test.describe('the recovery key', () => {
  test(
    'is offered after the first green check, shown once, and opens it later',
    { tag: '@long' },
    async ({ journey }) => {
      journey.proof.plant('new passphrase', NEXT);
      const page = await journey.createVault();
      await getToken(page);
      await page.getByRole('button', { name: 'Check', exact: true }).first().click();
      const report = page.getByRole('dialog', { name: 'Check report' });
      await report.getByRole('button', { name: 'Close' }).last().click();
      await page.getByRole('button', { name: 'Make a recovery key…' }).click();
      await journey.typeSecret(journey.passphrase);
      const key = await keepKey(journey);
      await expect(page.getByRole('dialog')).toBeHidden();
      await page.keyboard.press('ControlOrMeta+l');

      await page.getByRole('button', { name: 'Use the recovery key' }).click();
      const slip = `${key[0] === 'A' ? 'B' : 'A'}${key.slice(1)}`;
      await journey.typeSecret(slip);
      const entry = await windowAt(journey.launched(), 'entry');
      await expect(entry.getByRole('alert')).toContainText('That recovery key has a typing error.');
      await journey.dialogs().answer({ place: 1 });
      await journey.typeSecret(key.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o'));
      await journey.typeSecret(NEXT, { again: true });
      await expect(page.getByRole('row', { name: /Practice trader/ })).toBeVisible();
      await expect(page.getByText(/Passphrase changed\. \d+ backups? deleted/)).toBeAttached();

      await page.keyboard.press('ControlOrMeta+l');
      await journey.unlock(NEXT);
      await expect(page.getByRole('row', { name: /Practice trader/ })).toBeVisible();
    },
  );
});

test.describe('a new data key', () => {
  test(
    'under a new passphrase, with every secret still usable and no backup of before',
    { tag: '@long' },
    async ({ journey }) => {
      journey.proof.plant('new passphrase', NEXT);
      const page = await journey.openVault();
      const sheet = await openSheet(journey);
      await journey.dialogs().answer({ button: 'Replace the data key' });
      await sheet.getByRole('button', { name: 'Replace the data key…' }).click();
      await journey.typeSecret(journey.passphrase);
      await journey.typeSecret(NEXT, { again: true });
      await expect(sheet).toContainText(
        /Data key replaced: 2 client secrets and 0 access tokens sealed anew\. \d+ backups? deleted\./,
      );
      const asked = (await journey.dialogs().shown()).at(-1);
      expect(asked?.detail).toMatch(/^2 client secrets and 0 access tokens are sealed anew/);
      await page.keyboard.press('Escape');
      await journey.quit();
      await journey.start();
      await journey.unlock(NEXT);
      await journey.open('Practice trader');
      const again = journey.window();
      await again.getByRole('button', { name: 'Get token', exact: true }).last().click();
      await expect(newestToken(again)).toContainText('Active');
    },
  );
});
