// fast-check, whose draws follow from the seed of the run: what it finds, STRONGROOM_SEED finds again.
import * as fc from 'fast-check';
import { runSeed } from './run-seed.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: runSeed() });

// oxlint-disable-next-line import/no-default-export -- The shape of the module it stands for.
export { default } from 'fast-check';
