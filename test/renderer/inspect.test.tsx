// Inspecting a token in the window: what is offered, what an answer is called, and when it ends.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type {
  InspectionAnswerView,
  InspectionOutcome,
  InspectionView,
} from '../../electron/shared/inspection/inspection-view.ts';
import { appView, credential, environments } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const ok = <T,>(value: T) => ({ ok: true, value }) as const;
const token: InspectionView = {
  source: 'entry',
  fingerprint: '3f9a·02c1',
  bytes: 40,
  findings: [],
  sendable: true,
  tidiable: false,
  ours: null,
};
const answer = (part: Partial<InspectionAnswerView> = {}): InspectionAnswerView => ({
  question: 'identity check',
  environment: 'Practice',
  host: '127.0.0.1:41874',
  proxy: null,
  atMs: NOW,
  durationMs: 8,
  outcome: 'honoured',
  status: 200,
  failure: null,
  challenge: null,
  contentType: 'application/json',
  bodyBytes: 2,
  tree: null,
  plain: '',
  fields: [],
  ...part,
});

const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));

async function inspecting(taken: Partial<InspectionView> = {}, said = answer()) {
  const mine = credential(NOW, { id: 'desk-a', label: 'Desk A', environmentId: 'practice' });
  const app = await renderApp(
    appView(NOW, { credentials: [mine], environments: [...environments] }),
  );
  app.fake.reply('inspectionTake', () => ok({ ...token, ...taken }));
  app.fake.reply('inspectionCheck', () => ok(said));
  app.fake.reply('inspectionIntrospect', () => ok(said));
  await press('Inspect a token…');
  await press('Type it in a separate window…');
  return { ...app, sheet: within(screen.getByRole('dialog', { name: 'Inspect a token' })) };
}

describe('the sheet that inspects a token', () => {
  it('shows what is known of it, and moves the focus there', async () => {
    const { sheet } = await inspecting();
    expect(sheet.getByText('3f9a·02c1')).toBeDefined();
    expect(sheet.getByText('40 bytes')).toBeDefined();
    expect(document.activeElement?.textContent).toBe('The token');
  });

  it('says each thing that stands out', async () => {
    const findings = ['bearer_prefix', 'space_inside'] as const;
    const { sheet } = await inspecting({ findings: [...findings], sendable: false });
    expect(sheet.getAllByRole('listitem')).toHaveLength(2);
  });

  it('offers no question for what cannot be sent', async () => {
    const { sheet } = await inspecting({ sendable: false });
    expect(sheet.queryByRole('button', { name: 'Ask' })).toBeNull();
  });

  it.each<[InspectionOutcome, RegExp]>([
    ['honoured', /^The server accepts this token$/],
    ['refused', /^The server refuses this token$/],
    ['lacks_scope', /scope is not enough/],
    ['unclear', /^Unclear$/],
    ['no_answer', /^No answer came/],
    ['active', /says: active/],
    ['inactive', /says: not active/],
    ['asker_refused', /refused the key/],
  ])('calls %s by its name', async (outcome, words) => {
    const { sheet } = await inspecting({}, answer({ outcome }));
    await press('Ask');
    expect(sheet.getByText(words)).toBeDefined();
  });

  it('asks the chosen environment the chosen question', async () => {
    const { sheet, fake } = await inspecting();
    const place = sheet.getByRole('combobox', { name: 'Environment' });
    fireEvent.change(place, { target: { value: 'eu' } });
    fireEvent.click(sheet.getByRole('radio', { name: 'Positions' }));
    await press('Ask');
    expect(fake.calls.findLast(({ name }) => name === 'inspectionCheck')?.input).toEqual({
      environmentId: 'eu',
      accessType: 'partner',
    });
  });

  it('offers introspection only where it is configured', async () => {
    const { sheet } = await inspecting();
    const introspection = () =>
      sheet.getByRole<HTMLInputElement>('radio', { name: 'Introspection' }).disabled;
    expect(introspection()).toBe(false);
    const place = sheet.getByRole('combobox', { name: 'Environment' });
    fireEvent.change(place, { target: { value: 'eu' } });
    expect(introspection()).toBe(true);
  });

  it('shows the fields that were answered, with a time as a time', async () => {
    const fields = [
      { name: 'scope', text: 'TRADER_READ', atMs: null },
      { name: 'exp', text: '1772542800', atMs: NOW + 3_600_000 },
    ] as const;
    const { sheet } = await inspecting({}, answer({ outcome: 'active', fields: [...fields] }));
    fireEvent.click(sheet.getByRole('radio', { name: 'Introspection' }));
    await press('Ask');
    expect(sheet.getByText('TRADER_READ')).toBeDefined();
    expect(sheet.getByText(/13:00 UTC/)).toBeDefined();
  });

  it('ends the inspection when it is closed', async () => {
    const { fake } = await inspecting();
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    await act(async () => undefined);
    expect(fake.calls.at(-1)?.name).toBe('inspectionEnd');
  });
});
