// Adding, renaming and removing environments.
import { describe, expect, it } from 'vitest';
import { PRACTICE_ENVIRONMENT_ID, type EnvironmentId } from '../../../electron/main/domain/ids.ts';
import { fail } from '../../../electron/main/domain/result.ts';
import {
  addEnvironment,
  practiceEnvironment,
  removeEnvironment,
  renameEnvironment,
  type NewEnvironment,
} from '../../../electron/main/environments/environments.ts';
import { createTestSession } from '../../support/test-session.ts';

const asked = (changes: Partial<NewEnvironment> = {}): NewEnvironment => ({
  name: 'Sandbox',
  kind: 'sandbox',
  baseUrl: 'https://gateway.example/',
  tradeUrl: 'https://trade.example',
  authorityPem: null,
  ...changes,
});

describe('an environment', () => {
  it('is kept with its addresses as they will be used', async () => {
    const { session } = await createTestSession();
    await addEnvironment(session, asked({ baseUrl: 'https://GATEWAY.example//api/' }));
    expect(session.vault.contents().environments.at(-1)?.baseUrl).toBe(
      'https://gateway.example/api',
    );
  });

  it.each(['http://gateway.example', 'https://user@gateway.example', ''])(
    'is refused with the base address %j, whatever the window let through',
    async (baseUrl) => {
      const { session } = await createTestSession();
      expect(await addEnvironment(session, asked({ baseUrl }))).toMatchObject(
        fail({ code: 'invalid_input', facts: { about: 'base address' } }),
      );
    },
  );

  it.each([
    ['https://one.example', 'https://one.example'],
    ['https://one.example/api', 'https://one.example'],
  ])(
    'is refused where tokens would be requested at the trading host: %s',
    async (baseUrl, tradeUrl) => {
      const { session } = await createTestSession();
      expect(await addEnvironment(session, asked({ baseUrl, tradeUrl }))).toEqual(
        fail({ code: 'invalid_input', facts: { about: 'pair of addresses' } }),
      );
    },
  );

  it('may have its trading address under its base address', async () => {
    const { session } = await createTestSession();
    const tradeUrl = 'https://gateway.example/trading';
    expect((await addEnvironment(session, asked({ tradeUrl }))).ok).toBe(true);
  });

  it('with a name already used is refused', async () => {
    const { session } = await createTestSession();
    expect(await addEnvironment(session, asked({ name: 'TEST' }))).toMatchObject(
      fail({ code: 'name_taken' }),
    );
  });

  it('gets another name, and the history has both', async () => {
    const { session, noted } = await createTestSession();
    const id = 'env-1' as EnvironmentId;
    const [before] = session.vault.contents().environments;
    expect((await renameEnvironment(session, id, 'Test EU')).ok).toBe(true);
    expect(session.vault.contents().environments[0]).toEqual({ ...before, name: 'Test EU' });
    expect(noted.at(-1)).toMatchObject({
      what: 'environment_changed',
      label: `${before?.name} → Test EU`,
      word: 'renamed',
    });
  });

  it.each([
    ['name_taken', 'env-1', 'SANDBOX'],
    ['not_allowed', PRACTICE_ENVIRONMENT_ID, 'Mine'],
    ['gone', 'env-9', 'Mine'],
  ])('keeps its name: %s', async (code, id, name) => {
    const { session } = await createTestSession();
    await addEnvironment(session, asked());
    await session.vault.change({
      contents: (all) => ({ ...all, environments: [...all.environments, practiceEnvironment] }),
    });
    const before = session.vault.contents().environments;
    expect(await renameEnvironment(session, id as EnvironmentId, name)).toMatchObject(
      fail({ code }),
    );
    expect(session.vault.contents().environments).toEqual(before);
  });

  it('may be written in other letters of its own name', async () => {
    const { session } = await createTestSession();
    const name = session.vault.contents().environments[0]?.name.toUpperCase() ?? '';
    expect((await renameEnvironment(session, 'env-1' as EnvironmentId, name)).ok).toBe(true);
  });

  it('is not removed while credentials belong to it', async () => {
    const { session } = await createTestSession();
    expect(await removeEnvironment(session, 'env-1' as EnvironmentId)).toEqual(
      fail({ code: 'in_use', facts: { about: 'environment', count: 2 } }),
    );
  });
});
