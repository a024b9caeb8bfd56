// A run of "Revoke everything" that is stopped in its middle: at a server that speaks HTTP/1.1 and takes few
// connections, most of it still waits. What was sent goes on, what was not is left alone and stays in sight,
// and is revoked later from there.
import { photographed } from '../support/accessible.ts';
import { expect, newestToken, test } from '../support/journey.ts';
import { labelOf } from '../support/many-credentials.ts';

test.use({ credentialsBefore: 240, h1Connections: 4 });
// Each picture is held against the accessibility rules, which takes seconds on a busy machine.
test.setTimeout(300_000);

test(
  'a run that is stopped says what was sent and what was left alone, and is gone on with',
  { tag: '@long' },
  async ({ journey, lab }) => {
    await journey.unlock();
    const page = journey.window();
    const search = page.getByRole('combobox', { name: 'Search keys' });
    const bar = page.getByRole('region', { name: 'Selection' });
    const sent = (): number =>
      lab.ledger.raw().filter(({ target }) => target.endsWith('/revoke')).length;

    // The token that lives longest goes first, and goes on working for a while.
    lab.controls.set({ propagationSeconds: 100_000 });
    await expect(page.getByText(/^240 keys/)).toBeVisible();
    await search.fill(`"${labelOf(2)}"`);
    await journey.open(labelOf(2));
    await page.getByRole('checkbox', { name: /Trade/ }).check();
    await page.getByRole('button', { name: 'Get token', exact: true }).last().click();
    await expect(newestToken(page)).toContainText('Active');

    await search.fill('env:lab access:trader state:live');
    await expect(page.getByText(/^81 keys/)).toBeVisible();
    await search.press('ArrowDown');
    await page.keyboard.press('ControlOrMeta+a');
    await expect(bar.getByText('81 selected')).toBeVisible();
    lab.controls.set({ revokeLatencyMs: 1_500 });
    await bar.getByRole('button', { name: 'Revoke…' }).click();
    const press = page.getByRole('button', { name: 'Revoke 81 tokens' });
    await expect(press).toBeFocused();
    await journey.dialogs().answer({ button: 'Revoke 81 tokens' }, { button: 'Stop the queue' });
    await press.press('Enter');
    await press.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Revocation run' });
    await expect(sheet.getByText(/^[1-9]\d* of 81 accepted/)).toBeVisible();
    await sheet.getByRole('button', { name: 'Stop the queue…' }).click();

    // Nothing of what it counts is hidden: so many were sent, and so many are still live.
    const alone = sheet.getByText(/^\d+ tokens left alone: not sent, still live/);
    await expect(alone).toBeVisible();
    const left = Number.parseInt((await alone.textContent()) ?? '', 10);
    const begun = 81 - left;
    expect(left).toBeGreaterThan(0);
    await expect(sheet.getByText(`All ${begun} sent accepted`)).toBeVisible();
    await expect(sheet.getByText(`0 of ${begun} confirmed dead`)).toBeVisible();
    const question = (await journey.dialogs().shown()).at(-1);
    expect(question?.message).toMatch(/^Leave \d+ tokens alone\?$/);
    expect(question?.detail).toContain('of 81 tokens were sent');
    expect(sent()).toBe(begun);
    await expect(sheet.getByRole('button', { name: 'Stop the queue…' })).toHaveCount(0);
    const rows = sheet.getByRole('list', { name: 'Tokens of this run' });
    const lineOf = (word: string) => rows.getByRole('listitem').filter({ hasText: word });
    // The others are refused as soon as they are asked about; that one is not.
    await expect(lineOf('Revoked, waiting for proof')).toHaveCount(1);
    await expect(lineOf('Revoked, waiting for proof')).toContainText(labelOf(2));
    await expect(rows.getByText(/^\d+ × Refused here, confirming$/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Revocation run' })).toContainText(
      `${left} tokens left alone`,
    );
    await photographed(page, 'stop-run-halted', journey.picture);
    // What was left alone comes after all that is not over.
    await rows.getByText(`${left} × Left alone`).click();
    const leftAlone = rows.locator('[data-token]').filter({ hasText: 'Left alone' }).first();
    await expect(leftAlone).toContainText('not sent; it is still live');
    expect(sent()).toBe(begun);

    // One of them from its row, and all the others at once.
    lab.controls.set({ revokeLatencyMs: 0 });
    await leftAlone.getByRole('button', { name: 'Revoke' }).click();
    await expect(sheet.getByText(`All ${begun + 1} sent accepted`)).toBeVisible();
    await journey.dialogs().answer({ button: `Revoke ${left - 1} tokens` });
    await sheet.getByRole('button', { name: `Revoke ${left - 1} tokens left alone…` }).click();
    const rest = page.getByRole('button', { name: `Revoke ${left - 1} tokens`, exact: true });
    await expect(rest).toBeFocused();
    await photographed(page, 'stop-sheet-rest', journey.picture);
    await rest.press('Enter');
    await rest.press('Enter');
    await expect(sheet.getByText(`All ${left - 1} accepted`)).toBeVisible();
    await expect(sheet.getByText(`0 of ${left - 1} confirmed dead`)).toBeVisible();
    const bands = page.getByRole('region', { name: 'Revocation run', includeHidden: true });
    await expect(bands).toHaveCount(2);
    await expect(bands.filter({ hasText: 'left alone' })).toHaveCount(0);
    expect(sent()).toBe(81);
  },
);
