// A test that no project of the runner takes up passes by never being run.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../../support/source-files.ts';
import config from '../../../vite.config.ts';

const projects = (config.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project ? [project.test ?? {}] : [],
);

describe('the test files', () => {
  const files = sourceFiles('test')
    .map(({ name }) => name)
    .filter((name) => /\.test\.tsx?$/.test(name));

  it('are each taken up by one project of the runner', () => {
    const isAmong = (file: string, patterns: readonly string[] = []): boolean =>
      patterns.some((pattern) => path.matchesGlob(file, pattern));
    const takenBy = (file: string): number =>
      projects.filter(({ include, exclude }) => isAmong(file, include) && !isAmong(file, exclude))
        .length;
    expect(files.filter((file) => takenBy(file) !== 1)).toEqual([]);
  });

  it('read what the stand-in alone records in one place, which skips on Electron aloud', () => {
    const reading = sourceFiles('test')
      .filter(({ name }) => /^test\/(journeys|support|bench)\//.test(name))
      .filter(({ text }) => /\bstandIn\s*[?!]?[.:,}]/.test(text))
      .map(({ name }) => name);
    expect(reading).toEqual(['test/support/stand-in-records.ts']);
    const place = sourceFiles('test').find(({ name }) => name === reading[0])?.text ?? '';
    const readers = place.split('export ').filter((part) => part.includes('standIn.recorded'));
    expect(readers.length).toBeGreaterThan(0);
    expect(readers.filter((part) => !/\n {2}needsStandIn\(/.test(part))).toEqual([]);
  });

  it('are journeys only where journeys are looked for', () => {
    const astray = sourceFiles('test')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.journey.ts') && !name.startsWith('test/journeys/'));
    expect(astray).toEqual([]);
  });
});
