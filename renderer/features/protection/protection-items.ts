// Which facts stand on "What protects you here": chosen from main's view alone, in words of their own
// file. Pure.
import type { AppView } from '../../../electron/shared/views.ts';
import { proxyModes } from '../../../electron/shared/words.ts';
import { lockOnScreenNote, lockOnSuspendNote, protectionWords } from './en-protection.ts';

interface ProtectionItem {
  readonly title: string;
  readonly facts: readonly string[];
  readonly against: string;
  readonly notAgainst: string;
}

const words = protectionWords.items;

export function protectionItems(view: AppView): readonly ProtectionItem[] {
  return [
    ...(view.standInHost ? [words.standIn] : []),
    ...vaultItems(view),
    locking(view),
    words.attempts,
    memory(view),
    clipboard(view),
    screenshots(view),
    ...(view.inMemory ? [] : [keystore(view)]),
    ...network(view),
    appWindow(view),
  ];
}

function vaultItems({ openVault }: AppView): readonly ProtectionItem[] {
  if (openVault === null) return [];
  const { slots, kdf } = openVault;
  const { title, sealed, passphrase, measured, unmeasured, below } = words.file;
  const cost = kdf.measuredMs === null ? unmeasured : measured(kdf.measuredMs);
  return [
    {
      ...words.file,
      title,
      facts: [sealed, passphrase(kdf), cost, ...(kdf.belowPolicy ? [below] : [])],
    },
    {
      ...words.unlockMethods,
      facts: slots.map((slot) => words.unlockMethods.slots[slot]),
      notAgainst: slots.includes('rk')
        ? words.unlockMethods.recoverable
        : words.unlockMethods.unrecoverable,
    },
  ];
}

function locking({ settings, machine }: AppView): ProtectionItem {
  const { locking: item } = words;
  const { lockAfterMinutes: minutes } = settings;
  return {
    ...item,
    facts: [
      minutes === null ? item.never : item.after(minutes),
      settings.lockOnSuspend ? lockOnSuspendNote[machine.suspend] : item.suspendOff,
      settings.lockOnScreenLock ? lockOnScreenNote[machine.screenLock] : item.screenOff,
      item.idle[machine.systemIdle],
    ],
  };
}

function memory({ machine }: AppView): ProtectionItem {
  const { memory: item } = words;
  return {
    ...item,
    facts: [item.wiped, item.dumps[machine.coreDumps]],
    against: item.against[machine.coreDumps],
  };
}

function clipboard({ settings }: AppView): ProtectionItem {
  const { clipboard: item } = words;
  return { ...item, facts: [settings.copyTokens ? item.on : item.off] };
}

function screenshots({ settings, machine }: AppView): ProtectionItem {
  const { screenshots: item } = words;
  const off = machine.capture !== 'none' && !settings.contentProtection;
  return {
    ...item,
    facts: [off ? item.off : item.facts[machine.capture]],
    against: off ? item.againstNothing : item.reach[machine.capture],
    notAgainst: item.notReach[off ? 'none' : machine.capture],
  };
}

function keystore({ machine, openVault }: AppView): ProtectionItem {
  const { keystore: item } = words;
  const used = openVault?.slots.includes('os') ?? false;
  return {
    ...item,
    facts: [item.backends[machine.keystore], used ? item.used : item.unused],
    against: used ? item.againstUsed : item.againstUnused,
    notAgainst: used ? item.notAgainstUsed : item.notAgainstUnused,
  };
}

function network({ environments }: AppView): readonly ProtectionItem[] {
  const { network: item } = words;
  const own = environments.filter(({ builtIn }) => !builtIn);
  if (own.length === 0) return [];
  const facts = proxyModes.flatMap((mode) => {
    const names = own.filter(({ proxy }) => proxy.mode === mode).map(({ name }) => name);
    return names.length === 0 ? [] : [item.ways[mode](names.join(', '))];
  });
  const trusting = own.filter(({ authority }) => authority !== null).map(({ name }) => name);
  if (trusting.length > 0) facts.push(item.authorities(trusting.join(', ')));
  return [{ ...item, facts }];
}

function appWindow({ machine }: AppView): ProtectionItem {
  const { appWindow: item } = words;
  return { ...item, facts: [item.isolated, item.sandbox[machine.sandbox]] };
}
