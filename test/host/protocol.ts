// protocol.registerSchemesAsPrivileged, and protocol.handle for one Electron session each.
import type { CustomScheme, Protocol } from 'electron';
import { givePrivileges, registerScheme } from './schemes.ts';

type SchemeHandler = (request: Request) => Response | Promise<Response>;

export interface StandInProtocol extends Pick<
  Protocol,
  'registerSchemesAsPrivileged' | 'handle' | 'isProtocolHandled'
> {
  /** For the host: who answers a scheme here. */
  readonly handlerOf: (scheme: string) => SchemeHandler | undefined;
}

export function makeProtocol(): StandInProtocol {
  const handlers = new Map<string, SchemeHandler>();
  return {
    registerSchemesAsPrivileged(schemes: CustomScheme[]) {
      givePrivileges(schemes.map(({ scheme }) => scheme));
    },
    handle(scheme, handler) {
      if (handlers.has(scheme)) throw new Error('The scheme has been registered');
      registerScheme(scheme);
      handlers.set(scheme, handler);
    },
    isProtocolHandled: (scheme) => handlers.has(scheme),
    handlerOf: (scheme) => handlers.get(scheme),
  };
}
