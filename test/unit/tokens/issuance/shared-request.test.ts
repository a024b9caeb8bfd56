// What each caller of a shared call hears when a press of "Revoke everything" ends it.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../electron/main/domain/result.ts';
import { heardBy } from '../../../../electron/main/tokens/issuance/token-requests.ts';

describe('the end of a call that a person and renewal share', () => {
  const freeze = fail({ code: 'renewals_frozen' } as const);
  const press = fail({ code: 'ended_by_stop' } as const);

  it('by a press is for each what was asked', () => {
    for (const end of [freeze, press]) {
      expect(heardBy('user', end)).toEqual(press);
      expect(heardBy('background', end)).toEqual(freeze);
    }
  });

  it('is the same for both where it is any other', () => {
    for (const end of [ok('t'), fail({ code: 'rate_limited', facts: { status: 429 } } as const)]) {
      expect(heardBy('user', end)).toBe(end);
      expect(heardBy('background', end)).toBe(end);
    }
  });
});
