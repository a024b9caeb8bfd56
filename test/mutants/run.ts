// `npm run mutants`: plants each fault of faults.ts in a copy of the project, one at a time, and sees that the
// tests named with it fail (R19). Words after `--` choose faults by their name. Exit code 1 where one is not caught.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { recordFigure } from '../reliability/support/figures.ts';
import { faults, type Fault } from './faults.ts';

/** R19. */
const GOAL = 0.9;
const project = path.join(import.meta.dirname, '../..');
const chosen = process.argv.slice(2);
const planted = faults.filter(({ name }) => chosen.every((word) => name.includes(word)));

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Files under version control and new ones, with the installed modules of the project beside them. */
function copyOfProject(): string {
  const copy = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'strongroom-mutants-')));
  const git = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = spawnSync('git', git, { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 26 });
  for (const file of listed.stdout.split('\0').filter((name) => name !== '')) {
    if (!fs.existsSync(path.join(project, file))) continue;
    fs.mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    fs.copyFileSync(path.join(project, file), path.join(copy, file));
  }
  for (const folder of ['node_modules', 'dist']) {
    fs.symlinkSync(path.join(project, folder), path.join(copy, folder));
  }
  return copy;
}

/** Names of the tests that should have failed and did not; empty: caught. */
function survivors(copy: string, { file, find, replace, caughtBy }: Fault): readonly string[] {
  const place = path.join(copy, file);
  const sound = fs.readFileSync(place, 'utf8');
  if (sound.split(find).length !== 2) return [`${file} does not hold the text exactly once`];
  const report = path.join(copy, 'mutant.json');
  fs.rmSync(report, { force: true });
  fs.writeFileSync(
    place,
    sound.replace(find, () => replace),
  );
  const files = [...new Set(caughtBy.map((one) => one.file))];
  const vitest = path.join(copy, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--reporter=json', `--outputFile.json=${report}`, ...files];
  spawnSync(process.execPath, args, { cwd: copy, stdio: 'ignore' });
  fs.writeFileSync(place, sound);
  if (!fs.existsSync(report)) return ['the tests did not run'];
  const { testResults } = JSON.parse(fs.readFileSync(report, 'utf8')) as Report;
  return caughtBy
    .filter(({ file: test, title }) => {
      const result = testResults.find(({ name }) => name.endsWith(test));
      // A file that does not load any more is a fault caught as well.
      if (result?.status === 'failed' && result.assertionResults.length === 0) return false;
      return !result?.assertionResults.some(
        ({ status, fullName }) => status === 'failed' && fullName.trim().startsWith(title),
      );
    })
    .map(({ file: test, title }) => `${test}: ${title}`);
}

const copy = copyOfProject();
let caught = 0;
try {
  for (const [index, fault] of planted.entries()) {
    const left = survivors(copy, fault);
    if (left.length === 0) caught += 1;
    const verdict = left.length === 0 ? 'caught' : `NOT CAUGHT by ${left.join('; ')}`;
    process.stdout.write(`${index + 1}/${planted.length} ${fault.name}: ${verdict}\n`);
  }
} finally {
  fs.rmSync(copy, { recursive: true, force: true });
}
const holds = planted.length > 0 && caught >= GOAL * planted.length;
if (chosen.length === 0) {
  recordFigure({
    id: 'R19',
    what: 'planted faults that tests caught',
    tried: planted.length,
    bad: planted.length - caught,
    goal: 'at least 90 % caught',
    holds,
    seed: null,
  });
}
process.stdout.write(`${caught} of ${planted.length} planted faults caught\n`);
process.exitCode = caught === planted.length ? 0 : 1;
