// What each drill plays: which practice credentials there are, which of them leaked, and how the
// practice gateway behaves once the alarm is given.
import type { AccessType, DrillScenario, TraderScope } from '../../../shared/words.ts';
import type { Injection } from '../gateway/faults.ts';
import type { PracticeSettings } from '../gateway/practice-settings.ts';

interface DrillCredential {
  readonly label: string;
  readonly accessType: AccessType;
  readonly leaked: boolean;
  /** One live token for each entry; none for Partner inside. */
  readonly tokens: readonly (readonly TraderScope[])[];
}

export interface DrillPlay {
  readonly credentials: readonly DrillCredential[];
  readonly settings: Partial<PracticeSettings>;
  readonly faults: readonly Injection[];
  /** The secret itself is known to others, so that revoking tokens alone is not enough. */
  readonly secretLeaked: boolean;
}

const READ: readonly TraderScope[] = ['TRADER_READ'];
const TRADE: readonly TraderScope[] = ['TRADER_READ', 'TRADER_TRADE'];

const trader = (
  name: string,
  leaked: boolean,
  ...tokens: readonly (readonly TraderScope[])[]
): DrillCredential => ({ label: `Drill ${name}`, accessType: 'trader', leaked, tokens });

const deskA = trader('desk A', true, TRADE, TRADE, READ);
const deskB = trader('desk B', true, TRADE, READ);
const calm = { slowFirstCallMs: 0, fault: 'none', tokenLatencyMs: 0, revokeLatencyMs: 0 } as const;
const usual = { ...calm, propagationSeconds: 10 };

export const drillPlays: Readonly<Record<DrillScenario, DrillPlay>> = {
  public_repository: {
    credentials: [deskA, trader('desk B', false, TRADE)],
    settings: usual,
    faults: [],
    secretLeaked: true,
  },
  stolen_laptop: {
    credentials: [
      deskA,
      deskB,
      { label: 'Drill maker', accessType: 'partner', leaked: true, tokens: [[]] },
    ],
    settings: usual,
    faults: [],
    secretLeaked: false,
  },
  slow_server: {
    credentials: [deskA, deskB],
    settings: { ...usual, revokeLatencyMs: 2_000 },
    faults: [{ endpoint: 'trader_revoke', fault: 'server_error_503', times: 3 }],
    secretLeaked: false,
  },
  lost_answers: {
    credentials: [deskA, deskB],
    settings: usual,
    faults: [{ endpoint: 'trader_revoke', fault: 'lose_answer', times: 3 }],
    secretLeaked: false,
  },
  long_propagation: {
    credentials: [deskA],
    settings: { ...calm, propagationSeconds: 120 },
    faults: [],
    secretLeaked: false,
  },
};

/** While tokens are got for the drill nothing goes wrong. */
export const settingUp: Partial<PracticeSettings> = usual;
