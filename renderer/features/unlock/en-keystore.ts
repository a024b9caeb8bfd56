// The words about opening the vault with the system's keystore.
export const keystoreWords = {
  title: 'System keystore',
  honest:
    'Lets the system open this vault for you: it protects against whoever has the file but cannot log in as you, and not against programs that run as you.',
  on: 'On. The passphrase keeps working.',
  off: 'Off. The passphrase is needed every time.',
  standIn: 'This development host has a stand-in for a keystore, which protects nothing.',
  turnOn: 'Use the system keystore…',
  turnOff: 'Stop using it…',
  turnedOn: 'The system keystore can open this vault now.',
  turnedOff: 'The system keystore no longer opens this vault.',
  unlock: 'Open with the system keystore',
} as const;
