// Which tests a run spends its time in, in lines for its end. Pure.

export interface TimedTest {
  readonly name: string;
  readonly durationMs: number;
}

const SHOWN = 10;

/** The ten slowest with their share of the time of all tests; nothing where no test ran. */
export function slowestLines(tests: readonly TimedTest[], project: string): readonly string[] {
  const allMs = tests.reduce((sum, { durationMs }) => sum + durationMs, 0);
  if (allMs === 0) return [];
  const slowest = tests.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, SHOWN);
  const slowMs = slowest.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const share = (ms: number): string => `${((100 * ms) / allMs).toFixed(1)} %`;
  return [
    `The ${slowest.length} slowest of ${tests.length} tests take ${share(slowMs)} of their time:`,
    ...slowest.map(
      ({ name, durationMs }) =>
        `${(durationMs / 1000).toFixed(1).padStart(7)} s ${share(durationMs).padStart(7)}  ` +
        name.replaceAll(`${project}/`, ''),
    ),
    '',
  ];
}
