import { randomBytes } from "node:crypto";
import { setHostedDomain, validateDns } from "../../../shared/contract/surfaces/surfaces.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { isUniqueViolation } from "../../database/faults.ts";
import type { Db, Store, Tx } from "../../database/store.ts";
import { handle, type Route } from "../../requests/handle.ts";
import type { NameServers } from "../../egress/nameServers.ts";
import { findNamed } from "../hostedCalls.ts";
import { findHostedPage, hostOf, presentHostedWeb } from "../hostedWeb.ts";
import type { HostedPageRow } from "../tables.ts";
import { lookAtDomain } from "./records.ts";

export interface DomainDeps {
  store: Store;
  nameServers: NameServers;
  now: () => number;
  announce: (tx: Tx, agent: AgentKey) => Promise<void>;
}

/** The calls on the domain that a team gives its hosted page. */
export function domainRoutes({ store, nameServers, now, announce }: DomainDeps): Route[] {
  return [
    handle(setHostedDomain, async ({ caller, params, body, request }) => {
      const { key, name: agentName } = await findNamed(store.db, caller, params);
      const { name } = body.data;
      const host = await hostOf(request);
      if (name === host) refuseName("This is the address of this server itself.");
      const row = await store.transaction(async (tx) => {
        const page = await findSaved(tx, key);
        if (page.domain === name) return page;
        const proof = name === null ? null : `pilothouse-domain=${randomBytes(16).toString("hex")}`;
        const changed = await change(tx, key, { domain: name, domainProof: proof, domainValidatedAt: null });
        await announce(tx, key);
        return changed;
      });
      return { data: presentHostedWeb(row, agentName, host) };
    }),

    handle(validateDns, async ({ caller, params, request }) => {
      const { key, name: agentName } = await findNamed(store.db, caller, params);
      const host = new URL(await request.findOrigin()).hostname;
      const { domain, domainProof } = await findSaved(store.db, key);
      if (domain === null || domainProof === null)
        throw new AppError("not_found", { message: "Name a domain first." });
      const { proofs, findings } = await lookAtDomain(nameServers, {
        name: domain,
        proof: domainProof,
        host,
      });
      const row = await store.transaction(async (tx) => {
        const page = await findSaved(tx, key);
        // Somebody named another one while this one was looked up.
        if (page.domainProof !== domainProof) throw new AppError("conflict");
        if (page.domainValidatedAt !== null || !proofs.includes(domainProof)) return page;
        await passOver(tx, { domain, proofs });
        const changed = await change(tx, key, { domainValidatedAt: now() }).catch(toTaken);
        await announce(tx, key);
        return changed;
      });
      return { data: { surface: presentHostedWeb(row, agentName, host), findings } };
    }),
  ];
}

async function findSaved(db: Db, key: AgentKey): Promise<HostedPageRow> {
  const page = await findHostedPage(db, key);
  if (!page) throw new AppError("not_found", { message: "Save the page first." });
  return page;
}

/**
 * A domain whose proof for another page is gone from its records has changed hands: that page stops answering there.
 */
async function passOver(
  tx: Tx,
  { domain, proofs }: { domain: string; proofs: readonly string[] },
): Promise<void> {
  const holder = await findHolder(tx, domain);
  if (!holder) return;
  if (holder.domainProof !== null && proofs.includes(holder.domainProof)) throw taken();
  await change(tx, holder, { domainValidatedAt: null });
}

/** The page that answers at a domain, of any agent. */
export async function findHolder(db: Db, domain: string): Promise<HostedPageRow | undefined> {
  return db
    .selectFrom("hostedPages")
    .selectAll()
    .where("domain", "=", domain)
    .where("domainValidatedAt", "is not", null)
    .executeTakeFirst();
}

function change(
  tx: Tx,
  { organizationId, agentId }: AgentKey,
  values: Partial<Pick<HostedPageRow, "domain" | "domainProof" | "domainValidatedAt">>,
): Promise<HostedPageRow> {
  return tx
    .updateTable("hostedPages")
    .set(values)
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function taken(): AppError {
  const message =
    "Another agent answers at this domain. Give it up there, or take its TXT record away, and check again.";
  return new AppError("name_taken", { message });
}

/** Two that prove the same domain at once: one of them has it. */
function toTaken(error: unknown): never {
  throw isUniqueViolation(error) ? taken() : error;
}

function refuseName(message: string): never {
  throw new AppError("invalid_input", { fields: [{ path: "body.data.name", message }] });
}
