import type { DnsFinding, DnsRecord } from "../../../shared/contract/surfaces/surfaces.ts";
import type { NameServers } from "../../egress/nameServers.ts";

/** A domain with what proves whose it is, and the host that it has to lead to. */
export interface NamedDomain {
  name: string;
  proof: string;
  /** Null while nobody has said by which host people reach this server. */
  host: string | null;
}

/** The records that make a domain the page's: only the domain's owner can set them. */
export function recordsOf({ name, proof, host }: NamedDomain): DnsRecord[] {
  const shown: DnsRecord = { type: "TXT", name: `_pilothouse.${name}`, value: proof };
  return host === null ? [shown] : [shown, { type: "CNAME", name, value: host }];
}

/** What is at a domain: its proofs, of this page and of others, and what to tell of each record. */
export interface Looked {
  proofs: string[];
  findings: DnsFinding[];
}

/** Looks both records up. */
export async function lookAtDomain(
  servers: NameServers,
  domain: NamedDomain & { host: string },
): Promise<Looked> {
  const [proofName = ""] = recordsOf(domain).map(({ name }) => name);
  const [texts, way] = await Promise.all([servers.texts(proofName), lookAtWay(servers, domain)]);
  return { proofs: texts ?? [], findings: [judgeProof(texts, domain), way] };
}

function judgeProof(texts: string[] | null, { proof }: NamedDomain): DnsFinding {
  const base = { type: "TXT", found: texts ?? [] } as const;
  if (texts === null) return { ...base, ...unanswered };
  if (texts.includes(proof)) return { ...base, state: "ok", message: "The proof is there." };
  if (texts.length > 0) return { ...base, state: "wrong", message: "The record has another value." };
  const message = "There is no such record yet. A new one can take up to an hour to be seen.";
  return { ...base, state: "missing", message };
}

/** A CNAME record leads here, or the same addresses do: at the top of a domain no CNAME may stand. */
async function lookAtWay(
  servers: NameServers,
  { name, host }: NamedDomain & { host: string },
): Promise<DnsFinding> {
  const [aliases, addresses] = await Promise.all([servers.aliases(name), servers.addresses(name)]);
  if (aliases === null && addresses === null) return { type: "CNAME", found: [], ...unanswered };
  const found = aliases?.length ? aliases : (addresses ?? []);
  const base = { type: "CNAME", found } as const;
  if (found.includes(host)) return { ...base, state: "ok", message: "The domain leads here." };
  const ours = addresses?.length ? await servers.addresses(host) : [];
  if (addresses?.some((address) => ours?.includes(address)))
    return { ...base, state: "ok", message: "The domain leads to the address of this server." };
  if (found.length === 0) {
    const message = "The domain leads nowhere yet. A new record can take up to an hour to be seen.";
    return { ...base, state: "missing", message };
  }
  const message =
    "The domain leads elsewhere. That is right only where a proxy of yours passes it on to here.";
  return { ...base, state: "wrong", message };
}

const unanswered = {
  state: "unanswered",
  message: "The name servers did not answer. Try again in a moment.",
} as const;
