// The closed codes of every expected failure that can reach a person: those that have words.
import { callWords } from './failure-words-call.ts';
import { requestWords } from './failure-words-request.ts';
import { vaultWords } from './failure-words-vault.ts';

/** Without the rows of a code about one thing. */
type CodeIn<Table> = Exclude<keyof Table & string, `${string}: ${string}`>;
const codesIn = <Table extends object>(words: Table) =>
  Object.keys(words).filter((row): row is CodeIn<Table> => !row.includes(': '));

/** The vault (docs/reliability.md, "The save protocol"). */
export const vaultFailureCodes = codesIn(vaultWords);
export type VaultFailureCode = CodeIn<typeof vaultWords>;

/** A call to the gateway (docs/oauth-cases.md groups A to F). */
export const gatewayFailureCodes = codesIn(callWords);
export type GatewayFailureCode = CodeIn<typeof callWords>;

/** All of them, with what a person or a window asked for that cannot be done. */
export const failureCodes = [
  ...vaultFailureCodes,
  ...gatewayFailureCodes,
  ...codesIn(requestWords),
] as const;

/** Why something expected did not work. */
export type FailureCode = (typeof failureCodes)[number];
