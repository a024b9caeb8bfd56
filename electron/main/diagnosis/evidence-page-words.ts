// The words of the page of a diagnosis' evidence.
import { duration } from '../../shared/duration.ts';

export const pageWords = {
  title: (credential: string, startedAt: string) => `Diagnosis of ${credential}, ${startedAt}`,
  about: (zone: string, madeAt: string) =>
    `Times are UTC; this machine’s zone is ${zone}. Made at ${madeAt}.`,
  made: (app: string, machine: Readonly<Record<'node' | 'tls' | 'system', string>>) =>
    `${app}, Node ${machine.node}, ${machine.tls}, ${machine.system}`,
  what: 'What was diagnosed',
  rows: {
    clientId: 'Client id',
    accessType: 'Access type',
    environment: 'Environment',
    base: 'Base address',
    trade: 'Trading address',
    scopes: 'Scopes asked for',
    started: 'Started',
    ended: 'Ended',
    app: 'Made by',
  },
  none: 'none',
  notYet: 'not yet',
  checks: 'The checks',
  columns: { check: 'Check', verdict: 'Verdict', found: 'What was found', took: 'Took' },
  took: (ms: number | null) => (ms === null ? '' : duration(ms)),
  repeat: 'To repeat it',
  repeatHow:
    'Set the variables in a shell first. These lines contain none of the values. While curl runs, other programs on this machine may see them. In JSON, a quotation mark or backslash in a value needs a backslash before it.',
  trust: (jsonName: string) =>
    `The facts are in ${jsonName}, with the head of the vault’s history, named below. Both files were searched for every secret and token of that vault. They contain none. What a server wrote in its own words is left out.`,
} as const;
