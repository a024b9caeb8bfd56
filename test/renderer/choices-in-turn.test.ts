// What a person chooses while another choice is still on its way to main: none is lost, none overtakes.
import { expect, it } from 'vitest';
import type { Bridge } from '../../electron/shared/ipc-contract.ts';
import { createCommands, type Commands } from '../../renderer/bridge/commands.ts';
import { isBusy } from '../../renderer/model/activity.ts';
import { createFeedbackStore } from '../../renderer/state/feedback.ts';
import { settle } from '../support/fake-clock.ts';
import { credential, token } from './fixtures.ts';

const owner = credential(0, { id: 'desk-a', label: 'Desk A' });
const a = token(0, { id: 'a' });
const b = token(0, { id: 'b' });

it.each<[choice: string, first: (to: Commands) => unknown, second: (to: Commands) => unknown]>([
  [
    'settingsChange',
    (to) => to.changeSettings({ theme: 'dark' }),
    (to) => to.changeSettings({ keepInTray: true }),
  ],
  [
    'tagAlertSet',
    (to) => to.setTagAlert({ tag: 'day', minutesBefore: [5] }),
    (to) => to.setTagAlert({ tag: 'night', minutesBefore: null }),
  ],
  ['leaseSet', (to) => to.setLease(a, { end: 'lock' }), (to) => to.setLease(b, { end: 'quit' })],
  ['leaseRemove', (to) => to.removeLease(a), (to) => to.removeLease(b)],
  [
    'partnerPlanStep',
    (to) => to.partnerStep(a, 'revoke_key', true),
    (to) => to.partnerStep(a, 'rotate_secret', true),
  ],
  [
    'leakPlanSay',
    (to) => to.sayLeakStep(owner, 'revoke_key', true),
    (to) => to.sayLeakStep(owner, 'delete_client', true),
  ],
  [
    'leakPlanChoose',
    (to) => to.chooseLeakWay(owner, 'rotate'),
    (to) => to.chooseLeakWay(owner, 'delete'),
  ],
  [
    'rotationSay',
    (to) => to.sayOldSecret(owner, 'works'),
    (to) => to.sayOldSecret(owner, 'stopped'),
  ],
  [
    'practiceChange',
    (to) => to.changePractice({ fault: 'hang' }),
    (to) => to.changePractice({ fault: 'none' }),
  ],
])('two of %s reach main, one after the other', async (choice, first, second) => {
  const inputs: unknown[] = [];
  const answers: (() => void)[] = [];
  const call = async (input: unknown): Promise<unknown> => {
    inputs.push(input);
    return await new Promise((resolve) => answers.push(() => resolve({ ok: true, value: 'done' })));
  };
  const bridge = { [choice]: call } as unknown as Bridge;
  const feedback = createFeedbackStore();
  const commands = createCommands(bridge, feedback, () => 0);
  const said = [first(commands), second(commands)];
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
  const call = async (input: unknown): Promise<never> => {
    reached.push(input);
    return await new Promise(() => undefined);
  };
  const bridge = { tokenRevoke: call } as unknown as Bridge;
  const feedback = createFeedbackStore();
  const commands = createCommands(bridge, feedback, () => 0);
  for (const each of [a, b, a]) void commands.revoke(owner, each);
  await settle();
  expect(reached).toEqual([{ tokenId: 'a' }, { tokenId: 'b' }]);
  expect(isBusy(owner, 'revoke', feedback.current().pending)).toBe(true);
});

it('a star that is pressed twice is as it was, shown at once and saved in turn', async () => {
  const inputs: unknown[] = [];
  const answers: ((answer: unknown) => void)[] = [];
  const call = async (input: unknown): Promise<unknown> => {
    inputs.push(input);
    return await new Promise((resolve) => answers.push(resolve));
  };
  const feedback = createFeedbackStore();
  const bridge = { favouriteSet: call } as unknown as Bridge;
  const commands = createCommands(bridge, feedback, () => 0);
  const shown = () => feedback.current().stars.get(owner.id);
  const first = commands.toggleFavourite(owner);
  expect(shown()).toBe(true);
  const second = commands.toggleFavourite(owner);
  expect(shown()).toBe(false);
  await settle();
  answers[0]?.({ ok: true, value: 'done' });
  await first;
  await settle();
  expect(inputs).toEqual([
    { credentialId: owner.id, favourite: true },
    { credentialId: owner.id, favourite: false },
  ]);
  answers[1]?.({ ok: false, failure: { code: 'disk_full' } });
  await second;
  expect(shown()).toBeUndefined();
});
