// The calls about credentials, as the window makes them: what is taken from the clipboard goes from there
// once it is kept, and stays where it could not be: it may be shown only once where it comes from.
import { describe, expect, it } from 'vitest';
import type { CallName } from '../../../electron/shared/ipc-contract.ts';
import { createContractServer } from '../../support/contract-server.ts';
import { newCredential } from '../../support/new-credential.ts';
import { TRADER } from '../../support/test-session.ts';

const secretSource = 'clipboard';
const facts = { ...newCredential, secretSource };

const taking: readonly [CallName, object][] = [
  ['credentialAdd', facts],
  ['credentialReplaceSecret', { credentialId: TRADER, secretSource }],
  ['rotationTakeSecret', { credentialId: TRADER, secretSource }],
];

describe.each(taking)('%s', (name, input) => {
  async function server() {
    const served = await createContractServer();
    served.answerWith(0);
    if (name === 'rotationTakeSecret') await served.call('rotationStart', { credentialId: TRADER });
    return served;
  }

  it('leaves the secret on the clipboard where it is not saved', async () => {
    const { call, session, kept } = await server();
    session.vault.failWith({ code: 'disk_full' });
    expect(await call(name, input)).toMatchObject({ failure: { code: 'disk_full' } });
    expect(kept()).toBe(0);
  });

  it('lets it go from there once it is', async () => {
    const { call, kept } = await server();
    expect(await call(name, input)).toMatchObject({ ok: true });
    expect(kept()).toBe(1);
  });
});
