// What every reader of a format hands on: names with their values, in groups that belong together. What
// a name means is decided in one place, by field-names.ts.
import type { ImportFormat } from '../../shared/import-export/import-view.ts';

export interface FoundValue {
  readonly name: string;
  readonly value: string;
  /** Where it stands in the text; -1 where the reader does not know. */
  readonly at: number;
  /** Set where this is no value: what stands in its place, as it may be shown. */
  readonly placeholder?: string | undefined;
  /** It stood where nothing stands for anything else, such as in single quotation marks. */
  readonly isLiteral?: boolean;
  /** A `+` of a form was read as a space: whoever wrote the text may have meant a `+`. */
  readonly hadPlus?: boolean;
}

export interface FoundGroup {
  /** What the file calls it; empty where it does not. */
  readonly title: string;
  readonly values: readonly FoundValue[];
  /** How its token request is encoded (docs/service.md 2.2, 2.4), where it is a request. */
  readonly encoding: 'form' | 'json' | null;
}

/** A part of the text that was passed over. */
export interface LeftOut {
  readonly at: number;
  readonly what: 'command' | 'line' | 'quote' | 'row';
}

export interface FoundFile {
  readonly groups: readonly FoundGroup[];
  /** Each group is a request: several may use the same credential. */
  readonly isRequests: boolean;
  readonly leftOut: readonly LeftOut[];
}

export interface FoundFormat {
  readonly format: ImportFormat;
  readonly found: FoundFile;
}
