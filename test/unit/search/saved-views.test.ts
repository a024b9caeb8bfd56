// Saved views and favourites: a name once, so many and no more, and what goes with a credential.
import { describe, expect, it } from 'vitest';
import { MAX_SAVED_VIEWS } from '../../../electron/main/domain/saved-view.ts';
import type { CredentialId, SavedViewId } from '../../../electron/main/domain/ids.ts';
import { removeCredential } from '../../../electron/main/credentials/credentials.ts';
import { removeView, saveView, setFavourite } from '../../../electron/main/search/saved-views.ts';
import { createTestRoom, TRADER } from '../../support/test-room.ts';

const view = (name: string, id: string | null = null) => ({
  id: id as SavedViewId | null,
  name,
  query: 'state:live',
});

describe('saved views', () => {
  it('are kept in order, renamed in place, and removed', async () => {
    const { room } = await createTestRoom();
    await saveView(room, view('Night'));
    await saveView(room, view('Desk'));
    const [night] = room.vault.contents().savedViews;
    await saveView(room, { ...view('Before 08:00', night?.id), query: 'expires:<08:00' });
    expect(room.vault.contents().savedViews.map(({ name, query }) => [name, query])).toEqual([
      ['Before 08:00', 'expires:<08:00'],
      ['Desk', 'state:live'],
    ]);
    if (night !== undefined) await removeView(room, night.id);
    expect(room.vault.contents().savedViews.map(({ name }) => name)).toEqual(['Desk']);
  });

  it('have a name of their own, whatever its case', async () => {
    const { room } = await createTestRoom();
    await saveView(room, view('Night'));
    expect(await saveView(room, view('NIGHT'))).toEqual({
      ok: false,
      failure: { code: 'label_taken' },
    });
  });

  it('are so many and no more; one that is gone is not brought back', async () => {
    const { room } = await createTestRoom();
    for (let each = 0; each < MAX_SAVED_VIEWS; each += 1) await saveView(room, view(`${each}`));
    expect(await saveView(room, view('one more'))).toMatchObject({
      failure: { code: 'too_many_views' },
    });
    expect(await saveView(room, view('gone', 'no-such-view'))).toMatchObject({
      failure: { code: 'unknown_view' },
    });
  });
});

describe('favourites', () => {
  it('are set once, unset, and go with their credential', async () => {
    const { room } = await createTestRoom();
    await setFavourite(room, TRADER, true);
    await setFavourite(room, TRADER, true);
    expect(room.vault.contents().favourites).toEqual([TRADER]);
    await removeCredential(room, TRADER);
    expect(room.vault.contents().favourites).toEqual([]);
    expect(await setFavourite(room, 'nobody' as CredentialId, true)).toMatchObject({
      failure: { code: 'unknown_credential' },
    });
  });
});
