// The words about how an environment is reached and whom it trusts.
import type { ProxyMode, ProxyProtocol } from '../../../electron/shared/words.ts';

export const proxyModeWords: Readonly<Record<ProxyMode, readonly [string, string]>> = {
  system: [
    'System proxy',
    'Its proxy settings, or the script they name. Addresses of this machine are always reached directly.',
  ],
  manual: ['Through this proxy', 'A proxy of its own, for every call of this environment.'],
  none: ['Direct', 'No proxy, whatever the system says.'],
};

export const proxyProtocolWords: Readonly<Record<ProxyProtocol, readonly [string, string]>> = {
  http: ['HTTP', 'The usual kind: it opens a way to the server by CONNECT.'],
  socks5: ['SOCKS5', 'It looks up the name of the server itself.'],
};

export const proxyWords = {
  title: 'Proxy',
  legend: 'How its servers are reached',
  protocolLegend: 'Kind of proxy',
  host: 'Host',
  hostHint: 'A name or an IP address, without http://.',
  hostError: 'Enter the host of the proxy.',
  port: 'Port',
  portError: 'From 1 to 65535.',
  userName: 'Sign-in name',
  userNameHint: 'Only if the proxy asks for a sign-in.',
  passwordNote:
    'Its password is asked for in a separate window and sealed in the vault. It goes to the proxy unprotected: what lies between here and there can read it.',
  signInLater: 'If the proxy asks for a sign-in, set it once the environment is added.',
  through: (address: string) => `Through ${address}`,
  throughSocks5: (address: string) => `Through ${address} (SOCKS5)`,
  signsIn: (name: string) => `Signs in as ${name}, with a password kept in the vault.`,
  sees: 'A proxy is told host and port of the server. It cannot read what is said to the server: TLS is verified end to end.',
  loopback: 'Its addresses are on this machine, so its calls go directly.',
  builtIn: 'The practice gateway is on this machine and always reached directly.',
  change: 'Change proxy…',
  changePassword: 'Change its password…',
  save: 'Save proxy',
} as const;

export const authorityWords = {
  title: 'Certificate authorities',
  usual: 'Those of the system and of Mozilla’s list; none of its own.',
  own: 'Trusted here in addition to those of the system and of Mozilla’s list:',
  builtIn: 'The practice gateway has an authority of its own, made anew at every start.',
  choose: 'Add an authority…',
  replace: 'Replace it…',
  drop: 'Remove it…',
  expired: 'It has expired: no certificate it issued is accepted any more.',
} as const;
