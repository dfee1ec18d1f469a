/** How rows without an agent's ID belong to one: by this column, which names a row of that table. */
const children: Record<string, readonly [column: string, parent: string]> = {
  ...Object.fromEntries(
    [
      ...["pageFetches", "pageUse", "pages", "passageEdits", "passages", "passageSegments", "passageVectors"],
      ...["sourceDocuments", "sourceVectors", "syncRuns", "vectorBlocks"],
    ].map((table) => [table, ["sourceId", "dataSources"] as const]),
  ),
  ...Object.fromEntries(
    ["gonePassages", "syncChanges", "syncFrontier", "syncLogs"].map((table) => [
      table,
      ["runId", "syncRuns"] as const,
    ]),
  ),
  ...Object.fromEntries(
    ["citedPassages", "receipts", "threadLabels", "threadLooks"].map((table) => [
      table,
      ["threadId", "threads"] as const,
    ]),
  ),
  ...Object.fromEntries(
    ["collectionCalls", "collectionCells", "collectionRows"].map((table) => [
      table,
      ["collectionId", "collections"] as const,
    ]),
  ),
  reportMails: ["reportId", "reports"],
  webhookAttempts: ["deliveryId", "webhookDeliveries"],
  workflowFiles: ["workflowId", "workflows"],
  workflowRunSteps: ["runId", "workflowRuns"],
  workflowVersions: ["workflowId", "workflows"],
};

/** Tables of the organization itself. A test compares these lists with the database. */
export const organizationTables: readonly string[] = [
  ...[
    "apiKeys",
    "assignees",
    "assignmentTurns",
    "auditEntries",
    "connections",
    "creditMonths",
    "customFields",
  ],
  ...["digests", "figureFills", "groupMembers", "idempotencyKeys", "installationCredits", "invites"],
  ...[
    "members",
    "modelDefaults",
    "modelKeys",
    "orgAccounts",
    "organizations",
    "paymentEvents",
    "pushSettings",
  ],
  ...["subscriptions", "upgradeRequests", "userGroups", "voiceKeys", "webhooks"],
];

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

/** The condition of the rows of a table that belong to a part, as SQL for SQLite; null where none do. */
export function chooseRows(table: string, columns: readonly string[], part: Part): string | null {
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
  const child = children[table];
  if (child) return inside(`"${child[0]}" in (${selectIds(child[1], part)})`);
  if (!columns.includes("agentId")) return withOrganization ? ofOrganization : null;
  return inside(`"agentId" = ${agent}${withOrganization ? ` or "agentId" is null` : ""}`);
}

/** Which rule a table falls under; null where none says so. */
export function findRule(table: string, columns: readonly string[]): string | null {
  if (neverInPart.includes(table) || ruled.includes(table)) return "own";
  if (organizationTables.includes(table)) return "organization";
  if (Object.hasOwn(children, table)) return "child";
  return columns.includes("agentId") ? "agent" : null;
}

function selectIds(table: string, part: Part): string {
  const condition = chooseRows(table, ["organizationId", "agentId"], { ...part, withOrganization: false });
  const ids = `select id from "${table}" where ${condition}`;
  // Pages of saved versions outlive their source.
  return table === "dataSources" ? `${ids} union select id from "keptSources" where ${condition}` : ids;
}

function writeNaming(part: Part): string {
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
