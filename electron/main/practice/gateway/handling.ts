// What every endpoint handler is given beside the request: the gateway's memory and settings, and how a fault
// alters the answer.
import type { PracticeSettings } from './practice-settings.ts';
import type { PracticeState } from './practice-state.ts';
import type { PracticeRequest } from './read-request.ts';

/** Ours alone: the specification shows no path for introspection. */
export const INTROSPECTION_PATH = '/auth/oauth2/introspect';

/** Changes to an otherwise ordinary answer; all but the first to one of a token request. */
export interface Alteration {
  /** Added to the Date header. */
  readonly dateSkewSeconds?: number;
  /** Scopes granted in place of the requested ones. */
  readonly grant?: (requested: readonly string[]) => readonly string[];
  /** The JSON fields beside access_token. */
  readonly fields?: (fields: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

export interface Surroundings {
  readonly state: PracticeState;
  readonly settings: PracticeSettings;
  readonly nowMs: number;
  readonly alteration: Alteration;
  /** Random per start; in answers, to be masked by whoever shows them. */
  readonly sampleKey: string;
}

/** The header's only value; null where it is missing or came more than once. */
export function singleHeader(request: PracticeRequest, name: string): string | null {
  const values = request.headers.get(name) ?? [];
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** A field that was sent; empty where it is missing. */
export const fieldOf = ({ fields }: PracticeRequest, name: string): string =>
  fields.values.get(name) ?? '';
