// Faults waiting for their request: those injected one by one come first, in order; then the one that
// is switched on in the settings.
import type { PracticeFault } from '../../../shared/practice/practice-view.ts';
import { concerns, namedFaults, type Fault, type NamedFault } from './faults.ts';
import type { Endpoint } from './practice-routes.ts';

export interface Injection {
  readonly endpoint: Endpoint | 'any';
  readonly fault: NamedFault | Fault;
  /** How many requests it meets. */
  readonly times: number | 'always';
}

export interface FaultQueue {
  readonly inject: (injection: Injection) => void;
  readonly clear: () => void;
  /** The fault this request meets, counted as used; null for none. */
  readonly take: (endpoint: Endpoint, standing: PracticeFault) => Fault | null;
}

export function createFaultQueue(): FaultQueue {
  let waiting: { readonly injection: Injection; left: number }[] = [];
  return {
    inject(injection): void {
      const left = injection.times === 'always' ? Number.POSITIVE_INFINITY : injection.times;
      waiting.push({ injection, left });
    },

    clear(): void {
      waiting = [];
    },

    take(endpoint, standing): Fault | null {
      const met = waiting.find(
        ({ injection, left }) =>
          left > 0 && (injection.endpoint === 'any' || injection.endpoint === endpoint),
      );
      if (met) {
        met.left -= 1;
        waiting = waiting.filter(({ left }) => left > 0);
        const { fault } = met.injection;
        return typeof fault === 'string' ? namedFaults[fault] : fault;
      }
      if (standing === 'none' || !concerns(standing, endpoint)) return null;
      return namedFaults[standing];
    },
  };
}
