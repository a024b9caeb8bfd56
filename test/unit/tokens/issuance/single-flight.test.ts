// One call for all who ask the same, and its end when nobody wants it any more.
import { describe, expect, it } from 'vitest';
import { settle } from '../../../support/fake-clock.ts';
import { createSingleFlight } from '../../../../electron/main/tokens/issuance/single-flight.ts';

function lab() {
  const flights = createSingleFlight('left');
  const begun: { readonly left: AbortSignal; readonly end: (word: string) => void }[] = [];
  const ask = (caller?: AbortSignal) =>
    flights.fly('key', (left) => new Promise<string>((end) => begun.push({ left, end })), caller);
  return { begun, ask };
}

describe('callers that ask the same (case 83)', () => {
  it('share one call; one that leaves takes it from nobody', async () => {
    const { begun, ask } = lab();
    const one = new AbortController();
    const answers = [ask(one.signal), ask(new AbortController().signal), ask()];
    one.abort();
    expect(await answers[0]).toBe('left');
    expect(begun.map(({ left }) => left.aborted)).toEqual([false]);
    begun[0]?.end('a token');
    expect(await Promise.all(answers.slice(1))).toEqual(['a token', 'a token']);
  });

  it('end it by leaving all, and hear how it ended', async () => {
    const { begun, ask } = lab();
    const controls = [new AbortController(), new AbortController()];
    const answers = controls.map(({ signal }) => ask(signal));
    for (const control of controls) control.abort();
    await settle();
    expect(begun.map(({ left }) => left.aborted)).toEqual([true]);
    begun[0]?.end('possibly issued');
    expect(await Promise.all(answers)).toEqual(['left', 'possibly issued']);
  });

  it('begin anew once all have left, though the first is not at its end', async () => {
    const { begun, ask } = lab();
    const control = new AbortController();
    const first = ask(control.signal);
    control.abort();
    const second = ask();
    begun[0]?.end('late');
    begun[1]?.end('new');
    expect([await first, await second]).toEqual(['late', 'new']);
    void ask();
    expect(begun).toHaveLength(3);
  });

  it('that had left before they asked begin nothing that lasts', async () => {
    const { begun, ask } = lab();
    const asked = ask(AbortSignal.abort());
    expect(begun.map(({ left }) => left.aborted)).toEqual([true]);
    begun[0]?.end('ended');
    expect(await asked).toBe('ended');
  });

  it('never leave a call that nobody can end, where one asked without a way to leave', async () => {
    const { begun, ask } = lab();
    const control = new AbortController();
    const stays = ask();
    const leaves = ask(control.signal);
    control.abort();
    expect(await leaves).toBe('left');
    expect(begun[0]?.left.aborted).toBe(false);
    begun[0]?.end('a token');
    expect(await stays).toBe('a token');
  });
});
