// Linux's message bus, asked through the system's own `gdbus`: where it is, and in which environment it runs (S17).

export const GDBUS = '/usr/bin/gdbus';
/** Where the buses are; `C` keeps gdbus from translating what it says. */
const PASSED_ON = ['DBUS_SESSION_BUS_ADDRESS', 'DBUS_SYSTEM_BUS_ADDRESS', 'XDG_RUNTIME_DIR'];

export function busEnvironment(
  from: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const environment: Record<string, string> = { LC_ALL: 'C' };
  for (const name of PASSED_ON) {
    const value = from[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
