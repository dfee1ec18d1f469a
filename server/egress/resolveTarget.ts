import { isIP } from "node:net";
import { EgressError } from "./EgressError.ts";
import { isAllowed, mayConnect } from "./ranges.ts";
import type { AllowedRanges } from "./ranges.ts";
import { hostOf, isInternalName } from "./target.ts";

/** What a name is checked against. */
export type Policy = {
  allowed: AllowedRanges;
  resolve: (host: string) => Promise<string[]>;
  /** Names of this install, such as the host of PUBLIC_URL and the container. */
  ownNames: ReadonlySet<string>;
  /** Addresses of this machine's interfaces; a public one among them leads back into this machine. */
  ownAddresses: () => readonly string[];
};

/**
 * Gives the addresses that a connection to this URL may use, all of them checked: one bad answer among good ones
 * refuses the name, since the owner of the name controls which answer comes first.
 */
export async function resolveTarget(url: URL, policy: Policy): Promise<string[]> {
  const host = hostOf(url);
  if (isInternalName(host, policy.ownNames) && policy.allowed.length === 0)
    throw refuse(`${host} is internal`);
  const addresses = isIP(host) !== 0 ? [host] : await lookUp(host, policy);
  if (addresses.length === 0) throw refuse(`${host} has no address`);
  const refused = addresses.find((address) => !isOpen({ address, host, policy }));
  if (refused !== undefined) throw refuse(`${host} leads to ${refused}, which is not allowed`);
  return addresses;
}

function isOpen({ address, host, policy }: { address: string; host: string; policy: Policy }): boolean {
  const mustBeAllowed = isInternalName(host, policy.ownNames) || policy.ownAddresses().includes(address);
  return mustBeAllowed ? isAllowed(address, policy.allowed) : mayConnect(address, policy.allowed);
}

async function lookUp(host: string, policy: Policy): Promise<string[]> {
  try {
    return await policy.resolve(host);
  } catch (error) {
    throw refuse(`${host} does not resolve: ${String(error)}`);
  }
}

function refuse(log: string): EgressError {
  return new EgressError("unreachable", { log });
}
