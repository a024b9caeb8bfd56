// A process that holds a canary and dies as a crash would, with its memory left in or out of the dump.
import { createHash } from 'node:crypto';
import { leaveMemoryOutOfCoreDumps } from '../../../electron/main/platform/core-dumps.ts';

const [, , seed = '', how = ''] = process.argv;
const canary = createHash('sha256').update(seed).digest('hex');
const held = Buffer.alloc(64 * canary.length, canary);
if (how === 'left out') leaveMemoryOutOfCoreDumps();
process.stdout.write(`holding ${held.length} bytes\n`, () => process.kill(process.pid, 'SIGABRT'));
