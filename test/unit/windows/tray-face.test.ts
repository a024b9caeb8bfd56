import { describe, expect, it } from 'vitest';
import { trayFace } from '../../../electron/main/windows/tray-face.ts';
import type {
  CredentialView,
  TokenView,
} from '../../../electron/shared/credentials/credential-view.ts';
import { appView, credential, token } from '../../renderer/fixtures.ts';

const NOW = Date.UTC(2026, 10, 21, 3, 7);
const faceOf = (part: Partial<CredentialView>) => {
  const row = credential(NOW, { id: 'desk-a', label: 'Desk-A', ...part });
  return trayFace(appView(NOW, { credentials: [row] }), 'UTC');
};
const face = (...tokens: Partial<TokenView>[]) =>
  faceOf({ tokens: tokens.map((part, index) => token(NOW, { id: `t-${index}`, ...part })) });

describe('the tray', () => {
  it('says nothing of the contents while locked', () => {
    const view = appView(NOW, { credentials: [] });
    expect(trayFace({ ...view, vault: { state: 'locked', failure: null } })).toEqual({
      state: 'locked',
      lines: [
        'Strongroom is locked',
        'Alerts, renewals and revocations pause until it is unlocked',
      ],
      vault: 'locked',
      worksOn: false,
    });
  });

  it('says until when the vault works on behind its locked window, and no name', () => {
    const locked = appView(NOW, { vault: { state: 'locked', failure: null } });
    const handOut = { ...locked.handOut, held: 1 };
    const view = { ...locked, handOut, worksUntilMs: NOW + 3_600_000 };
    expect(trayFace(view, 'UTC')).toMatchObject({ worksOn: true });
    expect(trayFace(view, 'UTC').lines).toEqual([
      'Strongroom is locked and keeps working',
      'Until Sat 04:07 UTC',
      '1 program holds a token',
    ]);
  });

  it('says how much rests where the lock knew it', () => {
    const view = appView(NOW, { vault: { state: 'locked', failure: null } });
    const { lines } = trayFace({ ...view, restingAtLock: 1, unprovenAtLock: 3 });
    expect(lines.slice(2)).toEqual(['1 renewal paused', '3 revoked tokens not confirmed dead yet']);
  });

  it('says of a vault that is locking only that', () => {
    const view = appView(NOW, { vault: { state: 'locking', failure: null } });
    expect(trayFace({ ...view, restingAtLock: 1 }).lines).toEqual(['Strongroom is locking']);
  });

  it('speaks of no lock where there is no vault', () => {
    const view = appView(NOW, { credentials: [], vault: { state: 'absent', failure: null } });
    expect(trayFace(view)).toMatchObject({ lines: ['No vault here'], vault: 'none' });
  });

  it('names the next expiry as a moment', () => {
    const soon = { expiresAtMs: NOW + 3_600_000 };
    expect(face({}, soon).lines).toEqual(['2 live tokens', 'Next expiry: Desk-A, Sat 04:07 UTC']);
  });

  it('counts the programs that hold a token', () => {
    const handOut = { door: 'open' as const, held: 2, waiting: 0, programs: [] };
    const view = appView(NOW, { credentials: [], handOut });
    expect(trayFace(view).lines).toEqual(['2 programs hold a token', 'No live token']);
  });

  it('puts what needs somebody before what expires', () => {
    expect(face({ state: 'expiring' }, { state: 'still_honoured' })).toMatchObject({
      state: 'attention',
      lines: ['1 token needs attention', '1 token expiring', '2 live tokens', expect.any(String)],
    });
  });

  it('calls for somebody where the server refuses the token in use', () => {
    const refused = { state: 'refused' } as const;
    expect(face(refused)).toMatchObject({
      state: 'attention',
      lines: ['1 token needs attention', '1 live token', expect.any(String)],
    });
    expect(face({}, refused)).toMatchObject({ state: 'unlocked' });
  });

  it('calls for somebody where the last request failed, as the list does', () => {
    const failure = { code: 'invalid_client' } as const;
    const tokens = [token(NOW, { id: 't', sentAtMs: NOW })];
    const faceAfter = (atMs: number) => faceOf({ lastFailure: { atMs, failure }, tokens });
    expect(faceAfter(NOW + 1)).toMatchObject({
      state: 'attention',
      lines: ['1 key needs attention', '1 live token', expect.any(String)],
    });
    expect(faceAfter(NOW - 1)).toMatchObject({ state: 'unlocked' });
  });

  it('calls for somebody where a token that came could not be saved', () => {
    expect(face({ unsaved: true }).state).toBe('attention');
  });

  it('says how far a revocation is', () => {
    const revoking = { state: 'revoking' } as const;
    expect(face(revoking, { state: 'propagating' }, revoking, { state: 'expiring' }).lines).toEqual(
      [
        'Revoking 2 tokens, not accepted yet',
        '1 revoked token not confirmed dead yet',
        '1 token expiring',
        '4 live tokens',
        expect.any(String),
      ],
    );
  });

  it('is calm when nothing lives', () => {
    expect(face({ state: 'verified', live: false })).toMatchObject({
      state: 'unlocked',
      lines: ['No live token'],
    });
  });
});
