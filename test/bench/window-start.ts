// P10: from the start of the process to a first screen that can be used, beside a bare window with a static
// page; and what that screen loads.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { launchStrongroom, windowAt } from '../support/launch.ts';
import { interleaved, median, medianRatio } from './measure.ts';
import { bounded, row, type Row } from './results.ts';
import { makeProfile, openBare } from './window-lab.ts';

const STARTS = 5;
const project = path.join(import.meta.dirname, '../..');

export async function benchStart(folder: string): Promise<readonly Row[]> {
  const profile = path.join(folder, 'start');
  await makeProfile(profile, 100);
  const start = async (): Promise<number> => {
    const began = performance.now();
    const launched = await launchStrongroom({ userDataDir: profile });
    const page = await windowAt(launched, 'app');
    await page.getByRole('button', { name: 'Unlock', exact: true }).waitFor();
    const ms = performance.now() - began;
    await launched.app.close();
    return ms;
  };
  const bare = (ownScheme: boolean) => async (): Promise<number> => {
    const began = performance.now();
    const { launched } = await openBare(path.join(folder, `bare-${ownScheme}`), { ownScheme });
    const ms = performance.now() - began;
    await launched.app.close();
    return ms;
  };
  const samples = await interleaved(
    [
      { name: 'ours', run: start },
      { name: 'bare', run: bare(false) },
      { name: 'scheme', run: bare(true) },
    ],
    STARTS,
  );
  const [ours = [], theirs = [], scheme = []] = ['ours', 'bare', 'scheme'].map((name) =>
    samples.get(name),
  );
  const assets = path.join(project, 'dist/renderer/assets');
  const kib = (name: RegExp): number =>
    readdirSync(assets)
      .filter((each) => name.test(each))
      .reduce((sum, each) => sum + statSync(path.join(assets, each)).size / 1024, 0);
  const first = kib(/^app-/);
  return [
    bounded('P10.start', 'process start to a first screen that can be used', median(ours), {
      versus: `bare window with a static page, ${median(theirs).toFixed(0)} ms`,
      ratio: medianRatio(ours, theirs),
      most: 1.25,
    }),
    row('P10.start.scheme', 'the bare window, its page over a scheme of its own', median(scheme), {
      versus: `the same page from a file, ${median(theirs).toFixed(0)} ms`,
      ratio: medianRatio(scheme, theirs),
    }),
    bounded('P10.bundle', 'what the first screen loads', first, {
      unit: 'KiB',
      versus: '350 KiB',
      ratio: first / 350,
      most: 1,
    }),
    row('P10.bundle.all', 'the window, every sheet included', kib(/^(?!secret-entry)/), {
      unit: 'KiB',
    }),
  ];
}
