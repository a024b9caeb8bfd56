// What leaves the app: both forms, and that they name the head of the history.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportName, exportText } from '../../../electron/main/history/export-text.ts';
import type { History } from '../../../electron/main/history/history.ts';
import { createTestHistory, event, type TestHistory } from '../../support/test-history.ts';

let test: TestHistory;
let history: History;
beforeEach(async () => {
  test = createTestHistory();
  history = await test.open();
});
afterEach(() => history.close());

const NASTY = `<script>alert("x")</script> & 'Desk' --> \u202e`;
const atMs = Date.UTC(2026, 10, 21, 9);

async function exported(format: 'json_lines' | 'html'): Promise<string> {
  history.recordEvent({ ...event(NASTY), fingerprint: '4f05·02c1' });
  await history.written();
  const text = await exportText(history, format, atMs);
  if (!text.ok) throw new Error(text.failure.code);
  expect(text.value.events).toBe(2);
  return text.value.text;
}

describe('an export as JSON Lines', () => {
  it('is one JSON object a line: what it is, every event in order', async () => {
    const text = await exported('json_lines');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatchObject({
      type: 'strongroom-history',
      version: 1,
      exportedAt: '2026-11-21T09:00:00.000Z',
      events: 2,
      head: history.anchor()?.head,
    });
    expect(lines[1]).toMatchObject({ seq: 1, what: 'history_started' });
    expect(lines[2]).toMatchObject({
      seq: 2,
      at: '1970-01-01T00:00:01.000Z',
      what: 'credential_added',
      label: NASTY,
    });
  });
});

describe('an export as a page', () => {
  it('lets no label become markup, and can run nothing', async () => {
    const text = await exported('html');
    expect(text).not.toMatch(/<script/i);
    expect(text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
    expect(text).not.toContain('-->');
    expect(text).toContain(history.anchor()?.head);
    expect(text).toContain('default-src &#39;none&#39;');
  });

  it('has a row for each event in its table', async () => {
    const text = await exported('html');
    const rows = text.slice(text.indexOf('<tbody>'), text.indexOf('</tbody>'));
    expect(rows.match(/<tr>/g)).toHaveLength(2);
  });
});

describe('the name of an export', () => {
  it('says what it is and of which day', () => {
    expect(exportName('html', atMs)).toBe('strongroom-history-2026-11-21.html');
    expect(exportName('json_lines', atMs)).toBe('strongroom-history-2026-11-21.jsonl');
  });
});
