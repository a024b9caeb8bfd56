// A test that no project of the runner takes up passes by never being run.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../../support/source-files.ts';
import config from '../../../vite.config.ts';

const patterns = (config.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project ? (project.test?.include ?? []) : [],
);

describe('the test files', () => {
  const files = sourceFiles('test')
    .map(({ name }) => name)
    .filter((name) => /\.test\.tsx?$/.test(name));

  it('are each taken up by one project of the runner', () => {
    const takenBy = (file: string): number =>
      patterns.filter((pattern) => path.matchesGlob(file, pattern)).length;
    expect(files.filter((file) => takenBy(file) !== 1)).toEqual([]);
  });

  it('are journeys only where journeys are looked for', () => {
    const astray = sourceFiles('test')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.journey.ts') && !name.startsWith('test/journeys/'));
    expect(astray).toEqual([]);
  });
});
