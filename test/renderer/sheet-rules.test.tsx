// What holds for sheets and for the head of a credential alike: closing is quiet and stands last, an environment is
// named where all is about one, and what is wanted in an emergency is in sight.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { byTitle } from '../../renderer/features/search/palette-entries.ts';
import { actions } from '../../renderer/actions/actions.ts';
import type { Sheet } from '../../renderer/state/window-state.ts';
import { appView } from './fixtures.ts';
import { renderApp } from './render-app.tsx';
import { richCredentials } from './rich-credentials.ts';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const view = appView(NOW, { credentials: [...richCredentials(NOW)] });
const closing: readonly Sheet[] = [
  { kind: 'settings' },
  { kind: 'history' },
  { kind: 'about' },
  { kind: 'backups' },
  { kind: 'night' },
  { kind: 'protection' },
  { kind: 'vault_keys' },
  { kind: 'inspect' },
];

describe('a sheet', () => {
  it.each(closing)('$kind is closed by a quiet button that stands last', async (sheet) => {
    const { services } = await renderApp(view);
    await act(async () => services.window.show(sheet));
    const foot = screen.getByRole('dialog').querySelector<HTMLElement>('.sheet-actions');
    const last = foot === null ? undefined : within(foot).getAllByRole('button').at(-1);
    expect(last?.textContent).toBe('Close');
    expect(last?.classList.contains('button-quiet')).toBe(true);
  });

  it('of one form leads to the first field that is wrong, wherever that stands', async () => {
    const { services } = await renderApp(view);
    await act(async () => services.window.show({ kind: 'add_credential' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Add key' }));
    fireEvent.change(sheet.getByLabelText('Label'), { target: { value: 'Night desk' } });
    fireEvent.click(sheet.getByRole('button', { name: 'Add key' }));
    await waitFor(() => expect(document.activeElement).toBe(sheet.getByLabelText('Client id')));
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
  });

  it.each([
    [{ kind: 'environment', environmentId: 'eu' }, 'EU main: Production'],
    [{ kind: 'leak_plan', credentialId: 'desk-a' }, 'EU main: Production'],
    [{ kind: 'inspect' }, undefined],
    [{ kind: 'add_environment' }, undefined],
    [{ kind: 'revoke_all', scope: { kind: 'all' } }, undefined],
  ] as const)('%j names the environment it is about: %s', async (sheet, title) => {
    const { services } = await renderApp(view);
    await act(async () => services.window.show(sheet));
    const chip = screen.getByRole('dialog').querySelector('.sheet-title .chip');
    expect(chip?.getAttribute('title') ?? undefined).toBe(title);
  });
});

describe('in an emergency', () => {
  it('what to do about a leaked key stands in the head of the credential, whatever is shown of it', async () => {
    await renderApp(view);
    for (const tab of ['Tokens', 'Access', 'History']) {
      fireEvent.click(screen.getByRole('tab', { name: tab }));
      expect(screen.getAllByRole('button', { name: 'This key leaked…' })).toHaveLength(1);
    }
  });

  it.each([
    ['stolen', 'leaked'],
    ['compromised', 'leaked'],
    ['breach', 'leaked'],
    ['api key', 'new_credential'],
    ['new', 'new_credential'],
    ['proxy', 'about_environment'],
    ['certificate', 'about_environment'],
    ['terminal', 'settings'],
    ['script', 'settings'],
    ['timeline', 'history'],
    ['log', 'history'],
  ] as const)('the palette knows %j as %s', (typed, name) => {
    expect(byTitle(Object.values(actions), typed)).toContain(actions[name]);
  });
});
