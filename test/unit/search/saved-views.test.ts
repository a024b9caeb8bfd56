// Saved views and favourites: a name once, so many and no more, and what goes with a credential.
import { gone } from '../../../electron/shared/failures/failure.ts';
import { describe, expect, it } from 'vitest';
import { MAX_SAVED_VIEWS } from '../../../electron/main/domain/saved-view.ts';
import type { CredentialId, SavedViewId } from '../../../electron/main/domain/ids.ts';
import { removeCredential } from '../../../electron/main/credentials/credentials.ts';
import { removeView, saveView, setFavourite } from '../../../electron/main/search/saved-views.ts';
import { createTestSession, TRADER } from '../../support/test-session.ts';

const view = (name: string, id: string | null = null) => ({
  id: id as SavedViewId | null,
  name,
  query: 'state:live',
});

describe('saved views', () => {
  it('are kept in order, renamed in place, and removed', async () => {
    const { session } = await createTestSession();
    await saveView(session, view('Night'));
    await saveView(session, view('Desk'));
    const [night] = session.vault.contents().savedViews;
    await saveView(session, { ...view('Before 08:00', night?.id), query: 'expires:<08:00' });
    expect(session.vault.contents().savedViews.map(({ name, query }) => [name, query])).toEqual([
      ['Before 08:00', 'expires:<08:00'],
      ['Desk', 'state:live'],
    ]);
    if (night !== undefined) await removeView(session, night.id);
    expect(session.vault.contents().savedViews.map(({ name }) => name)).toEqual(['Desk']);
  });

  it('have a name of their own, whatever its case', async () => {
    const { session } = await createTestSession();
    await saveView(session, view('Night'));
    expect(await saveView(session, view('NIGHT'))).toEqual({
      ok: false,
      failure: { code: 'name_taken' },
    });
  });

  it('are so many and no more; one that is gone is not brought back', async () => {
    const { session } = await createTestSession();
    for (let each = 0; each < MAX_SAVED_VIEWS; each += 1) await saveView(session, view(`${each}`));
    expect(await saveView(session, view('one more'))).toMatchObject({
      failure: { code: 'too_large', facts: { about: 'views' } },
    });
    expect(await saveView(session, view('gone', 'no-such-view'))).toMatchObject({
      failure: gone('view'),
    });
  });
});

describe('favourites', () => {
  it('are set once, unset, and go with their credential', async () => {
    const { session } = await createTestSession();
    await setFavourite(session, TRADER, true);
    await setFavourite(session, TRADER, true);
    expect(session.vault.contents().favourites).toEqual([TRADER]);
    await removeCredential(session, TRADER);
    expect(session.vault.contents().favourites).toEqual([]);
    expect(await setFavourite(session, 'nobody' as CredentialId, true)).toMatchObject({
      failure: gone('key'),
    });
  });
});
