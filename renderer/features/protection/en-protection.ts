// The words of the settings that protect, the warning before the vault locks, and "What protects you
// here". Facts of this machine; what is missing is said as plainly as what is there.
import { counted } from '../../../electron/shared/counts.ts';
import type {
  Keystore,
  MachineView,
  OpenVaultView,
  SlotKind,
} from '../../../electron/shared/protection/protection-view.ts';
import type { LockedWorkHours, LockMinutes } from '../../../electron/shared/words.ts';

export const lockOnSuspendNote: Readonly<Record<MachineView['suspend'], string>> = {
  announced: 'When the machine goes to sleep.',
  silent: 'Sleep is not announced on this host. Waking after the time without use locks at once.',
};

export const lockOnScreenNote: Readonly<Record<MachineView['screenLock'], string>> = {
  announced: 'When the screen is locked.',
  listened:
    'When the desktop or the login service announces that the screen was locked. A screen locker that announces nothing is not noticed.',
  asked:
    'Screen-lock detection is only partly available. Nothing on the message bus announces it. The system is asked every 10 seconds, and only an X11 screen saver answers.',
  silent: 'Screen-lock detection: not available. Nothing on this machine announces it.',
};

export const captureNote: Readonly<Record<MachineView['capture'], string>> = {
  full: 'Screenshots and shared screens leave this window out.',
  partial: 'Most programs leave it out; those built on ScreenCaptureKit can still capture it.',
  none: 'Not available here: any program can take a picture of this window.',
};

const backends: Readonly<Record<Keystore, string>> = {
  none: 'This host has no system keystore.',
  keychain: 'The system has the macOS keychain.',
  dpapi: 'The system has Windows data protection (DPAPI).',
  gnome_libsecret: 'For this desktop the system names a keyring such as GNOME’s (libsecret).',
  kwallet: 'For this desktop the system names KWallet.',
  kwallet5: 'For this desktop the system names KWallet 5.',
  kwallet6: 'For this desktop the system names KWallet 6.',
  basic_text:
    'Electron knows no keyring of this desktop. It would seal with a constant that everybody knows, so it is not used. Where a keyring runs anyway (under Sway, for example), start Strongroom with --password-store=gnome-libsecret or --password-store=kwallet6.',
  unknown: 'Which keystore the system offers is not known.',
};

const slots: Readonly<Record<SlotKind, string>> = {
  pw: 'The passphrase.',
  rk: 'The recovery key.',
  os: 'The system keystore.',
};

const minutesWithout = (minutes: LockMinutes): string =>
  `${counted(minutes, 'minute')} without use`;

export const protectionWords = {
  title: 'What protects you here',
  lead: 'On this machine, with the settings as they are now.',
  against: 'Protects against',
  notAgainst: 'Does not protect against',
  toSettings: 'Settings…',
  warning: {
    title: 'Strongroom is about to lock',
    at: (time: string) => `at ${time}`,
    how: 'Nothing was typed or pointed at here for a while. Press any key to stay unlocked.',
    stay: 'Stay unlocked',
    lockNow: 'Lock now',
  },
  settings: {
    locking: 'Locking',
    also: 'Also lock',
    atLock: 'A lock',
    worksFor: (hours: LockedWorkHours) =>
      hours === 0
        ? 'closes the vault'
        : `locks the window, and the vault keeps working for ${counted(hours, 'hour')}`,
    atLockNote:
      'A vault that keeps working hides everything and asks for the passphrase. Its keys stay in memory: renewals, proofs of death, alerts and programs go on. Sleep, quitting and the end of the session close it in any case.',
    after: 'Lock when idle',
    afterMinutes: (minutes: LockMinutes) =>
      `After ${counted(minutes, 'minute')}${minutes === 10 ? ' (recommended)' : ''}`,
    never: 'Never when idle',
    suspend: 'When the machine goes to sleep',
    screen: 'When the screen is locked',
    capture: 'Screenshots',
    contentProtection: 'Keep this window out of screenshots and shared screens',
    page: 'What protects you here…',
  },
  items: {
    standIn: {
      title: 'Development host',
      facts: ['A development and test tool runs Strongroom here, not Electron.'],
      against: 'Nothing by itself: it is for development and practice.',
      notAgainst:
        'What the packaged app adds (hardened start, its own sandbox, the system keystore) is missing. Keep no real keys here.',
    },
    file: {
      title: 'Vault file',
      sealed: 'Sealed with AES-256-GCM under a random data key.',
      passphrase: ({ memoryKib, iterations, parallelism }: OpenVaultView['kdf']) =>
        `The passphrase is stretched by Argon2id: ${Math.round(memoryKib / 1024)} MiB, ${counted(iterations, 'pass', 'passes')}, ${counted(parallelism, 'lane')}.`,
      measured: (ms: number) => `That took ${Math.round(ms)} ms on this machine.`,
      unmeasured: 'How long that takes here was not measured.',
      below: 'In new vaults each guess costs more: raise the cost under “Passphrase and recovery”.',
      against: 'Whoever takes the file or a backup: every guess at the passphrase has this cost.',
      notAgainst: 'Programs that run as you while the vault is open, or a passphrase others know.',
    },
    unlockMethods: {
      title: 'Ways to open it',
      slots,
      against: 'Everybody else: no copy of a key is kept anywhere.',
      unrecoverable: 'Forgetting: without the passphrase the contents are lost.',
      recoverable: 'Whoever finds the recovery key.',
    },
    locking: {
      title: 'Locking',
      after: (minutes: LockMinutes) => `After ${minutesWithout(minutes)}, sleep included.`,
      never: 'Never when idle: switched off in the settings.',
      suspendOff: 'Not when the machine goes to sleep: switched off in the settings.',
      screenOff: 'Not when the screen is locked: switched off in the settings.',
      idle: {
        asked:
          'Use means keys and pointer in this window. A machine that reports no input at all counts as unused.',
        silent: 'Use means keys and pointer in this window, not the machine’s own idle time.',
      },
      against: 'Whoever sits down at your machine after you have left it.',
      notAgainst: 'Whoever is there before it locks, or reads the memory of the running machine.',
    },
    attempts: {
      title: 'Wrong passphrases',
      facts: [
        'After three in a row, a wait of 1, 2, 4, up to 60 seconds.',
        'A passphrase left half typed is dropped after 2 minutes, and when the machine sleeps.',
      ],
      against: 'Trying passphrases at this window.',
      notAgainst: 'Trying them on a copy of the file: there only the cost of Argon2id counts.',
    },
    memory: {
      title: 'Memory',
      wiped: 'Secrets and tokens are opened for one call, and wiped after it and at lock.',
      dumps: {
        empty:
          'If Strongroom crashes, a core dump of its main process contains none of its memory.',
        of_the_system:
          'Strongroom reports no crashes. What this system writes after a crash is up to the system.',
      },
      against: {
        empty: 'Secrets that stay behind after a lock, or in the file a crash leaves.',
        of_the_system: 'Secrets that stay behind after a lock.',
      },
      notAgainst:
        'Swap and hibernation, which write memory to the disk. Programs that can read the memory of others during a call.',
    },
    clipboard: {
      title: 'Clipboard',
      off: 'Copying access tokens is switched off. Secrets are never copied.',
      on: 'A copied token is cleared after 20 seconds if unchanged, when locking and when quitting.',
      against: 'A token that stays on the clipboard.',
      notAgainst:
        'Programs that read the clipboard meanwhile, or keep a history of it. GNOME under Wayland gives out a copied token until this window has the focus.',
    },
    screenshots: {
      title: 'Screenshots',
      facts: captureNote,
      off: 'This window may be captured: switched off in the settings.',
      reach: {
        full: 'Programs and meetings that record the screen.',
        partial: 'Most programs that record the screen.',
        none: 'Nothing: this system has no such protection.',
      },
      againstNothing: 'Nothing, while it is switched off.',
      notReach: {
        full: 'A camera. Secrets and tokens are never shown in this window.',
        partial: 'A camera, and newer programs. Secrets and tokens are never shown in this window.',
        none: 'Any program that records the screen. Secrets and tokens are never shown in this window.',
      },
    },
    keystore: {
      title: 'System keystore',
      backends,
      used: 'It is one of the ways to open this vault.',
      unused: 'This vault does not use it.',
      againstUsed: 'Whoever has the file but cannot log in to the system as you.',
      notAgainstUsed: 'Programs that run as you: they may ask it for the key.',
      againstUnused: 'Nothing: the passphrase is needed every time.',
      notAgainstUnused:
        'Programs that run as you. A keystore opens for them, so it is never the only way in.',
    },
    network: {
      title: 'On the way to the servers',
      ways: {
        system: (names: string) =>
          `Through the system proxy, or direct where none is set: ${names}.`,
        manual: (names: string) => `Through a proxy you named: ${names}.`,
        none: (names: string) => `Direct, through no proxy: ${names}.`,
      },
      authorities: (names: string) =>
        `Environments that trust an authority of their own: ${names}.`,
      against:
        'Whoever listens on the way, a proxy included. TLS is verified up to the server. A proxy is told only its host and port.',
      notAgainst:
        'Being seen to call those servers, when and how much. Whoever holds the key of a trusted authority.',
    },
    appWindow: {
      title: 'This window',
      isolated:
        'Without Node, without network, under a strict content policy. It never holds a secret or a token.',
      sandbox: {
        on: 'It runs in Chromium’s sandbox.',
        off: 'Chromium’s sandbox is switched off by how the app was started.',
        unknown:
          'Its sandbox is that of a browser this host started; Strongroom cannot vouch for it.',
      },
      against: 'Hostile text in a label or an answer: it cannot run, fetch or open anything.',
      notAgainst: 'A flaw in Chromium that is not fixed yet.',
    },
  },
} as const;
