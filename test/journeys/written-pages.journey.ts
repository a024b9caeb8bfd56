// The pages that main writes for people: photographed, held against the accessibility rules, and printed. A report
// of a usual size takes one page of paper.
import { chromium, expect, test, type Page } from '@playwright/test';
import { evidenceOf } from '../../electron/main/diagnosis/evidence.ts';
import { evidencePage } from '../../electron/main/diagnosis/evidence-page.ts';
import { incidentPage } from '../../electron/main/incident/incident-page.ts';
import type {
  IncidentReport,
  ReportedToken,
} from '../../electron/main/incident/incident-report.ts';
import { stateVerdicts } from '../../electron/main/incident/incident-words.ts';
import { findBrowser } from '../host/browser-search.ts';
import { unpackNpmChromium } from '../host/npm-chromium.ts';
import { aDiagnosis } from '../support/a-diagnosis.ts';
import { fitsAcross, keepsTheRules, screenPicture } from '../support/accessible.ts';

const PRESSED = Date.UTC(2026, 10, 21, 3, 7);
const at = (afterMs: number | null): string | null =>
  afterMs === null ? null : new Date(PRESSED + afterMs).toISOString();

function reported(
  index: number,
  state: ReportedToken['state'],
  acceptedAfterMs: number | null,
  verifiedAfterMs: number | null = null,
): ReportedToken {
  return {
    fingerprint: `${4247 + 131 * index}·f0${70 + index}`,
    credential: `Desk ${'ABCDEFGH'[index]}`,
    clientId: `7c1e4b2a-90d3-4f4e-a6a1-0c2f8d9e45${10 + index}`,
    accessType: 'trader',
    environment: 'EU main',
    host: 'api.exchange.example',
    scopes: ['TRADER_READ', 'TRADER_TRADE'],
    issuedAt: new Date(PRESSED - 3_600_000).toISOString(),
    state,
    verdict: stateVerdicts[state],
    attempts: acceptedAfterMs === null ? 4 : 1,
    acceptedAt: at(acceptedAfterMs),
    refusalsSeen: verifiedAfterMs === null ? 0 : 5,
    firstRefusedAt: at(verifiedAfterMs === null ? null : 4_000),
    refusedForMs: verifiedAfterMs === null ? null : verifiedAfterMs - 4_000,
    evidence: verifiedAfterMs === null ? null : 'the refusal names the token',
    unclearAnswers: 0,
    control: null,
    worksBefore: new Date(PRESSED - 60_000).toISOString(),
    verifiedAt: at(verifiedAfterMs),
    lastHonouredAt: null,
    failure: state === 'revoke_failed' ? 'invalid_client' : null,
    httpStatus: state === 'revoke_failed' ? 401 : null,
  };
}

const tokens = [
  reported(0, 'verified', 310, 302_000),
  reported(1, 'verified', 340, 303_000),
  reported(2, 'verified', 9_400, 312_000),
  reported(3, 'propagating', 360),
  reported(4, 'revoke_failed', null),
  reported(5, 'verified', 420, 304_000),
];
const incident: IncidentReport = {
  report: 'strongroom-incident',
  format: 1,
  app: 'Strongroom 0.1.0',
  madeAt: new Date(PRESSED + 400_000).toISOString(),
  timeZone: 'Europe/Berlin',
  drill: false,
  run: {
    id: '0191d0f2-7b6c-7c1e-9d3a-5f3f0c2e7a11' as IncidentReport['run']['id'],
    scope: 'everything',
    pressedAt: new Date(PRESSED).toISOString(),
    firstByteAfterMs: 40,
    lastAcceptedAfterMs: 9_400,
    lastVerifiedAfterMs: 312_000,
    queueStoppedAt: null,
  },
  counts: {
    tokens: 6,
    accepted: 5,
    verifiedDead: 4,
    confirming: 0,
    notVerifiable: 0,
    stillHonoured: 0,
    notAccepted: 1,
    expired: 0,
    leftAlone: 0,
    byThePerson: 0,
    outOfReach: 0,
    notRecorded: 0,
  },
  tokens,
  timeline: [],
};
const evidence = evidenceOf({
  view: aDiagnosis(),
  nowMs: PRESSED,
  zone: 'Europe/Berlin',
  version: '0.1.0',
  machine: { node: '24.1.0', tls: 'OpenSSL 3.5', system: 'linux x64' },
});
const HISTORY_HEAD = '0123456789abcdef'.repeat(4);

const pages = {
  'page-incident': incidentPage(incident, 'incident-2026-11-21-0307.json', HISTORY_HEAD),
  'page-evidence': evidencePage(evidence, 'diagnosis-2026-11-21-0307.json', HISTORY_HEAD),
};

/** A browser of its own: the app shows no page from outside. */
async function withPage(use: (page: Page) => Promise<void>): Promise<void> {
  const found = findBrowser(false);
  if (found === null) throw new Error('no browser');
  const { executable, env } =
    found.kind === 'npm' ? await unpackNpmChromium() : { executable: found.executable, env: {} };
  const browser = await chromium.launch({
    executablePath: executable,
    env: { ...(process.env as Record<string, string>), ...env },
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  await use(await browser.newPage({ viewport: { width: 1280, height: 800 } }));
  await browser.close();
}

for (const [name, text] of Object.entries(pages)) {
  test(`${name} is accessible, fits a narrow window, and prints on one page`, async () => {
    await withPage(async (page) => {
      await page.setContent(text);
      await page.screenshot({ path: screenPicture(name), fullPage: true });
      await keepsTheRules(page, name);
      const broken = await page.evaluate(
        () =>
          [...document.querySelectorAll('.fingerprint')].filter(
            (each) => each.getClientRects().length !== 1,
          ).length,
      );
      expect(broken, 'fingerprints on two lines').toBe(0);
      const paper = await page.pdf({ format: 'A4', preferCSSPageSize: true });
      expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
      await page.setViewportSize({ width: 320, height: 640 });
      await page.screenshot({ path: screenPicture(`${name}-320`), fullPage: true });
      await fitsAcross(page, name);
    });
  });
}
