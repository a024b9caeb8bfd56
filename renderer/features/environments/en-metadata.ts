// The words about what an authorization server says of itself, beside what is used.
import { counted } from '../../../electron/shared/counts.ts';
import type { MetadataEndpoint } from '../../../electron/shared/environments/metadata-view.ts';
import type { AccessType, IntrospectionAuthentication } from '../../../electron/shared/words.ts';
import type { MetadataRow, MetadataVerdict } from './metadata-comparison.ts';

const places: Readonly<Record<MetadataEndpoint, string>> = {
  token: 'Token endpoint',
  revocation: 'Revocation endpoint',
  introspection: 'Introspection endpoint',
};

const verdicts: Readonly<Record<MetadataVerdict, string>> = {
  same: 'Same',
  differs: 'Differs',
  unsaid: 'Not said',
  unused: 'Off here',
};

const methods: Readonly<Record<IntrospectionAuthentication, string>> = {
  client_secret_post: 'client_secret_post (in the form)',
  client_secret_basic: 'client_secret_basic (HTTP Basic)',
};

const accessTypes: Readonly<Record<AccessType, string>> = { trader: 'Trader', partner: 'Partner' };

export const metadataWords = {
  title: 'Metadata of the server',
  lead: 'The specification shows none, so nothing is fetched unless you ask. A server may publish what it offers (RFC 8414); it is shown beside what you configured, and nothing of it is used by itself.',
  begin: 'Read it…',
  issuer: 'Issuer',
  issuerHint:
    'Exactly as the operator names it, to the last slash. It is asked at its host under /.well-known/oauth-authorization-server; no secret and no token is sent.',
  read: 'Read the metadata',
  table: (issuer: string) => `Metadata of ${issuer} beside what is used`,
  columns: { said: 'The server says', used: 'Strongroom uses' },
  row: ({ what, kind }: MetadataRow): string =>
    what === 'scopes'
      ? 'Scopes'
      : kind === 'address'
        ? places[what]
        : `${places[what]}: client authentication`,
  verdict: (verdict: MetadataVerdict): string => verdicts[verdict],
  method: (name: string): string =>
    name === 'client_secret_post' || name === 'client_secret_basic' ? methods[name] : name,
  accessType: (accessType: AccessType): string => accessTypes[accessType],
  nothingSaid: 'It does not say.',
  byDefault: 'It does not say, which means:',
  off: 'Off',
  headline: (differences: number): string =>
    differences === 0
      ? 'The document is that of this issuer. Nothing that it says differs from what is used.'
      : `The document is that of this issuer. ${counted(differences, 'point')} in it ${differences === 1 ? 'differs' : 'differ'} from what is used.`,
  unchanged: 'Nothing was changed: calls still go to the addresses that you entered.',
  whence: (address: string, time: string): string => `Read from ${address} at ${time}.`,
  offer: (path: string): string =>
    `The server introspects tokens at ${path}, below the base address. You can take that over.`,
  offerLater: (path: string): string =>
    `The server introspects tokens at ${path}. Once the environment is added, that can be taken over from the information about it.`,
  take: 'Use this introspection…',
  taken: 'Tokens are introspected as the server says.',
} as const;
