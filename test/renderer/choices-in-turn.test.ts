// What a person chooses while another choice is still on its way to main: none is lost, none overtakes.
import { expect, it } from 'vitest';
import type { Bridge } from '../../electron/shared/ipc-contract.ts';
import { createCalls, type WindowCalls } from '../../renderer/bridge/call.ts';
import { revokeToken } from '../../renderer/actions/shared-calls.ts';
import { isBusy } from '../../renderer/model/activity.ts';
import { createFeedbackStore } from '../../renderer/bridge/feedback.ts';
import { settle } from '../support/fake-clock.ts';
import { credential, token } from './fixtures.ts';

const owner = credential(0, { id: 'desk-a', label: 'Desk A' });
const a = token(0, { id: 'a' });
const b = token(0, { id: 'b' });

it.each<[choice: Parameters<WindowCalls['call']>[0], first: object, second: object]>([
  ['settingsChange', { theme: 'dark' }, { keepInTray: true }],
  ['tagAlertSet', { tag: 'day', minutesBefore: [5] }, { tag: 'night', minutesBefore: null }],
  ['leaseSet', { tokenId: 'a', lease: { end: 'lock' } }, { tokenId: 'b', lease: { end: 'quit' } }],
  ['leaseRemove', { tokenId: 'a' }, { tokenId: 'b' }],
  [
    'partnerPlanStep',
    { tokenId: 'a', step: 'revoke_key', done: true },
    { tokenId: 'a', step: 'rotate_secret', done: true },
  ],
  [
    'leakPlanSay',
    { credentialId: owner.id, step: 'revoke_key', done: true },
    { credentialId: owner.id, step: 'delete_client', done: true },
  ],
  [
    'leakPlanChoose',
    { credentialId: owner.id, way: 'rotate' },
    { credentialId: owner.id, way: 'delete' },
  ],
  [
    'rotationSay',
    { credentialId: owner.id, oldSecret: 'works' },
    { credentialId: owner.id, oldSecret: 'stopped' },
  ],
  ['practiceChange', { fault: 'hang' }, { fault: 'none' }],
])('two of %s reach main, one after the other', async (choice, first, second) => {
  const inputs: unknown[] = [];
  const answers: (() => void)[] = [];
  const reply = async (input: unknown): Promise<unknown> => {
    inputs.push(input);
    return await new Promise((resolve) => answers.push(() => resolve({ ok: true, value: 'done' })));
  };
  const bridge = { [choice]: reply } as unknown as Bridge;
  const feedback = createFeedbackStore();
  const { call } = createCalls(bridge, feedback, () => 0);
  const said = [first, second].map((input) => call(choice, input as never));
  await settle();
  expect(inputs).toHaveLength(1);
  answers[0]?.();
  await settle();
  expect(inputs).toHaveLength(2);
  expect(inputs[1]).not.toEqual(inputs[0]);
  answers[1]?.();
  await Promise.all(said);
  expect(feedback.current().failures.size).toBe(0);
});

it('a token is revoked while another of its credential is on its way', async () => {
  const reached: unknown[] = [];
  const reply = async (input: unknown): Promise<never> => {
    reached.push(input);
    return await new Promise(() => undefined);
  };
  const bridge = { tokenRevoke: reply } as unknown as Bridge;
  const feedback = createFeedbackStore();
  const { call } = createCalls(bridge, feedback, () => 0);
  for (const each of [a, b, a]) void revokeToken(call, owner, each);
  await settle();
  expect(reached).toEqual([{ tokenId: 'a' }, { tokenId: 'b' }]);
  expect(isBusy(owner, 'revoke', feedback.current().pending)).toBe(true);
});
