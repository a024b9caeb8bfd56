// Gives the calls of an environment the password of its proxy, opened only when a connection is made.
import type { Environment } from '../domain/environment.ts';
import type { GatewayTarget } from '../gateway/call-target.ts';
import { passwordOf } from './environment-reach.ts';
import type { OpenVault } from '../vault/unlocked-vault.ts';

type TargetOf = (environment: Environment) => GatewayTarget | null;

/** The same target for the same environment: what is known of a target is found by it. */
export function withProxyPasswords(vault: OpenVault, targetOf: TargetOf): TargetOf {
  const made = new WeakMap<GatewayTarget, GatewayTarget>();
  return (environment) => {
    const target = targetOf(environment);
    if (target?.proxy?.mode !== 'manual' || target.proxy.userName === undefined) return target;
    const known = made.get(target);
    if (known !== undefined) return known;
    const whole: GatewayTarget = {
      ...target,
      proxyPassword() {
        const password = vault.openRecord(passwordOf(environment.id));
        return password.ok ? password.value : null;
      },
    };
    made.set(target, whole);
    return whole;
  };
}
