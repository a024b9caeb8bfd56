// Many credentials at once, by keyboard: rows are selected, main asks once in numbers and names, every
// row says what became of it, and the selection is revoked through the sheet of "Revoke everything".
import { whole } from '../../electron/shared/counts.ts';
import { photographed } from '../support/accessible.ts';
import { expect, runAction, test } from '../support/journey.ts';
import { labelOf } from '../support/many-credentials.ts';

const CREDENTIALS = 1_000;

test.describe(`among ${CREDENTIALS} credentials`, { tag: '@long' }, () => {
  test.use({ credentialsBefore: CREDENTIALS });

  test('a person gets, checks and revokes for a selection', async ({ journey }) => {
    const page = await journey.unlock();
    const search = page.getByRole('combobox', { name: 'Search keys' });
    const bar = page.getByRole('region', { name: 'Selection' });
    await expect(page.getByText(/^[\d,]+ keys/)).toBeVisible({ timeout: 60_000 });
    await page.keyboard.press('ControlOrMeta+f');
    await expect(search).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ControlOrMeta+a');
    await expect(bar.getByText(`${whole(CREDENTIALS)} selected`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);

    // Three Traders without a token, whatever the number of others.
    await page.keyboard.press('ControlOrMeta+f');
    await expect(search).toBeFocused();
    await page.keyboard.type('"desk 0000" access:trader state:none');
    const first = page.getByRole('row', { name: new RegExp(labelOf(2)) });
    await expect(first).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(first).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    const size = 3;
    await expect(page.getByRole('row')).toHaveCount(size);
    await expect(bar.getByText(`${size} selected`)).toBeVisible();
    await photographed(page, 'bulk-marked', journey.picture);
    await journey.dialogs().answer({ button: `Get ${size} tokens` });
    await bar.getByRole('button', { name: 'Get', exact: true }).click();
    const results = page.getByRole('dialog', { name: 'Tokens asked for' });
    await expect(results.getByText(`${size} of ${size} done`)).toBeVisible({ timeout: 60_000 });
    await photographed(page, 'bulk-results', journey.picture);
    const [question] = (await journey.dialogs().shown()).slice(-1);
    expect(question?.message).toBe(`Get ${size} tokens?`);
    expect(question?.detail).toContain(labelOf(2));
    await results.getByRole('button', { name: 'Close run' }).click();
    await expect(results).toBeHidden();

    // What was none is live now: the same rows are found by the opposite.
    await page.keyboard.press('ControlOrMeta+f');
    await expect(search).toBeFocused();
    await page.keyboard.type(`"${labelOf(2)}"`);
    await page.keyboard.press('ArrowDown');
    await expect(first).toBeFocused();
    await page.keyboard.press('Space');
    await bar.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Checks' }).getByText(/^Checked: /)).toBeVisible({
      timeout: 60_000,
    });
    await page.keyboard.press('Escape');
    await journey.dialogs().answer({ button: 'Revoke 1 token' });
    await runAction(page, 'revoke all tokens of all');
    await page
      .getByRole('dialog', { name: 'Revoke: 1 selected token' })
      .getByText(labelOf(2))
      .waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByText('Accepted', { exact: true })).toBeVisible({
      timeout: 60_000,
    });
  });
});
