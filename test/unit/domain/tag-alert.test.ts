// One tag's rule is laid over those that are: no other tag's is lost by it.
import { describe, expect, it } from 'vitest';
import { changedTagAlerts } from '../../../electron/main/domain/tag-alert.ts';

const day = { tag: 'day', minutesBefore: [5] };
const night = { tag: 'night', minutesBefore: [60, 15] };
const both = new Set(['day', 'night']);

describe('the rule of a tag', () => {
  it('keeps those of the others', () => {
    const first = changedTagAlerts([], day, both);
    expect(changedTagAlerts(first, night, both)).toEqual([day, night]);
    expect(changedTagAlerts([day, night], { ...day, minutesBefore: [] }, both)).toEqual([
      night,
      { tag: 'day', minutesBefore: [] },
    ]);
  });

  it('is taken back, and forgotten where nobody has the tag any more', () => {
    const takenBack = { tag: 'day', minutesBefore: null };
    expect(changedTagAlerts([day, night], takenBack, both)).toEqual([night]);
    expect(changedTagAlerts([day, night], takenBack, new Set(['day']))).toEqual([]);
  });
});
