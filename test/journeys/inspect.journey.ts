// The support bench: a token from somewhere else, taken by main, looked at and asked about. Its text is
// planted as a canary before it is taken, so that any trace of it outside main is found at the end.
import { gone } from '../../electron/shared/failures/failure.ts';
import type { Locator } from '@playwright/test';
import { setClipboardText } from '../support/clipboard.ts';
import { expect, type Journey, runAction, test } from '../support/journey.ts';
import type { PracticeForTests } from '../support/practice.ts';
import { mintToken, revoke } from '../support/practice-calls.ts';

const PATH = '/auth/oauth2/introspect';
const sheetOf = (journey: Journey): Locator =>
  journey.window().getByRole('dialog', { name: 'Inspect a token' });

/** A token nobody here asked for. */
async function foreignToken(journey: Journey, lab: PracticeForTests): Promise<string> {
  const token = await mintToken(lab, lab.trader);
  journey.proof.plant('foreign token', token);
  return token;
}

async function openSheet(journey: Journey): Promise<Locator> {
  await journey.window().getByRole('button', { name: 'Inspect a token…' }).click();
  return sheetOf(journey);
}

async function type(journey: Journey, text: string): Promise<void> {
  await sheetOf(journey).getByRole('button', { name: 'Type it in a separate window…' }).click();
  await journey.typeSecret(text);
  await expect(sheetOf(journey).getByRole('heading', { name: 'The token' })).toBeFocused();
}

async function configureIntrospection(journey: Journey): Promise<void> {
  const page = journey.window();
  await page.getByRole('button', { name: 'About Lab' }).click();
  const about = page.getByRole('dialog', { name: 'Lab' });
  await expect(about).toContainText('Off. The specification says');
  await about.getByRole('button', { name: 'Set up…' }).click();
  await about.getByLabel('Path').fill('introspect');
  await about.getByRole('radio', { name: 'In the form' }).check();
  await about.getByRole('button', { name: 'Save' }).click();
  await expect(about.getByRole('alert')).toContainText('The path cannot be used');
  await about.getByLabel('Path').fill(PATH);
  await journey.dialogs().answer({ button: 'Send them there' });
  await about.getByRole('button', { name: 'Save' }).click();
  await expect(about.getByText(PATH)).toBeVisible();
  await page.keyboard.press('Escape');
}

test.use({ sharesApp: true });

test.describe('a token from somewhere else', () => {
  test.beforeEach(async ({ journey }) => {
    await journey.openVault({ 'Desk A': 'trader' });
  });

  test('is taken from the clipboard and asked about, by keyboard alone', async ({
    journey,
    lab,
  }) => {
    const page = journey.window();
    await configureIntrospection(journey);
    const token = await foreignToken(journey, lab);
    await setClipboardText(journey.launched().app, token);
    await runAction(page, 'inspect');
    const sheet = sheetOf(journey);
    await expect(sheet.getByRole('button', { name: 'From the clipboard' })).toBeFocused();
    await journey.dialogs().answer({ button: 'Inspect it' });
    await page.keyboard.press('Enter');
    await expect(sheet.getByRole('heading', { name: 'The token' })).toBeFocused();
    await expect(sheet).toContainText(`${token.length} bytes`);
    await expect(sheet).toContainText('Nothing stands out.');
    await expect.poll(journey.clipboardLength).toBe(0);

    const place = sheet.getByRole('combobox', { name: 'Environment' });
    await place.focus();
    await page.keyboard.type('Lab');
    await expect(sheet.getByRole('radio', { name: 'Who am I' })).toBeChecked();
    await journey.dialogs().answer({ button: 'Send it' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(sheet.getByText('The server accepts this token')).toBeVisible();
    await expect(sheet.getByRole('heading', { name: 'Answer', level: 3 })).toBeFocused();
    const shown = await journey.dialogs().shown();
    expect(shown.at(-1)?.detail).toContain(new URL(lab.tradeUrl).host);

    await sheet.getByRole('radio', { name: 'Who am I' }).focus();
    await page.keyboard.press('ArrowUp');
    await expect(sheet.getByRole('combobox', { name: 'Asked as' })).toContainText('Desk A');
    await page.keyboard.press('Enter');
    await expect(sheet.getByText('Introspection says: active')).toBeVisible();
    await expect(sheet.getByText('TRADER_READ TRADER_TRADE')).toBeVisible();

    await revoke(lab, lab.trader, token);
    await sheet.getByRole('button', { name: 'Ask', exact: true }).press('Enter');
    await expect(sheet.getByText('Introspection says: not active')).toBeVisible();
    await expect(sheet.getByRole('listitem')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    // Taken out of main's memory with the sheet.
    await openSheet(journey);
    await expect(sheet.getByRole('heading', { name: 'The token' })).toBeHidden();

    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Shift+h');
    const history = page.getByRole('dialog', { name: 'History' });
    await expect(history).toContainText('Token from elsewhere inspected');
    await expect(history).toContainText('introspection says not active');
  });

  test('is typed with what surrounds it, tidied, and refused without a reason', async ({
    journey,
    lab,
  }) => {
    const token = await foreignToken(journey, lab);
    await revoke(lab, lab.trader, token);
    const sheet = await openSheet(journey);
    await type(journey, `Authorization: Bearer ${token}`);
    await expect(sheet.getByRole('list', { name: 'Form' })).toContainText('scheme of the header');
    await expect(sheet.getByRole('button', { name: 'Ask', exact: true })).toBeHidden();
    await sheet.getByRole('button', { name: 'Leave that out' }).click();
    await expect(sheet).toContainText(`${token.length} bytes`);
    await sheet.getByRole('combobox', { name: 'Environment' }).selectOption('Lab (sandbox)');
    await journey.dialogs().answer({ button: 'Send it' });
    await sheet.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(sheet).toContainText('expired, revoked and unknown here look the same');
    await expect(sheet.getByRole('radio', { name: 'Introspection' })).toBeDisabled();
  });

  test('whose question hangs is let go of by one button', async ({ journey, lab }) => {
    const sheet = await openSheet(journey);
    await type(journey, await foreignToken(journey, lab));
    await sheet.getByRole('combobox', { name: 'Environment' }).selectOption('Lab (sandbox)');
    lab.controls.set({ fault: 'hang' });
    const before = lab.ledger.raw().length;
    await journey.dialogs().answer({ button: 'Send it' });
    await sheet.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect.poll(() => lab.ledger.raw().length).toBeGreaterThan(before);
    await sheet.getByRole('button', { name: 'Stop asking' }).click();
    await expect(sheet.getByText('No answer came')).toBeVisible();
  });

  test('is gone with the window, although the app stays in the tray', async ({ journey, lab }) => {
    const page = journey.window();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('checkbox', { name: 'Keep running in the tray' }).click();
    await expect(page.getByRole('checkbox', { name: 'Keep running in the tray' })).toBeChecked();
    await page.keyboard.press('Escape');
    await openSheet(journey);
    await type(journey, await foreignToken(journey, lab));
    await journey.reopenWindow();
    const again = journey.window();
    await expect(again.getByRole('row', { name: /Desk A/ })).toBeVisible();
    // What main would say to a page that asks about a token it never saw.
    const held = await again.evaluate(() => window.strongroom.inspectionTidy());
    expect(held).toMatchObject({ failure: gone('inspected token') });
  });
});

test('practice introspects with nothing configured, and says whose endpoint it is', async ({
  journey,
}) => {
  const page = await journey.openVault();
  await page.getByRole('button', { name: 'About Practice' }).click();
  await expect(page.getByRole('dialog', { name: 'Practice' })).toContainText(
    'The practice gateway’s own',
  );
  await page.keyboard.press('Escape');
  const sheet = await openSheet(journey);
  await type(journey, 'never-issued-here');
  await sheet.getByRole('combobox', { name: 'Environment' }).selectOption('Practice');
  await sheet.getByRole('radio', { name: 'Introspection' }).check();
  await sheet.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(sheet.getByText('Introspection says: not active')).toBeVisible();
});
