// Reads the file that says which version is the newest: the one call that is none of the service. It carries nothing of
// the person's, and goes as every call does: verified, by the system's proxy, limited, and after no redirect.
import { ok, type Result } from '../../domain/result.ts';
import { standardBudgets } from '../budgets.ts';
import { sendAlone } from '../connections/single-call.ts';
import { createTrustedAuthorities, systemAuthorities } from '../connections/trusted-authorities.ts';
import type { ConnectPorts } from '../connections/verified-connection.ts';
import type { GatewayFailure } from '../gateway.ts';
import { Call } from './call.ts';

type Ports = Pick<ConnectPorts, 'clock' | 'systemProxy'> & Partial<ConnectPorts>;

/** @param address https and without a query. The bytes are untrusted, and at most the cap of `release`. */
export async function readRelease(
  address: string,
  given: Ports,
): Promise<Result<Buffer, GatewayFailure>> {
  const authorities = given.authorities ?? createTrustedAuthorities(systemAuthorities);
  const ports: ConnectPorts = { budgets: standardBudgets, ...given, authorities };
  const url = new URL(address);
  const proxy = { mode: 'system' } as const;
  const target = { baseUrl: url.origin, tradeUrl: url.origin, authorityPem: null, proxy };
  const endpoint = { url, method: 'GET', headers: {}, bodyEncoding: 'none' } as const;
  const call = new Call({ ports, name: 'release', target, endpoint, send: sendAlone(ports) });
  const answer = call.whole(await call.send({}), unmasked);
  if (!answer.ok) return answer;
  const { head, body } = answer.value;
  return head.status === 200 ? ok(body) : call.errorOf(answer.value, null, unmasked);
}

/** No secret was sent that could come back. */
const unmasked = (text: string): string => text;
