// What is trusted, and that it is read once and late.
import { X509Certificate } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import {
  createTrustedAuthorities,
  systemAuthorities,
} from '../../../../electron/main/gateway/connections/trusted-authorities.ts';
import { createTestCertificates } from '../../../support/test-certificates.ts';

const { authority } = await createTestCertificates();

describe('trusted authorities', () => {
  it('are read with the first call, once, and kept per authority', async () => {
    const load = vi.fn<() => string[]>(() => []);
    const trusted = createTrustedAuthorities(load);
    expect(load).not.toHaveBeenCalled();
    const plain = await trusted({ authorityPem: null });
    expect(await trusted({ authorityPem: null })).toBe(plain);
    const own = await trusted({ authorityPem: authority });
    expect(own).not.toBe(plain);
    expect(await trusted({ authorityPem: authority })).toBe(own);
    expect(load).toHaveBeenCalledOnce();
  });

  it('forget all but the four used last, as practice makes a new one at each unlock', async () => {
    const trusted = createTrustedAuthorities(() => []);
    const own = (index: number) => trusted({ authorityPem: authority + '\n'.repeat(index) });
    const [system, first] = [await trusted({ authorityPem: null }), await own(0)];
    for (let index = 1; index < 6; index += 1) {
      await own(index);
      expect(await trusted({ authorityPem: null })).toBe(system);
    }
    expect(await own(0)).not.toBe(first);
  });

  it('are not read for an authority that is trusted alone', async () => {
    const load = vi.fn<() => string[]>(() => []);
    const trusted = createTrustedAuthorities(load);
    const alone = await trusted({ authorityPem: authority, trustsItAlone: true });
    expect(await trusted({ authorityPem: authority, trustsItAlone: true })).toBe(alone);
    expect(load).not.toHaveBeenCalled();
    expect(await trusted({ authorityPem: authority })).not.toBe(alone);
    expect(load).toHaveBeenCalledOnce();
  });

  it('make one context for many that ask at once, also with the first call', async () => {
    const trusted = createTrustedAuthorities(() => []);
    for (const trust of [{ authorityPem: null }, { authorityPem: authority }]) {
      const all = await Promise.all(Array.from({ length: 8 }, () => trusted(trust)));
      expect(new Set(all).size).toBe(1);
    }
  });

  it('are the certificates of the system and of the runtime', () => {
    const all = systemAuthorities();
    expect(all.length).toBeGreaterThan(50);
    expect(new Set(all).size).toBe(all.length);
    expect(new X509Certificate(all[0] ?? '').ca).toBe(true);
  });
});
