// What a person says of a credential and may change later: spelt once for the calls, the vault, the view and the form.
import * as v from 'valibot';
import { line, list } from '../view-parts.ts';
import { partnerPermissions, traderScopes } from '../words.ts';

/** Characters of a label, and of any other line about a credential. */
export const MOST_LINE = 80;

export const credentialFacts = {
  label: line(1, MOST_LINE),
  /** Trader: the scopes fixed at registration. Partner: empty. */
  registeredScopes: v.pipe(list(v.picklist(traderScopes), traderScopes.length), v.readonly()),
  /** Partner: what the web app says the key may do. Trader: null. */
  permission: v.nullable(v.picklist(partnerPermissions)),
  ownerAccount: line(0, MOST_LINE),
  tags: v.pipe(list(line(1, 40), 12), v.readonly()),
};
