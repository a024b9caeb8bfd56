// The network goes and comes back: the foot of the window says so, and main looks at the clock anew
// (docs/interface.md, countdown rule 6).
import { setClock } from '../support/jump-clock.ts';
import { expect, getToken, newestToken, test } from '../support/journey.ts';

/** What is left of a day is less than a tenth of it. */
const MOST_OF_A_DAY_MS = 23 * 3_600_000;

test.use({ sharesApp: true });

test('a network that is back makes main look at the clock anew', async ({ journey }) => {
  const page = await journey.openVault();
  await journey.open('Practice trader');
  await getToken(page);
  const devTools = await page.context().newCDPSession(page);
  const network = (offline: boolean) =>
    devTools.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await network(true);
  await expect(page.getByText('No network')).toBeVisible();
  // The clock is set while nothing tells of it.
  await setClock(journey.launched(), page, MOST_OF_A_DAY_MS);
  await expect(newestToken(page)).toContainText('Active');
  await network(false);
  await expect(newestToken(page)).toContainText('Expiring');
  await expect(page.getByText('No network')).toHaveCount(0);
});
