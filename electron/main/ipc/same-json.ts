// Whether one value, read from JSON, is the other as JSON knows it: the proof that what a save wrote is what
// it was given.

/** A field that is undefined is none; the order of fields is no difference. */
export function isSameJson(read: unknown, given: unknown): boolean {
  if (read === given) return true;
  if (typeof read !== 'object' || typeof given !== 'object') return false;
  if (read === null || given === null) return false;
  if (Array.isArray(read) || Array.isArray(given)) return isSameList(read, given);
  let fields = 0;
  for (const name in given) {
    const value = (given as Record<string, unknown>)[name];
    if (value === undefined) continue;
    if (!Object.hasOwn(read, name)) return false;
    if (!isSameJson((read as Record<string, unknown>)[name], value)) return false;
    fields += 1;
  }
  return fields === Object.keys(read).length;
}

function isSameList(read: unknown, given: unknown): boolean {
  if (!Array.isArray(read) || !Array.isArray(given) || read.length !== given.length) return false;
  const other: readonly unknown[] = given;
  return read.every((item, at) => isSameJson(item, other[at]));
}
