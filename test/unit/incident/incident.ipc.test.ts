// The incident report is searched before it is written: its labels are texts that somebody typed.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ok } from '../../../electron/main/domain/result.ts';
import type { AllParts } from '../../../electron/main/app/handlers.ts';
import type { IncidentReport } from '../../../electron/main/incident/incident-report.ts';
import { incidentHandlers } from '../../../electron/main/incident/incident.ipc.ts';
import { addTokens, changeRows } from '../../support/many-tokens.ts';
import { createTestSession, TRADER } from '../../support/test-session.ts';
import { ownFolder } from '../../support/own-folder.ts';

const at = ownFolder();

/** The report of a run whose credential has this label, and the files it left. */
async function reported(label: string, notes = false) {
  const session = await createTestSession();
  const written = { notes: 'Call <Ann> first.', webPage: 'https://app.example/keys/12' };
  await changeRows(session, 'credentials', { label, ...written }, TRADER);
  await addTokens(session, [
    { id: 'trade' },
    { id: 'perhaps', text: false, part: { issue: 'possibly_issued' } },
    { id: 'forgotten', text: false, part: { forgottenAtMs: session.clock.nowMs() } },
  ]);
  const run = await session.stops.start({ kind: 'all' });
  if (!run.ok) throw new Error(run.failure.code);
  const { stopReport } = incidentHandlers({
    vaultSession: { services: () => ok(session) },
    saved: { note: () => undefined },
    dialogs: { chooseSave: () => Promise.resolve(at('report.html')) },
    version: '0.0.0',
  } as unknown as AllParts);
  const answer = await (
    stopReport as (input: { runId: string; notes: boolean }) => Promise<unknown>
  )({ runId: run.value, notes });
  const files = readdirSync(at());
  const text = files.map((each) => readFileSync(at(each), 'utf8')).join('\n');
  return { answer, files, text };
}

it('a report is written where no secret stands in it', async () => {
  const { answer, files } = await reported('Desk A');
  expect(answer).toEqual(ok());
  expect(files.toSorted()).toEqual(['report.html', 'report.json']);
});

it('a report names what the run could not reach: possibly issued, and forgotten', async () => {
  await reported('Desk A');
  const text = readFileSync(at('report.json'), 'utf8');
  const { report } = JSON.parse(text) as { readonly report: IncidentReport };
  expect(report.counts).toMatchObject({ tokens: 3, outOfReach: 2 });
  expect(report.tokens.slice(1)).toMatchObject([
    { fingerprint: 'perhaps', state: 'possibly_issued' },
    { fingerprint: 'forgotten', state: 'forgotten' },
  ]);
});

it('a report is not written where a label holds a secret', async () => {
  const { answer, files } = await reported(`pasted secret-of-${TRADER}`);
  expect(answer).toMatchObject({ failure: { code: 'export_not_clean' } });
  expect(files).toEqual([]);
});

it.each([true, false])('a report names notes and links where it is asked to: %s', async (notes) => {
  const { text } = await reported('Desk A', notes);
  for (const written of [
    'Call &lt;Ann&gt; first.',
    'Call <Ann> first.',
    'https://app.example/keys/12',
  ])
    expect(text.includes(written)).toBe(notes);
});
