import type { HostedWebSettings, HostedWebSurface } from "../../shared/contract/surfaces/surfaces.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { toSlug } from "../accounts/slug.ts";
import type { AnsweringAgent } from "../agents/find.ts";
import type { RequestFacts } from "../requests/handle.ts";
import type { AgentKey } from "../agents/parts.ts";
import { readSavedBy, writeSavedBy } from "../agents/savedBy.ts";
import type { SavedBy } from "../agents/savedBy.ts";
import { isUniqueViolation } from "../database/faults.ts";
import type { Db } from "../database/store.ts";
import { recordsOf } from "./domain/records.ts";
import type { HostedPageRow } from "./tables.ts";

/** The agent's page as it is stored, if it was ever saved. */
export async function findHostedPage(db: Db, key: AgentKey): Promise<HostedPageRow | undefined> {
  return db
    .selectFrom("hostedPages")
    .selectAll()
    .where("organizationId", "=", key.organizationId)
    .where("agentId", "=", key.agentId)
    .executeTakeFirst();
}

/** Where the agent's page is; null where it is off. */
export async function findHostedPath(db: Db, key: AgentKey): Promise<string | null> {
  const page = await findHostedPage(db, key);
  return page?.enabled === 1 ? `/p/${page.slug}` : null;
}

/** Refuses a page that was switched off, and an agent that is paused. */
export async function checkHostedOpen(db: Db, agent: AnsweringAgent): Promise<void> {
  const page = await findHostedPage(db, agent);
  if (page?.enabled !== 1 || agent.status !== "live") throw new AppError("surface_disabled");
}

/** The host by which people reach this server; null while nobody has said it. */
export async function hostOf({ lookOrigin }: Pick<RequestFacts, "lookOrigin">): Promise<string | null> {
  const origin = await lookOrigin();
  return origin && new URL(origin).hostname;
}

/** The page that an address names, of any agent. */
export async function findHostedPageBySlug(db: Db, slug: string): Promise<HostedPageRow | undefined> {
  return db.selectFrom("hostedPages").selectAll().where("slug", "=", slug).executeTakeFirst();
}

export interface HostedPageChange {
  /** The revision that was read; 0 where none was saved before. */
  revision: number;
  enabled: boolean;
  slug: string;
  settings: HostedWebSettings;
}

const noDomain = { domain: null, domainProof: null, domainValidatedAt: null };

/** Saves the agent's page. 409 `conflict` where somebody saved since, `name_taken` where another agent has the slug. */
export async function saveHostedPage(
  db: Db,
  key: AgentKey,
  { revision, enabled, slug, settings, by, now }: HostedPageChange & { by: Omit<SavedBy, "at">; now: number },
): Promise<HostedPageRow> {
  const values = {
    ...{ slug, enabled: enabled ? 1 : 0, settings: JSON.stringify(settings) },
    ...{ savedBy: writeSavedBy(by, now), updatedAt: now },
  };
  try {
    if (!(await findHostedPage(db, key))) {
      if (revision !== 0) throw new AppError("conflict");
      return await db
        .insertInto("hostedPages")
        .values({ ...key, ...values, ...noDomain, revision: 1, createdAt: now })
        .returningAll()
        .executeTakeFirstOrThrow();
    }
    const changed = await db
      .updateTable("hostedPages")
      .set({ ...values, revision: revision + 1 })
      .where("organizationId", "=", key.organizationId)
      .where("agentId", "=", key.agentId)
      .where("revision", "=", revision)
      .returningAll()
      .executeTakeFirst();
    if (!changed) throw new AppError("conflict");
    return changed;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("name_taken", { message: "This address is taken. Choose another one." });
  }
}

/**
 * The page as members see it; one that was never saved is off and proposes an address by the agent's name. `host` is the
 * one by which they reach this server: a domain of their own has to lead to it.
 */
export function presentHostedWeb(
  row: HostedPageRow | undefined,
  agentName: string,
  host: string | null,
): HostedWebSurface {
  if (!row) {
    return {
      ...{ type: "hosted-web", enabled: false, slug: toSlug(agentName, "chat"), revision: 0, savedBy: null },
      domain: null,
      settings: {
        ...{ title: agentName, description: "" },
        ...{ imageFileId: null, iconFileId: null, isIndexed: false },
      },
    };
  }
  const { enabled, slug, revision, domain: name, domainProof: proof, domainValidatedAt: validatedAt } = row;
  const domain =
    name === null || proof === null ? null : { name, validatedAt, records: recordsOf({ name, proof, host }) };
  return {
    ...{ type: "hosted-web", enabled: enabled === 1, slug, domain, revision },
    ...{ savedBy: readSavedBy(row), settings: readHostedSettings(row) },
  };
}

/** The settings that a row keeps. */
export function readHostedSettings({ settings }: HostedPageRow): HostedWebSettings {
  return JSON.parse(settings) as HostedWebSettings; // written after the contract's check
}
