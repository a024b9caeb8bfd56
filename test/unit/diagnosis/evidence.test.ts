// Evidence: built from what we know ourselves, searched before it is written, and not written where the
// search finds anything.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  evidenceOf,
  type Evidence,
  tlsLibrary,
} from '../../../electron/main/diagnosis/evidence.ts';
import { evidencePage } from '../../../electron/main/diagnosis/evidence-page.ts';
import { checkExport } from '../../../electron/main/secret-scan/secret-scan.ts';
import { pageName, savePageAndFacts } from '../../../electron/main/vault/exported-file.ts';
import { ok } from '../../../electron/main/domain/result.ts';
import type {
  DiagnosisView,
  CheckLineView,
} from '../../../electron/shared/diagnosis/diagnosis-view.ts';
import { aDiagnosis } from '../../support/a-diagnosis.ts';
import { secretOf } from '../../support/gateway-lab.ts';
import { createTestSession, TRADER, type TestSession } from '../../support/test-session.ts';
import { ownFolder } from '../../support/own-folder.ts';

const SECRET = `secret-of-${TRADER}`;
const made = (view: DiagnosisView): Evidence =>
  evidenceOf({
    view,
    nowMs: Date.UTC(2026, 0, 15, 13),
    zone: 'Europe/Berlin',
    version: '1.2.3',
    machine: { node: '24.1.0', tls: 'OpenSSL 3.5', system: 'linux x64' },
  });

/** A token request that a server refused in words of its own. */
function refusedWith(words: string): DiagnosisView {
  const view = aDiagnosis();
  const edit = (check: CheckLineView): CheckLineView =>
    check.step === 'token'
      ? {
          ...check,
          verdict: 'bad',
          finding: 'failed',
          failure: {
            code: 'invalid_client',
            facts: { status: 401, serverSaid: words, oauthError: words, about: words },
          },
          facts: [
            { name: 'oauth_error', text: words },
            { name: 'status', text: '401' },
          ],
        }
      : check.step === 'scope'
        ? { ...check, facts: [{ name: 'granted', text: `TRADER_READ ${words}` }] }
        : check;
  return { ...view, checks: view.checks.map(edit) };
}

let session: TestSession;
const at = ownFolder();
beforeEach(async () => {
  session = await createTestSession();
});

const save = (evidence: Evidence) =>
  savePageAndFacts(
    at('diagnosis.html'),
    { evidence, historyHead: 'ab'.repeat(32) },
    (factsName) => evidencePage(evidence, factsName, 'ab'.repeat(32)),
    (pages) => checkExport(session.session, pages),
  );

describe('evidence', () => {
  it('says versions, times and zone', () => {
    expect(made(aDiagnosis())).toMatchObject({
      app: 'Strongroom 1.2.3',
      machine: { node: '24.1.0', tls: 'OpenSSL 3.5', system: 'linux x64' },
      timeZone: 'Europe/Berlin',
      startedAt: '2026-01-15T12:00:00.000Z',
      endedAt: '2026-01-15T12:01:00.000Z',
    });
  });

  it('has a word of the server in no place, but for those the specification names', () => {
    const evidence = made(refusedWith('words-of-the-server'));
    const page = evidencePage(evidence, 'facts.json', 'ab');
    expect(JSON.stringify(evidence) + page).not.toContain('words-of-the-server');
    expect(JSON.stringify(evidence)).toContain('TRADER_READ and others');
    expect(JSON.stringify(evidence)).toContain('a code of its own');
  });

  it('calls nothing good that was stopped before its end', () => {
    expect(made(aDiagnosis({ stopped: true })).verdict).toBe('Look at this');
  });

  it('is a page whose curl lines can be copied as they are', () => {
    const evidence = made(aDiagnosis());
    const page = evidencePage(evidence, 'f.json', 'ab');
    const shown = [...page.matchAll(/<pre>(.*?)<\/pre>/gs)].map(([, text = '']) =>
      text
        .replaceAll('<br />', '\n')
        .replaceAll('&#39;', "'")
        .replaceAll('&quot;', '"')
        .replaceAll('&lt;', '<')
        .replaceAll('&amp;', '&'),
    );
    expect(shown).toEqual(evidence.curl.map(({ line }) => line));
  });

  it('is a page with its verdict as the headline, what is wrong first, and seconds', () => {
    const page = evidencePage(made(refusedWith('x')), 'f.json', 'ab');
    expect(page).toMatch(/<h1 class="alarm">The client id or the secret is wrong/);
    const verdicts = [...page.matchAll(/<td class="(\w+)">[A-Z]/g)].map(([, tone]) => tone);
    expect(verdicts[0]).toBe('alarm');
    expect(page).toContain('<td>0.1 s</td>');
    expect(page).not.toMatch(/\d ms\b|\.\d{3}Z/);
  });

  it('is a page in which what was typed is no markup', () => {
    const page = evidencePage(made(aDiagnosis({ label: '<script>x</script>' })), 'f.json', 'ab');
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toContain('<script');
  });

  it('is suggested under a name without a label', () => {
    expect(pageName('diagnosis', Date.UTC(2026, 10, 21, 3, 7))).toBe(
      'diagnosis-2026-11-21-0307.html',
    );
  });
});

describe('saving evidence', () => {
  it('writes page and facts', async () => {
    expect(await save(made(aDiagnosis()))).toMatchObject({ ok: true });
    expect((await readdir(at())).toSorted()).toEqual(['diagnosis.html', 'diagnosis.json']);
    const json: unknown = JSON.parse(await readFile(at('diagnosis.json'), 'utf8'));
    expect(json).toMatchObject({
      evidence: { format: 1 },
      historyHead: 'ab'.repeat(32),
    });
  });

  it('replaces no file that nobody was asked about', async () => {
    await writeFile(at('diagnosis.json'), 'mine');
    await save(made(aDiagnosis()));
    expect(await readFile(at('diagnosis.json'), 'utf8')).toBe('mine');
  });

  it.each([
    SECRET,
    Buffer.from(SECRET).toString('hex'),
    Buffer.from(SECRET).toString('base64'),
    encodeURIComponent(JSON.stringify(SECRET)),
  ])('writes nothing where a secret of the vault is in it as %s', async (form) => {
    expect(await save(made(aDiagnosis({ label: form })))).toMatchObject({
      failure: { code: 'export_not_clean' },
    });
    expect(await readdir(at())).toEqual([]);
  });

  it('writes nothing where a token of the vault is in it', async () => {
    const issued = session.gateway.issued();
    const text = issued.tokens[0].text.use((bytes) => bytes.toString());
    session.gateway.onToken(() => ok(issued));
    await session.requests.request(TRADER, ['TRADER_READ']);
    expect(await save(made(aDiagnosis({ environment: text })))).toMatchObject({
      failure: { code: 'export_not_clean' },
    });
    expect(await readdir(at())).toEqual([]);
  });

  it('finds a secret that the page escapes', async () => {
    await session.vault.change({
      contents: (before) => before,
      seal: [
        {
          name: { id: TRADER, field: 'client_secret' },
          secret: secretOf('a"b&c<d>e\'f-0123'),
        },
      ],
    });
    expect(await save(made(aDiagnosis({ label: 'a"b&c<d>e\'f-0123' })))).toMatchObject({
      failure: { code: 'export_not_clean' },
    });
  });
});

describe('the TLS library that evidence names', () => {
  it.each([
    [{ openssl: '0.0.0', electron: '45.4.1' }, 'BoringSSL of Electron 45.4.1'],
    [{ openssl: '3.5.1' }, 'OpenSSL 3.5.1'],
    [{ openssl: '3.5.1', electron: '45.4.1', 'strongroom-stand-in': '1' }, 'OpenSSL 3.5.1'],
  ])('of %o is %s', (versions, library) => {
    expect(tlsLibrary(versions)).toBe(library);
  });
});
