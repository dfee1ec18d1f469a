import type { McpAuth, McpServerDraft } from "../../../shared/contract/mcps/mcps.ts";
import { maxMcpServers, maxMcpTools } from "../../../shared/domain/mcps.ts";
import type { SkillRisk } from "../../../shared/domain/skills.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { newId } from "../../database/ids.ts";
import type { Secrets } from "../../database/secrets.ts";
import type { Db, Tx } from "../../database/store.ts";
import { secretColumns } from "../secretColumns.ts";
import type { GivenSecret } from "../secretColumns.ts";
import { readApp } from "./apps/readToolApp.ts";
import type { McpServerRow, McpToolRow } from "./tables.ts";
import type { VettedTools } from "./vetTools.ts";

const purpose = "mcp";

export interface ServerKey extends AgentKey {
  mcpId: string;
}

/** What a server has to which nobody signed in. */
export const noGrant = {
  ...{ sealedGrant: null, signIn: "none", issuer: null, grantLeaseUntil: null },
} as const satisfies Partial<McpServerRow>;

export function readAuth({ auth }: Pick<McpServerRow, "auth">): McpAuth {
  return JSON.parse(auth) as McpAuth; // written after the contract's check
}

export function unsealSecret(
  seal: Pick<Secrets, "unseal">,
  { sealedSecret }: Pick<McpServerRow, "sealedSecret">,
): string | null {
  return sealedSecret === null ? null : seal.unseal(sealedSecret, purpose);
}

/** An agent's servers in the order in which they were added. */
export function listServerRows(db: Db, { organizationId, agentId }: AgentKey): Promise<McpServerRow[]> {
  return db
    .selectFrom("mcpServers")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .orderBy("id")
    .execute();
}

export async function findServerRow(
  db: Db,
  { organizationId, agentId, mcpId }: ServerKey,
): Promise<McpServerRow> {
  const row = await db
    .selectFrom("mcpServers")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("id", "=", mcpId)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}

interface Saving extends AgentKey {
  draft: McpServerDraft;
  secret: GivenSecret;
  now: number;
}

/** Adds a server. `conflict` beyond as many as an agent may have. */
export async function insertServer(
  seal: Pick<Secrets, "seal">,
  tx: Tx,
  { draft, secret, now, organizationId, agentId }: Saving,
): Promise<McpServerRow> {
  const rows = await listServerRows(tx, { organizationId, agentId });
  if (rows.length >= maxMcpServers)
    throw new AppError("conflict", {
      message: `An agent has at most ${maxMcpServers} MCP servers. Delete one first.`,
    });
  const row = newServer({ organizationId, agentId }, draft, now);
  const added = { ...row, ...secretColumns(seal, { purpose, secret }) };
  await tx.insertInto("mcpServers").values(added).execute();
  return added;
}

function newServer({ organizationId, agentId }: AgentKey, draft: McpServerDraft, now: number): McpServerRow {
  const { name, url, auth } = draft;
  return {
    ...{ organizationId, agentId, id: newId(now), name, url, auth: JSON.stringify(auth) },
    ...{
      sealedSecret: null,
      secretEnding: "",
      ...noGrant,
      error: null,
      leftOut: "[]",
      readAt: null,
      apps: 0,
    },
    ...{ createdAt: now, updatedAt: now },
  };
}

/** Adds servers as far as the agent may have more: those of a file or of another agent, without secrets and tools. */
export async function addServers(
  tx: Tx,
  { drafts, now, ...agent }: AgentKey & { drafts: readonly McpServerDraft[]; now: number },
): Promise<void> {
  const { length } = await listServerRows(tx, agent);
  const rows = drafts.slice(0, maxMcpServers - length).map((draft) => newServer(agent, draft, now));
  if (rows.length > 0) await tx.insertInto("mcpServers").values(rows).execute();
}

/** Changes a server. `conflict` where somebody saved it since it was read. */
export async function changeServer(
  seal: Pick<Secrets, "seal">,
  tx: Tx,
  {
    draft,
    secret,
    apps,
    now,
    readAt,
    mcpId,
    ...agent
  }: Saving & ServerKey & { readAt: number; apps: boolean | undefined },
): Promise<McpServerRow> {
  const before = await findServerRow(tx, { ...agent, mcpId });
  if (before.updatedAt !== readAt) throw new AppError("conflict");
  const { name, url, auth } = draft;
  // A secret is for whom it was entered: nobody leads it to an address of theirs.
  const isElsewhere = new URL(url).origin !== new URL(before.url).origin;
  const kept = auth.type === "none" || (isElsewhere && secret === undefined) ? null : secret;
  const changed = await tx
    .updateTable("mcpServers")
    .set({
      ...{ name, url, auth: JSON.stringify(auth) },
      ...secretColumns(seal, { purpose, secret: kept }),
      ...(apps !== undefined && { apps: apps ? 1 : 0 }),
      // Whom somebody trusts with apps is the server there.
      ...(isElsewhere && { apps: 0 }),
      // Tokens are for whom they were given, too.
      ...((isElsewhere || JSON.stringify(auth) !== before.auth) && noGrant),
      // Two savings within one millisecond are two.
      updatedAt: Math.max(now, before.updatedAt + 1),
    })
    .where("organizationId", "=", agent.organizationId)
    .where("id", "=", mcpId)
    .where("updatedAt", "=", readAt)
    .returningAll()
    .executeTakeFirst();
  if (!changed) throw new AppError("conflict");
  // Another server's tools are others, whatever they are called.
  if (isElsewhere) await deleteTools(tx, { ...agent, mcpId });
  return changed;
}

/** Has a server use its own sign-in, which it asked for. */
export async function useOwnSignIn(tx: Tx, key: ServerKey): Promise<McpServerRow> {
  const before = await findServerRow(tx, key);
  if (readAuth(before).type !== "none") return before;
  const auth = JSON.stringify({ type: "oauth" } satisfies McpAuth);
  const updatedAt = before.updatedAt + 1;
  await tx
    .updateTable("mcpServers")
    .set({ auth, updatedAt })
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", key.mcpId)
    .execute();
  return { ...before, auth, updatedAt };
}

/** The runs of a server's tools, the newest first. */
export function listToolIds(db: Db, key: ServerKey): Promise<string[]> {
  return listToolRows(db, key).then((rows) => rows.map(({ id }) => id));
}

export async function deleteServer(tx: Tx, { organizationId, agentId, mcpId }: ServerKey): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom("mcpServers")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("id", "=", mcpId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError("not_found");
  await deleteTools(tx, { organizationId, agentId, mcpId });
}

async function deleteTools(tx: Tx, { organizationId, agentId, mcpId }: ServerKey): Promise<void> {
  await tx
    .deleteFrom("mcpTools")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("serverId", "=", mcpId)
    .execute();
}

export function listToolRows(db: Db, { organizationId, agentId, mcpId }: ServerKey): Promise<McpToolRow[]> {
  return db
    .selectFrom("mcpTools")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("serverId", "=", mcpId)
    .orderBy("name")
    .execute();
}

export async function findToolRow(
  db: Db,
  { organizationId, agentId, mcpId, toolId }: ServerKey & { toolId: string },
): Promise<McpToolRow> {
  const row = await db
    .selectFrom("mcpTools")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("serverId", "=", mcpId)
    .where("id", "=", toolId)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}

/** The tools that an agent may use now: on, and unchanged since their review. */
export function listUsableTools(db: Db, { organizationId, agentId }: AgentKey) {
  return db
    .selectFrom("mcpTools")
    .innerJoin("mcpServers", (join) =>
      join
        .onRef("mcpServers.organizationId", "=", "mcpTools.organizationId")
        .onRef("mcpServers.id", "=", "mcpTools.serverId"),
    )
    .selectAll("mcpTools")
    .select(["mcpServers.name as serverName", "mcpServers.apps as serverApps"])
    .where("mcpTools.organizationId", "=", organizationId)
    .where("mcpTools.agentId", "=", agentId)
    .where("mcpTools.enabled", "=", 1)
    .whereRef("mcpTools.lookedFingerprint", "=", "mcpTools.fingerprint")
    .orderBy("mcpTools.serverId")
    .orderBy("mcpTools.name")
    .limit(maxMcpTools)
    .execute();
}

/** The tool of a server that an app of it may call now; undefined where there is none, or the server shows no apps any longer. */
export async function findAppTool(db: Db, { mcpId, name, ...agent }: ServerKey & { name: string }) {
  const tools = await listUsableTools(db, agent);
  return tools.find(
    (tool) =>
      tool.serverId === mcpId &&
      tool.name === name &&
      tool.serverApps === 1 &&
      readApp(tool)?.forApp !== false,
  );
}

/**
 * A tool by its ID, or by its server's name for it, of a server that shows apps; undefined where it is gone, or the server
 * shows none any longer.
 */
export function findShowingTool(
  db: Db,
  {
    organizationId,
    ...tool
  }: { organizationId: string } & ({ id: string } | { mcpId: string; name: string }),
) {
  const found = db
    .selectFrom("mcpTools")
    .innerJoin("mcpServers", (join) =>
      join
        .onRef("mcpServers.organizationId", "=", "mcpTools.organizationId")
        .onRef("mcpServers.id", "=", "mcpTools.serverId"),
    )
    .select("mcpTools.id")
    .where("mcpTools.organizationId", "=", organizationId)
    .where("mcpServers.apps", "=", 1);
  const wanted =
    "id" in tool
      ? found.where("mcpTools.id", "=", tool.id)
      : found.where("mcpTools.serverId", "=", tool.mcpId).where("mcpTools.name", "=", tool.name);
  return wanted.executeTakeFirst();
}

/** How many tools each server of an agent has, how many are used, and how many are held back. */
export async function countTools(db: Db, { organizationId, agentId }: AgentKey) {
  const rows = await db
    .selectFrom("mcpTools")
    .select((eb) => [
      "serverId",
      eb.fn.countAll<number>().as("tools"),
      eb.fn.sum<number>("enabled").as("enabled"),
      eb.fn
        .sum<number>(
          eb
            .case()
            .when(eb.and([eb("enabled", "=", 1), eb("lookedFingerprint", "!=", eb.ref("fingerprint"))]))
            .then(1)
            .else(0)
            .end(),
        )
        .as("heldBack"),
    ])
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .groupBy("serverId")
    .execute();
  return new Map(
    rows.map(({ serverId, tools, enabled, heldBack }) => [
      serverId,
      { tools: Number(tools), on: Number(enabled) - Number(heldBack), heldBack: Number(heldBack) },
    ]),
  );
}

interface Changes {
  isEnabled?: boolean | undefined;
  risk?: SkillRisk | undefined;
  looked?: string | undefined;
}

/** Switches a tool, after a review. `conflict` if it has changed since the review. */
export async function changeTool(
  tx: Tx,
  { changes, ...key }: ServerKey & { toolId: string; changes: Changes },
): Promise<McpToolRow> {
  const tool = await findToolRow(tx, key);
  const { isEnabled, risk, looked } = changes;
  if (looked !== undefined && looked !== tool.fingerprint)
    throw new AppError("conflict", { message: "The tool changed again. Review it again." });
  if (isEnabled === true && looked === undefined)
    throw new AppError("invalid_input", {
      fields: [{ path: "body.data.looked", message: "Give the fingerprint of the tool that you reviewed." }],
    });
  if (isEnabled === true && tool.enabled === 0) await refuseTooMany(tx, key);
  const { title, description, inputSchema } = tool;
  const columns = {
    ...(isEnabled !== undefined && { enabled: isEnabled ? 1 : 0 }),
    ...(risk !== undefined && { risk }),
    ...(looked !== undefined && {
      looked: JSON.stringify({ title, description, inputSchema: JSON.parse(inputSchema) as unknown }),
      lookedFingerprint: looked,
    }),
  };
  if (Object.keys(columns).length === 0) return tool;
  await tx
    .updateTable("mcpTools")
    .set(columns)
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", key.toolId)
    .execute();
  return { ...tool, ...columns };
}

async function refuseTooMany(tx: Tx, agent: AgentKey): Promise<void> {
  const counted = await countTools(tx, agent);
  const on = [...counted.values()].reduce((sum, { on: some, heldBack }) => sum + some + heldBack, 0);
  if (on >= maxMcpTools)
    throw new AppError("conflict", {
      message: `An agent uses at most ${maxMcpTools} tools of MCP servers. Switch one off first.`,
    });
}

/** Keeps what was read of a server: new tools are off, and what changed since its review is held back. */
export async function keepTools(
  tx: Tx,
  { tools, leftOut, now, mcpId, ...agent }: ServerKey & VettedTools & { now: number },
): Promise<void> {
  const { organizationId } = agent;
  const before = new Map((await listToolRows(tx, { ...agent, mcpId })).map((row) => [row.name, row]));
  const names = new Set(tools.map(({ name }) => name));
  const gone = [...before.values()].filter(({ name }) => !names.has(name)).map(({ id }) => id);
  if (gone.length > 0)
    await tx
      .deleteFrom("mcpTools")
      .where("organizationId", "=", organizationId)
      .where("id", "in", gone)
      .execute();
  for (const tool of tools) {
    const known = before.get(tool.name);
    if (known?.fingerprint === tool.fingerprint && known.app === tool.app) continue;
    if (known)
      await tx
        .updateTable("mcpTools")
        .set(tool)
        .where("organizationId", "=", organizationId)
        .where("id", "=", known.id)
        .execute();
  }
  const added = tools
    .filter(({ name }) => !before.has(name))
    .map((tool): McpToolRow => ({
      ...{ ...agent, id: newId(now), serverId: mcpId, ...tool, createdAt: now },
      // What the server itself says of its effects is not trusted.
      ...{ enabled: 0, risk: "write", looked: null, lookedFingerprint: null, lastCalledAt: null },
    }));
  if (added.length > 0) await tx.insertInto("mcpTools").values(added).execute();
  await noteRead(tx, { ...agent, mcpId }, { error: null, leftOut: JSON.stringify(leftOut), readAt: now });
}

/** Notes how reading a server's tools went. */
export async function noteRead(
  db: Db,
  { organizationId, mcpId }: ServerKey,
  columns: Partial<Pick<McpServerRow, "error" | "leftOut" | "readAt">>,
): Promise<void> {
  await db
    .updateTable("mcpServers")
    .set(columns)
    .where("organizationId", "=", organizationId)
    .where("id", "=", mcpId)
    .execute();
}

export async function noteCall(
  db: Db,
  { organizationId, toolId, now }: { organizationId: string; toolId: string; now: number },
): Promise<void> {
  await db
    .updateTable("mcpTools")
    .set({ lastCalledAt: now })
    .where("organizationId", "=", organizationId)
    .where("id", "=", toolId)
    .execute();
}
