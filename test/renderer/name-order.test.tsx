// Names sort as people expect, wherever they stand in a list.
import { describe, expect, it } from 'vitest';
import { compareNames } from '../../renderer/model/credential-list.ts';

describe('the order of names', () => {
  it('puts numbers by their value, and leaves equal names as they were', () => {
    const names = ['Desk 10', 'desk 9', 'Desk 009', 'Desk 1', 'DESK 10', 'Zoë 1', 'Apfel', 'Äpfel'];
    expect(names.toSorted(compareNames)).toEqual([
      'Apfel',
      'Äpfel',
      'Desk 1',
      'desk 9',
      'Desk 009',
      'Desk 10',
      'DESK 10',
      'Zoë 1',
    ]);
  });
});
