// The room's part of compose.ts: what only an open vault needs, the calls of the service above all. A
// file of its own in the bundle, so that the first screen does not wait for it.
import type { Clock } from './domain/clock.ts';
import { createGateway } from './gateway/gateway-client.ts';
import { openRoom, type RoomPorts, type RoomServices } from './session/session-services.ts';
import { systemProxy } from './platform/system-proxy.ts';

/** One gateway, and its connections, for all the rooms of a run. */
export function createRooms(
  clock: Clock,
): (ports: Omit<RoomPorts, 'gateway' | 'clock'>) => Promise<RoomServices> {
  const gateway = createGateway({ clock, systemProxy });
  return (ports) => openRoom({ ...ports, gateway, clock });
}
