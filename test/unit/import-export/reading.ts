// Reads a sample as an import and shows it the way a person would check it, secrets included: they are
// made up in the tests.
import { readImport, type ReadRow } from '../../../electron/main/import-export/read-import.ts';
import type { Failure } from '../../../electron/shared/failures/failure.ts';
import type {
  ImportFormat,
  ImportLeftOut,
} from '../../../electron/shared/import-export/import-view.ts';

export interface ReadSample {
  readonly format: ImportFormat;
  readonly leftOut: readonly ImportLeftOut[];
  readonly rows: readonly ReadRow[];
}

export function read(sample: string | Buffer, fileName = ''): ReadSample {
  const result = tryRead(sample, fileName);
  if ('code' in result) throw new Error(JSON.stringify(result));
  return result;
}

function tryRead(sample: string | Buffer, fileName = ''): ReadSample | Failure {
  const bytes = typeof sample === 'string' ? Buffer.from(sample) : Buffer.from(sample);
  const result = readImport(bytes, fileName);
  if (!result.ok) return result.failure;
  return {
    format: result.value.format,
    leftOut: result.value.leftOut,
    rows: result.value.rows,
  };
}

/** Where and why it is refused: `code line:column about`. */
export function refusal(sample: string | Buffer, fileName = ''): string {
  const result = tryRead(sample, fileName);
  if (!('code' in result)) return `read ${result.rows.length}`;
  const { line, column, about } = result.facts ?? {};
  const place = line === undefined ? '' : ` ${line}:${column}`;
  return `${result.code}${place}${about === undefined ? '' : ` ${about}`}`;
}
