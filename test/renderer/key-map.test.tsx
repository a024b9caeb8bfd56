// The key map of docs/interface.md, for what exists.
import { describe, expect, it } from 'vitest';
import {
  commandFor,
  shownKeys,
  type KeyPlace,
  type Pressed,
} from '../../renderer/keyboard/key-map.ts';
import { rowForKey, rowForTyping } from '../../renderer/features/credentials/list/use-list-keys.ts';

const press = (keys: string, place: Partial<KeyPlace> = {}, repeat = false) => {
  const parts = keys.split('+');
  const pressed: Pressed = {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Cmd'),
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
    repeat,
  };
  return commandFor(pressed, {
    inText: false,
    inListOrSidebar: true,
    several: false,
    mac: false,
    ...place,
  });
};

describe('the key map', () => {
  it.each([
    ['Ctrl+f', 'search'],
    ['Ctrl+l', 'lock'],
    ['Ctrl+k', 'palette'],
    ['Ctrl+n', 'new_credential'],
    ['Ctrl+,', 'settings'],
    ['Ctrl+/', 'shortcuts'],
    ['Ctrl+Enter', 'get_or_renew'],
    ['Ctrl+i', 'check'],
    ['Delete', 'revoke'],
    ['Ctrl+b', 'copy_client_id'],
    ['Ctrl+Shift+C', 'copy_token'],
    ['Escape', 'close'],
    ['/', 'search'],
  ])('%s is %s', (keys, kind) => {
    expect(press(keys)?.kind).toBe(kind);
  });

  it.each([
    ['Ctrl+Enter', 'bulk_get_or_renew'],
    ['Ctrl+i', 'bulk_check'],
    ['Delete', 'bulk_revoke'],
    ['Ctrl+b', 'copy_client_id'],
  ])('%s is %s where several rows are marked', (keys, kind) => {
    expect(press(keys, { several: true })?.kind).toBe(kind);
    expect(press('Delete', { several: true, inText: true })).toBeNull();
  });

  it('moves between panes and environments', () => {
    expect(press('F6')).toEqual({ kind: 'next_pane' });
    expect(press('Shift+F6')).toEqual({ kind: 'previous_pane' });
    expect(press('Ctrl+3')).toEqual({ kind: 'environment', index: 2 });
  });

  it('uses Cmd on a Mac and Ctrl elsewhere', () => {
    expect(press('Cmd+l', { mac: true })?.kind).toBe('lock');
    expect(press('Ctrl+l', { mac: true })).toBeNull();
    expect(press('Cmd+l')).toBeNull();
  });

  it('takes no single character from a field, nor outside list and sidebar', () => {
    expect(press('/', { inText: true })).toBeNull();
    expect(press('/', { inListOrSidebar: false })).toBeNull();
    expect(press('Delete', { inText: true })).toBeNull();
  });

  it('ignores a held key where a call would follow', () => {
    for (const keys of ['Ctrl+Enter', 'Ctrl+i', 'Delete', 'Ctrl+l']) {
      expect(press(keys, {}, true)).toBeNull();
    }
  });

  it('revokes everything with Ctrl+Shift+Delete, also while typing', () => {
    expect(press('Ctrl+Shift+Delete')).toEqual({ kind: 'revoke_all' });
    // The key that a Mac calls Delete.
    expect(press('Cmd+Shift+Backspace', { mac: true, inText: true })).toEqual({
      kind: 'revoke_all',
    });
    expect(shownKeys('Mod+Shift+Del', true)).toBe('⌘+⇧+⌫');
  });

  it('never copies with Ctrl+C and leaves later keys alone', () => {
    for (const keys of ['Ctrl+c', 'Ctrl+Shift+k', 'Alt+l']) {
      expect(press(keys)).toBeNull();
    }
  });
});

describe('keys in the list', () => {
  it('moves within its ends', () => {
    expect(rowForKey('ArrowDown', 4, 5)).toBe(4);
    expect(rowForKey('ArrowUp', 0, 5)).toBe(0);
    expect(rowForKey('End', 0, 5)).toBe(4);
    expect(rowForKey('Home', 4, 5)).toBe(0);
    expect(rowForKey('x', 4, 5)).toBeNull();
  });

  it('finds a name by its beginning, going around', () => {
    const labels = ['Desk-A', 'Desk-B', 'Lab', 'Reports'];
    expect(rowForTyping(labels, 0, 'd')).toBe(1);
    expect(rowForTyping(labels, 1, 'd')).toBe(0);
    expect(rowForTyping(labels, 0, 'rep')).toBe(3);
    expect(rowForTyping(labels, 0, 'z')).toBeNull();
  });
});
