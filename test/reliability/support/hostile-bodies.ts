// Bodies that authenticate and still must not be read: what a bug of a writer, or somebody with the key, could have
// sealed. They are edited as text, so that what JSON.stringify would never write is written too.

export interface HostileBody {
  readonly about: string;
  readonly body: string | Buffer;
}

/** Each is `corrupt`. @param good of a vault with credentials, tokens and records. */
export function hostileBodies(good: string): HostileBody[] {
  return [...badJson(good), ...badContents(good), ...badRecords(good)].map((each) => {
    if (each.body.toString() === good) throw new Error(`${each.about}: the edit had no effect`);
    return each;
  });
}

const named = (edits: readonly (readonly [about: string, body: string | Buffer])[]) =>
  edits.map(([about, body]) => ({ about, body }));

function badJson(good: string): HostileBody[] {
  return named([
    ['cut short', good.slice(0, -1)],
    ['of nothing', ''],
    ['of white space', ' '.repeat(4096)],
    ['with a comma too many', good.replace(/}$/, ',}')],
    ['with a byte order mark', `\ufeff${good}`],
    ['that is not UTF-8', Buffer.concat([Buffer.from(good.slice(0, 3)), Buffer.from([0xff])])],
    ['with zeros behind it', `${good}\0`],
    ['with something behind it', `${good} {}`],
    ['that is a list', `[${good}]`],
    ['that is null', 'null'],
    ['nested to the limit', '['.repeat(100_000)],
  ]);
}

/** Edits of the first object behind each place. */
function badContents(good: string): HostileBody[] {
  const places = ['{', '"contents":{', '"environments":[{', '"credentials":[{', '"tokens":[{'];
  return named([
    ...places.flatMap((place) => {
      const put = (more: string): string => good.replace(place, () => `${place}${more}`);
      return [
        [`${place} with an unknown field`, put('"more":1,')],
        [`${place} with __proto__`, put('"__proto__":{},')],
        [`${place} with constructor`, put('"constructor":{},')],
      ] as const;
    }),
    ['without contents', good.replace('"contents"', '"content"')],
    ['without records', good.replace('"records"', '"record"')],
    ['without tokens', good.replace('"tokens"', '"token"')],
    ['with tokens that are an object', good.replace('"tokens":[', '"tokens":{},"renewals":[')],
    ['with a row that is null', good.replace('"credentials":[', '"credentials":[null,')],
    ['with a row of no such type', good.replace('"credentials":[', '"credentials":["a",')],
    ['with a word of no such list', good.replace('"issue":"issued"', '"issue":"lost"')],
    ['with a number that is a text', good.replace(/"sentAtMs":(\d+)/, '"sentAtMs":"$1"')],
    ['with a number beyond all', good.replace(/"sentAtMs":\d+/, '"sentAtMs":1e400')],
    ['with half a count', good.replace(/"refusalsInARow":\d+/, '"refusalsInARow":0.5')],
    ['with an id of nothing', good.replace(/"id":"[^"]+"/, '"id":""')],
    ['with a field that no row has', good.replace('"tokens":[{', '"tokens":[{"extra":true,')],
    ['with a history of half a head', good.replace('"history":null', '"history":{"head":"ab"}')],
  ]);
}

function badRecords(good: string): HostileBody[] {
  const record = /"records":\[({[^}]+})/.exec(good)?.[1] ?? '';
  const edited = (from: string | RegExp, to: string): string =>
    good.replace(record, () => record.replace(from, to));
  return named([
    ['with two records of one name', good.replace(record, () => `${record},${record}`)],
    ['with a record of no field', edited(/"field":"[^"]+"/, '"field":"password"')],
    ['with a record of version 0', edited(/"version":\d+/, '"version":0')],
    ['with a record of half a version', edited(/"version":\d+/, '"version":1.5')],
    ['with a record without a box', edited(/,"box":"[^"]+"/, '')],
    ['with a box of nothing', edited(/"box":"[^"]+"/, '"box":""')],
    ['with a box that is no base64', edited(/"box":"../, '"box":"-_')],
    ['with a box with spare bits', edited(/"box":"[^"]+"/, '"box":"AB=="')],
    ['with a record in the clear', edited('{', '{"secret":"in the clear",')],
  ]);
}
