import type { Owner } from "../database/migrate.ts";

/** The owners of tables without an agent's ID, see `listOwners`. */
type Owners = Readonly<Record<string, Owner>>;

/** Tables with a rule of their own: agents and files by their ID, jobs by what they name, deleted agents only whole. */
const ruled = ["agents", "deletedAgents", "files", "jobs"];

/** Tables that are never put back in part: a browser's push address belongs to its session. */
const neverInPart = ["pushDevices"];

/** Rows that a pending job can name. */
const namedByJobs = [
  ...["calls", "collectionImports", "contacts", "dataSources", "evaluationRuns"],
  ...["scheduledReplies", "skillRuns", "syncRuns", "teamPosts", "threads", "workflowRuns"],
];

/** What is restored: one organization, or one agent of it. */
export interface Part {
  organizationId: string;
  agentId: string | null;
  /** For an agent whose organization is missing too: members, keys and settings, without its other agents. */
  withOrganization: boolean;
}

/** A part, and the owners by which its rows are found. */
export interface OwnedPart extends Part {
  owners: Owners;
}

/** The condition of the rows of a table that belong to a part, as SQL for SQLite; null where none do. */
export function chooseRows(table: string, columns: readonly string[], part: OwnedPart): string | null {
  if (neverInPart.includes(table)) return null;
  const { organizationId, agentId, withOrganization } = part;
  if (table === "organizations") return withOrganization ? `id = ${quote(organizationId)}` : null;
  if (!columns.includes("organizationId")) return null;
  const ofOrganization = `"organizationId" = ${quote(organizationId)}`;
  if (agentId === null) return ofOrganization;
  const agent = quote(agentId);
  const inside = (condition: string) => `${ofOrganization} and (${condition})`;
  if (table === "agents") return inside(`id = ${agent}`);
  if (table === "deletedAgents") return null;
  if (table === "files") return ofOrganization;
  if (table === "jobs") return inside(`state in ('queued', 'running') and (${writeNaming(part)})`);
  const owner = part.owners[table];
  if (typeof owner === "object") return inside(`"${owner.by}" in (${selectIds(owner.of, part)})`);
  if (!columns.includes("agentId")) return withOrganization ? ofOrganization : null;
  return inside(`"agentId" = ${agent}${withOrganization ? ` or "agentId" is null` : ""}`);
}

/** Which rule a table falls under; null where none says so. */
export function findRule(table: string, columns: readonly string[], owners: Owners): string | null {
  if (neverInPart.includes(table) || ruled.includes(table)) return "own";
  const owner = owners[table];
  if (owner) return owner === "organization" ? owner : "child";
  return columns.includes("agentId") ? "agent" : null;
}

function selectIds(table: string, part: OwnedPart): string {
  const condition = chooseRows(table, ["organizationId", "agentId"], { ...part, withOrganization: false });
  const ids = `select id from "${table}" where ${condition}`;
  // Pages of saved versions outlive their source.
  return table === "dataSources" ? `${ids} union select id from "keptSources" where ${condition}` : ids;
}

function writeNaming(part: OwnedPart): string {
  const text = `(payload || ' ' || key)`;
  const named = namedByJobs.map(
    (table) =>
      `exists (select 1 from "${table}" t where instr(${text}, t.id) > 0 and t.id in (${selectIds(table, part)}))`,
  );
  return [`instr(${text}, ${quote(part.agentId ?? "")}) > 0`, ...named].join(" or ");
}

/** A text as SQL. IDs come from the backup's own rows. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
