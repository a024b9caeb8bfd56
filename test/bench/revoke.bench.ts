// P5 and P6: from the press to the last answer, beside the scripts people use, at once and at a distance
// of 150 ms, against a server that allows 200 a second, and with the history on and off.
import { against, expectAll, ourRun, type Lab, type Latency, type Sample } from './lab.ts';
import {
  interleaved,
  median,
  medianRatio,
  repeatedIfNoisy,
  type Contestant,
  type Samples,
} from './measure.ts';
import { bounded, row, type Row } from './results.ts';
import type { RunResult } from './our-run.ts';
import type { Took } from './scripts.ts';

const NEAR: Latency = { latencyMs: 0, jitterMs: 0 };
const FAR: Latency = { latencyMs: 150, jitterMs: 50 };
const LIMIT = 200;
const SEED = 20_260;
const FETCH = 'fetch, 16 at a time';
const WIDE = 'curl --parallel-max 200';
/** Rows whose connections stand when the clock starts say so, and have a row without beside them. */
const WARM = 'connections opened before the press';
const COLD = 'no connection open before the press';

type OurSample = Sample & RunResult;

export async function benchRevocations(lab: Lab): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [latency, where] of [
    [NEAR, '0 ms'],
    [FAR, '150 ± 50 ms'],
  ] as const) {
    for (const tokens of [500, 2_000]) rows.push(...(await compare(lab, tokens, latency, where)));
  }
  return rows;
}

async function compare(lab: Lab, tokens: number, latency: Latency, where: string): Promise<Row[]> {
  const isFar = latency.latencyMs > 0;
  const isMany = tokens > 500;
  const { scripts } = lab;
  const of = (
    name: string,
    run: () => Promise<{ readonly wallMs: number; readonly cpuMs: number }>,
    atMost = 3,
  ): Contestant<Sample> => ({
    name,
    atMost,
    async run(repetition) {
      const sample = await against(lab, { ...latency, seed: SEED + repetition }, run);
      expectAll(`${name}, ${where}`, tokens, sample);
      return sample;
    },
  });
  const curl = (contestant: Contestant<Sample>): Contestant<Sample>[] =>
    scripts.curl === null ? [] : [contestant];
  const contestants = [
    of('ours, HTTP/2', () => ourRun(lab, 'h2', tokens)),
    of('ours, HTTP/1.1', () => ourRun(lab, 'h1', tokens)),
    of('ours, HTTP/2, cold', () => ourRun(lab, 'h2', tokens, { connections: 'cold' })),
    of('ours, HTTP/1.1, cold', () => ourRun(lab, 'h1', tokens, { connections: 'cold' })),
    ...(['warm', 'cold'] as const).map((connections) =>
      of(`the floor: bare HTTP/2 of Node, no vault, ${connections}`, () =>
        lab.bare.ask<Took>({
          url: lab.addresses.h2,
          authorityPem: lab.authorityPem,
          tokens,
          connections,
        }),
      ),
    ),
    of(FETCH, () => scripts.fetch(lab.addresses.h1, tokens), isFar && isMany ? 2 : 3),
    ...curl(of(WIDE, () => scripts.parallel(lab.addresses.h1, tokens, 200))),
    ...curl(
      of(
        'curl --parallel (50)',
        () => scripts.parallel(lab.addresses.h1, tokens, 50),
        isMany ? 2 : 3,
      ),
    ),
    ...curl(of('xargs -P 16 curl', () => scripts.xargs(lab.addresses.h1, tokens), 1)),
  ];
  const samples = await repeatedIfNoisy(
    async () => await interleaved(contestants, 3),
    (measured) => walls(measured, FETCH),
  );
  const label = `${tokens} tokens, ${where}`;
  const id = `P5.${tokens}.${latency.latencyMs}`;
  return [
    ...(isFar ? goals(id, label, tokens, samples) : beside(id, label, samples)),
    ...others(id, label, samples),
    ...(isMany || scripts.curl === null ? [] : [await loop(lab, id, latency, where)]),
  ];
}

function walls(samples: Samples<Sample>, name: string): readonly number[] {
  return (samples.get(name) ?? []).map(({ wallMs }) => wallMs);
}

/** At a distance, where the goals are. */
function goals(id: string, label: string, tokens: number, samples: Samples<Sample>): Row[] {
  const isMany = tokens > 500;
  const h2 = walls(samples, 'ours, HTTP/2');
  const h1 = walls(samples, 'ours, HTTP/1.1');
  const slowestOf = (name: string): number[] =>
    (samples.get(name) ?? []).map(({ report }) => report.slowestMs);
  const cold = walls(samples, 'ours, HTTP/2, cold');
  const coldH1 = walls(samples, 'ours, HTTP/1.1, cold');
  const idealH1 = Math.ceil(tokens / 200) * 150;
  const ours = (
    protocol: string,
    values: readonly number[],
    versus: string,
    theirs: readonly number[],
    most: number,
  ): Row =>
    bounded(`${id}.${protocol}`, `${label}: ours over ${protocol}, ${WARM}`, median(values), {
      versus: `${versus}, ${Math.round(median(theirs))} ms`,
      ratio: medianRatio(values, theirs),
      most,
    });
  return [
    ours('h2', h2, 'the slowest single answer', slowestOf('ours, HTTP/2'), isMany ? 2 : 1.5),
    bounded(`${id}.h2.cold`, `${label}: ours over h2, ${COLD}`, median(cold), {
      versus: `the slowest single answer, ${Math.round(median(slowestOf('ours, HTTP/2, cold')))} ms`,
      ratio: medianRatio(cold, slowestOf('ours, HTTP/2, cold')),
      most: isMany ? 2.5 : 2,
    }),
    ours('h2', h2, FETCH, walls(samples, FETCH), isMany ? 1 / 50 : 1 / 15),
    ours('h1', h1, FETCH, walls(samples, FETCH), 0.12),
    ...(samples.has(WIDE) ? [ours('h1', h1, WIDE, walls(samples, WIDE), 1)] : []),
    row(`${id}.h1.cold`, `${label}: ours over h1, ${COLD}`, median(coldH1), {
      versus: `${FETCH}, ${Math.round(median(walls(samples, FETCH)))} ms`,
      ratio: medianRatio(coldH1, walls(samples, FETCH)),
    }),
    row(`${id}.h1`, `${label}: ours over h1, ${WARM}`, median(h1), {
      versus: `the ideal for 200 at once, ${idealH1} ms`,
      ratio: median(h1) / idealH1,
    }),
  ];
}

function beside(id: string, label: string, samples: Samples<Sample>): Row[] {
  return ['HTTP/2', 'HTTP/1.1'].map((protocol) => {
    const ours = walls(samples, `ours, ${protocol}`);
    const theirs = walls(samples, FETCH);
    return row(
      `${id}.${protocol === 'HTTP/2' ? 'h2' : 'h1'}`,
      `${label}: ours over ${protocol}, ${WARM}`,
      median(ours),
      {
        versus: `${FETCH}, ${Math.round(median(theirs))} ms`,
        ratio: medianRatio(ours, theirs),
      },
    );
  });
}

function others(id: string, label: string, samples: Samples<Sample>): Row[] {
  return [...samples].map(([name, taken]) => {
    const cpu = Math.round(median(taken.map(({ cpuMs }) => cpuMs)));
    return row(
      `${id}.beside`,
      `${label}: ${name} (client CPU ${cpu} ms, runs ${taken.length})`,
      median(taken.map(({ wallMs }) => wallMs)),
    );
  });
}

/** One after the other; at a distance a part of them, and the rest by calculation. */
async function loop(lab: Lab, id: string, latency: Latency, where: string): Promise<Row> {
  const sent = latency.latencyMs > 0 ? 50 : 500;
  const took = await against(lab, { ...latency, seed: SEED }, () =>
    lab.scripts.loop(lab.addresses.h1, sent),
  );
  expectAll('curl loop', sent, took);
  const what = sent === 500 ? 'measured once' : `from ${sent} measured once`;
  return row(
    `${id}.beside`,
    `500 tokens, ${where}: sequential curl loop (${what})`,
    (took.wallMs * 500) / sent,
  );
}

/** A server that allows so many a second: every token confirmed in little more time than that takes. */
export async function benchLimit(lab: Lab): Promise<Row[]> {
  const rows: Row[] = [];
  for (const tokens of [500, 2_000]) {
    const how = { ...FAR, perSecond: LIMIT, seed: SEED };
    const took: OurSample = await against(lab, how, () => ourRun(lab, 'h2', tokens));
    expectAll('ours, limited server', tokens, took);
    if (!took.tradeFirst) throw new Error('trade scope was not revoked first');
    const idealMs = (tokens / LIMIT) * 1_000;
    rows.push(
      bounded(
        `P5.limit.${tokens}`,
        `${tokens} tokens, all confirmed, trade scope first, by a server that allows ${LIMIT} a second, ${WARM} (${took.report.refused} answers 429)`,
        took.wallMs,
        { versus: `N/L, ${idealMs} ms`, ratio: took.wallMs / idealMs, most: 1.2 },
      ),
    );
  }
  const script = await against(lab, { ...NEAR, perSecond: LIMIT, seed: SEED }, () =>
    lab.scripts.fetch(lab.addresses.h1, 500),
  );
  rows.push(
    row(
      'P5.limit.beside',
      `${FETCH}, same limit, 0 ms, 500 tokens: revoked when it ends "successfully"`,
      script.report.revoked,
      { unit: 'tokens' },
    ),
  );
  return rows;
}

/** From the press to the first byte, intents saved in between; and the first byte as the server saw it. */
export async function benchFirstByte(lab: Lab): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [tokens, connections] of [
    [500, 'warm'],
    [500, 'cold'],
    [2_000, 'warm'],
    [2_000, 'cold'],
  ] as const) {
    const taken: OurSample[] = [];
    for (let repetition = 0; repetition < 3; repetition += 1) {
      const sample = await against(lab, { ...NEAR, seed: SEED }, () =>
        ourRun(lab, 'h2', tokens, { connections }),
      );
      expectAll('ours, first byte', tokens, sample);
      taken.push(sample);
    }
    const firstByteMs = median(taken.map((each) => each.firstByteMs));
    const seenMs = median(
      taken.map(({ report, pressedAtMs }) => (report.firstAtMs ?? Infinity) - pressedAtMs),
    );
    const isWarm = connections === 'warm';
    rows.push(
      bounded(
        isWarm ? `P6.${tokens}` : `P6.${tokens}.cold`,
        `${tokens} tokens: press to first byte on the wire, intents saved, ${isWarm ? WARM : COLD} (server saw the request whole after ${seenMs} ms)`,
        firstByteMs,
        {
          versus: '50 ms',
          ratio: firstByteMs / 50,
          most: 1,
        },
      ),
    );
  }
  return rows;
}

export async function benchHistoryCost(lab: Lab): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [latency, where, tokens] of [
    [NEAR, '0 ms', 500],
    [FAR, '150 ± 50 ms', 2_000],
  ] as const) {
    const of = (name: string, hasHistory: boolean): Contestant<OurSample> => ({
      name,
      async run(repetition) {
        const how = { ...latency, seed: SEED + repetition };
        const sample = await against(lab, how, () => ourRun(lab, 'h2', tokens, { hasHistory }));
        expectAll(name, tokens, sample);
        return sample;
      },
    });
    const samples = await repeatedIfNoisy(
      async () => await interleaved([of('with', true), of('without', false)], 5),
      (measured) => walls(measured, 'without'),
    );
    const on = walls(samples, 'with');
    const off = walls(samples, 'without');
    rows.push(
      bounded(
        `P5.history.${tokens}`,
        `${tokens} tokens, ${where}: with the history on, ${WARM}`,
        median(on),
        {
          versus: `off, ${Math.round(median(off))} ms`,
          ratio: medianRatio(on, off),
          most: 1.15,
        },
      ),
    );
  }
  return rows;
}
