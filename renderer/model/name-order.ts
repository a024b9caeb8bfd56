// Names in the order people expect: numbers by their value, letters of either case alike.

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export const compareNames = (a: string, b: string): number => collator.compare(a, b);
