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

const { items: words } = protectionWords;

export function protectionItems(view: AppView): readonly ProtectionItem[] {
  const { settings, machine } = view;
  const { locking, memory, clipboard, appWindow } = words;
  const { lockAfterMinutes: minutes } = settings;
  return [
    ...(view.standInHost ? [words.standIn] : []),
    ...vaultItems(view),
    {
      ...locking,
      facts: [
        minutes === null ? locking.never : locking.after(minutes),
        settings.lockOnSuspend ? lockOnSuspendNote[machine.suspend] : locking.suspendOff,
        settings.lockOnScreenLock ? lockOnScreenNote[machine.screenLock] : locking.screenOff,
        locking.idle[machine.systemIdle],
      ],
    },
    words.attempts,
    {
      ...memory,
      facts: [memory.wiped, memory.dumps[machine.coreDumps]],
      against: memory.against[machine.coreDumps],
    },
    { ...clipboard, facts: [settings.copyTokens ? clipboard.on : clipboard.off] },
    screenshots(view),
    ...(view.inMemory ? [] : [keystore(view)]),
    ...network(view),
    { ...appWindow, facts: [appWindow.isolated, appWindow.sandbox[machine.sandbox]] },
  ];
}

function vaultItems({ openVault }: AppView): readonly ProtectionItem[] {
  if (openVault === null) return [];
  const { slots, kdf } = openVault;
  const { sealed, passphrase, measured, unmeasured, below } = words.file;
  const { slots: ways, recoverable, unrecoverable } = words.unlockMethods;
  const cost = kdf.measuredMs === null ? unmeasured : measured(kdf.measuredMs);
  return [
    {
      ...words.file,
      facts: [sealed, passphrase(kdf), cost, ...(kdf.belowPolicy ? [below] : [])],
    },
    {
      ...words.unlockMethods,
      facts: slots.map((slot) => ways[slot]),
      notAgainst: slots.includes('rk') ? recoverable : unrecoverable,
    },
  ];
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
