/** What the form of a new Trader key gives, but for what a test is about. */
export const newCredential = {
  label: 'Desk A',
  clientId: 'client-a',
  accessType: 'trader',
  environmentId: 'env-1',
  registeredScopes: ['TRADER_READ'],
  permission: null,
  ownerAccount: '',
  tags: [],
} as const;
