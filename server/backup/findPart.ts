import { CannotStart } from "../database/cannotStart.ts";
import type { Db } from "../database/store.ts";
import type { Part } from "./agentTables.ts";

/** An agent by its ID, or an organization by its ID or slug. */
export type PartWish = { agent: string } | { organization: string };

const mostNamed = 20;

/** Finds a part in the rows of a backup. Throws CannotStart, with what there is, where it is missing. */
export async function findPart(db: Db, wish: PartWish): Promise<Omit<Part, "withOrganization">> {
  return "agent" in wish ? findAgent(db, wish.agent) : findOrganization(db, wish.organization);
}

async function findAgent(db: Db, id: string): Promise<Omit<Part, "withOrganization">> {
  const agents = db.selectFrom("agents");
  const found = await agents.select("organizationId").where("id", "=", id).executeTakeFirst();
  if (found) return { ...found, agentId: id };
  const known = await agents.select("id").orderBy("id").limit(mostNamed).execute();
  throw new CannotStart(`The backup has no agent ${id}. It has ${list(known.map((agent) => agent.id))}.`);
}

async function findOrganization(db: Db, wanted: string): Promise<Omit<Part, "withOrganization">> {
  const organizations = db.selectFrom("organizations");
  const found = await organizations
    .select("id")
    .where((row) => row.or([row("id", "=", wanted), row("slug", "=", wanted)]))
    .executeTakeFirst();
  if (found) return { organizationId: found.id, agentId: null };
  const known = await organizations.select("slug").orderBy("slug").limit(mostNamed).execute();
  throw new CannotStart(
    `The backup has no organization ${wanted}. It has ${list(known.map(({ slug }) => slug))}.`,
  );
}

function list(names: readonly string[]): string {
  return names.join(", ") || "none";
}

/** Throws CannotStart where a part is here already: nothing is overwritten. */
export async function refusePresent(
  db: Db,
  { organizationId, agentId }: Omit<Part, "withOrganization">,
): Promise<void> {
  if (agentId === null) {
    if (!(await hasOrganization(db, organizationId))) return;
    throw new CannotStart(
      `The organization ${organizationId} exists here, and it was not changed. Restore single agents with --agent, or use an empty installation.`,
    );
  }
  const agent = await db.selectFrom("agents").select("id").where("id", "=", agentId).executeTakeFirst();
  if (agent)
    throw new CannotStart(
      `The agent ${agentId} exists here, and it was not changed. Delete it for good first, or use an empty installation.`,
    );
  const deleted = await db
    .selectFrom("deletedAgents")
    .select("id")
    .where("id", "=", agentId)
    .executeTakeFirst();
  if (deleted)
    throw new CannotStart(
      `The agent ${agentId} is among the deleted agents. Restore it in the console, or delete it for good first.`,
    );
}

/** Whether an organization is in a database. */
export async function hasOrganization(db: Db, id: string): Promise<boolean> {
  const found = await db.selectFrom("organizations").select("id").where("id", "=", id).executeTakeFirst();
  return found !== undefined;
}
