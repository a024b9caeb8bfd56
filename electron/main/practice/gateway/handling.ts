// What every endpoint handler is given: the request as read, the gateway's memory and settings, and
// how a fault alters a token answer.
import type { PracticeSettings } from './practice-settings.ts';
import type { PracticeState } from './practice-state.ts';
import type { RequestFields } from './request-fields.ts';

export interface PracticeRequest {
  readonly path: string;
  /** Without the question mark; empty for none. */
  readonly query: string;
  /** Values of each header by lower-case name, in the order they came. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly fields: RequestFields;
}

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
  /** `{base_url}`. */
  readonly baseUrl: string;
  readonly state: PracticeState;
  readonly settings: PracticeSettings;
  readonly nowMs: number;
  readonly alteration: Alteration;
  /** True once for each token: its first resource request (docs/service.md 5.7). */
  readonly isFirstUse: (digest: string) => boolean;
  /** Which region answers this resource request, from 0. */
  readonly region: () => number;
  /** Random per start; in answers, to be masked by whoever shows them. */
  readonly sampleKey: string;
}

/** The header's only value; null where it is missing or came more than once. */
export function singleHeader(request: PracticeRequest, name: string): string | null {
  const values = request.headers.get(name) ?? [];
  return values.length === 1 ? (values[0] ?? null) : null;
}
