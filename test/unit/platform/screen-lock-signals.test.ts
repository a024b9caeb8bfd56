// What the lines of the bus monitor are taken for.
import { describe, expect, it } from 'vitest';
import { newsOf } from '../../../electron/main/platform/screen-lock-bus.ts';

const PROPERTIES = 'org.freedesktop.DBus.Properties.PropertiesChanged';

describe('a line of the bus monitor', () => {
  it.each([
    '/org/freedesktop/ScreenSaver: org.freedesktop.ScreenSaver.ActiveChanged (true,)',
    '/ScreenSaver: org.freedesktop.ScreenSaver.ActiveChanged (true,)',
    '/org/gnome/ScreenSaver: org.gnome.ScreenSaver.ActiveChanged (true,)',
    '/org/freedesktop/login1/session/_32: org.freedesktop.login1.Session.Lock ()',
    `/org/freedesktop/login1/session/_32: ${PROPERTIES} ('org.freedesktop.login1.Session', {'LockedHint': <true>}, @as [])`,
    `/org/freedesktop/login1/session/c1: ${PROPERTIES} ('org.freedesktop.login1.Session', {'IdleHint': <false>, 'LockedHint': <true>}, @as [])`,
  ])('says that the screen was locked: %s', (line) => {
    expect(newsOf(line)).toBe('locked');
  });

  it.each([
    '/org/gnome/ScreenSaver: org.gnome.ScreenSaver.ActiveChanged (false,)',
    '/org/gnome/ScreenSaver: org.gnome.ScreenSaver.WakeUpScreen ()',
    '/org/freedesktop/login1/session/_32: org.freedesktop.login1.Session.Unlock ()',
    `/org/freedesktop/login1/session/_32: ${PROPERTIES} ('org.freedesktop.login1.Session', {'LockedHint': <false>}, @as [])`,
    `/org/freedesktop/login1/user/_1000: ${PROPERTIES} ('org.freedesktop.login1.User', {'LockedHint': <true>}, @as [])`,
    "/x: evil.Signal ('org.gnome.ScreenSaver.ActiveChanged (true,)',)",
    'Monitoring signals from all objects owned by org.gnome.ScreenSaver',
    '',
  ])('says nothing of the kind: %s', (line) => {
    expect(newsOf(line)).toBeNull();
  });

  it('says whether anybody is there to announce it', () => {
    expect(newsOf('The name org.gnome.ScreenSaver is owned by :1.42')).toBe('present');
    expect(newsOf('The name org.gnome.ScreenSaver does not have an owner')).toBe('absent');
  });
});
