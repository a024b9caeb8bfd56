// Gives every catalogue of words in the pseudo-locale to whoever imports it: for the tests of one project alone.
import path from 'node:path';
import type { Plugin } from 'vite';

const locale = path.join(import.meta.dirname, 'pseudo-locale.ts');
/** The catalogues of the window, and the words that cross a process line. */
const CATALOGUE =
  /\/(renderer\/(i18n\/[\w-]+|features\/.*\/en-[\w-]+)|electron\/shared\/(.*(?<!passphrase)-(words|sentences)(-[\w-]+)?|counts|duration))\.ts$/;

export const pseudoCatalogues: Plugin = {
  name: 'pseudo-catalogues',
  enforce: 'post',
  transform(code, id) {
    const [file = ''] = id.split('?');
    if (!CATALOGUE.test(file)) return null;
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
    const plain = code.replaceAll(/^export (?=const |function )/gm, '');
    const given = names.map(
      (name) => `const pseudo_${name} = pseudoOf(${name}); export { pseudo_${name} as ${name} };`,
    );
    return {
      code: `import { pseudoOf } from ${JSON.stringify(locale)};\n${plain}\n${given.join('\n')}`,
      map: null,
    };
  },
};
