// A row of an import's preview, as it stands where nothing is missing but a choice of scopes.
import type { ImportRowView } from '../../electron/shared/import-export/import-view.ts';

export const importRow = (at: number, more: Partial<ImportRowView> = {}): ImportRowView => ({
  row: at,
  line: at + 2,
  more: 0,
  label: `Desk ${at}`,
  clientId: `client-${at}`,
  hosts: [],
  environmentName: '',
  environmentId: 'env-1',
  environmentReason: 'host',
  accessType: 'trader',
  accessReason: 'said',
  scopes: [],
  permission: null,
  ownerAccount: '',
  tags: [],
  secret: { standing: 'present', characters: 20, fingerprint: 'aaaa·bbbb', placeholder: null },
  notes: [],
  importable: true,
  known: [],
  secretOf: [],
  moreKnown: 0,
  sameClient: [],
  sameSecret: [],
  ...more,
});
