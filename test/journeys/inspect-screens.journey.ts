// The screens of a token from somewhere else, in both themes at two sizes.
import { expect } from '../support/journey.ts';
import { testScreens } from '../support/screens.ts';

testScreens([
  {
    name: 'inspect-begin',
    async reach(_journey, page) {
      await page.getByRole('button', { name: 'Inspect a token…' }).click();
      await expect(page.getByRole('dialog', { name: 'Inspect a token' })).toBeVisible();
    },
  },
  {
    name: 'inspect',
    async reach(journey, page) {
      await page.getByRole('button', { name: 'Inspect a token…' }).click();
      await page.getByRole('button', { name: 'Type it in a separate window…' }).click();
      await journey.typeSecret('eyJhbGciOiJub25lIn0.eyJzdWIiOiJub2JvZHkifQ.c2lnbmVk');
      const sheet = page.getByRole('dialog', { name: 'Inspect a token' });
      await expect(sheet).toContainText('the form of a JWT');
    },
  },
  {
    name: 'inspect-answer',
    async reach(journey, page) {
      await page.getByRole('button', { name: 'Inspect a token…' }).click();
      await page.getByRole('button', { name: 'Type it in a separate window…' }).click();
      await journey.typeSecret('practice-of-somebody-else');
      const sheet = page.getByRole('dialog', { name: 'Inspect a token' });
      await sheet.getByRole('combobox', { name: 'Environment' }).selectOption('Practice');
      await sheet.getByRole('button', { name: 'Ask', exact: true }).click();
      await expect(sheet.getByText('The server refuses this token')).toBeVisible();
      await sheet.getByRole('radio', { name: 'Introspection' }).check();
      await sheet.getByRole('button', { name: 'Ask', exact: true }).click();
      await expect(sheet.getByText('Introspection says: not active')).toBeVisible();
    },
  },
]);
