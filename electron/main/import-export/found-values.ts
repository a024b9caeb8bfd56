// What every reader of a format hands on: names with their values, in groups that belong together. What
// a name means is decided in one place, by field-names.ts.

export interface FoundValue {
  readonly name: string;
  /** Zeroed with the text it came from. */
  readonly value: Buffer;
  /** Where it stands in the text. */
  readonly at: number;
  /** Set where this is no value but a variable that the file gives none. */
  readonly placeholder?: string | undefined;
}

export interface FoundGroup {
  /** What the file calls it; empty where it does not. */
  readonly title: string;
  readonly at: number;
  readonly values: readonly FoundValue[];
  /** How its token request is encoded (docs/service.md 2.2, 2.4), where it is a request. */
  readonly encoding: 'form' | 'json' | null;
}

export interface FoundFile {
  readonly groups: readonly FoundGroup[];
  /** Each group is a request: several may use the same credential. */
  readonly isRequests: boolean;
}
