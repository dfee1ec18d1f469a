import { lookup } from "node:dns/promises";
import { hostname, networkInterfaces } from "node:os";
import { parseAllowedRanges } from "./ranges.ts";
import type { Policy } from "./resolveTarget.ts";

/** What an install decides about its way out; all but `allow` have their usual form. */
export type PolicyOptions = {
  /** EGRESS_ALLOW: ranges of private addresses that may be reached, such as 10.1.0.0/16. */
  allow: readonly string[];
  /** Names under which this install is reached, such as the host of PUBLIC_URL. */
  ownNames?: readonly string[];
  /** All addresses of a name; throws when there is none. */
  resolve?: (host: string) => Promise<string[]>;
  /** This machine's addresses. */
  ownAddresses?: () => readonly string[];
  /** Waits; handed in so that tests need not. */
  wait?: (ms: number) => Promise<void>;
};

/** Makes the policy that every name is checked against. */
export function createPolicy(options: PolicyOptions): Policy {
  return {
    allowed: parseAllowedRanges(options.allow),
    resolve: options.resolve ?? resolveBySystem,
    ownNames: new Set([hostname(), ...(options.ownNames ?? [])].map((name) => name.toLowerCase())),
    ownAddresses: options.ownAddresses ?? listOwnAddresses,
  };
}

async function resolveBySystem(host: string): Promise<string[]> {
  const answers = await lookup(host, { all: true, order: "verbatim" });
  return answers.map(({ address }) => address);
}

function listOwnAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
}
