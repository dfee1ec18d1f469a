import type { McpServer, McpTool } from "../../../shared/contract/mcps/mcps.ts";
import { readApp } from "./apps/readToolApp.ts";
import { readAuth } from "./stored.ts";
import type { McpServerRow, McpToolRow } from "./tables.ts";

/** A server as the team sees it: of its secret the end only. */
export function presentServer(
  row: McpServerRow,
  { tools, on, heldBack }: { tools: number; on: number; heldBack: number },
): McpServer {
  const { id, name, url, sealedSecret, secretEnding, error, readAt, updatedAt } = row;
  return {
    ...{ id, name, url, auth: readAuth(row), hasSecret: sealedSecret !== null, secretEnding },
    state: error !== null ? "unreachable" : readAt === null ? "unread" : "reachable",
    leftOut: JSON.parse(row.leftOut) as McpServer["leftOut"], // written by keepTools
    ...{ signIn: row.signIn, issuer: row.issuer, apps: row.apps === 1 },
    ...{ error, tools, toolsOn: on, toolsHeldBack: heldBack, readAt, updatedAt },
  };
}

export function presentTool(row: McpToolRow): McpTool {
  const { id, name, title, description, fingerprint, enabled, risk, lastCalledAt } = row;
  const isChanged = row.lookedFingerprint !== null && row.lookedFingerprint !== fingerprint;
  return {
    ...{ id, name, title, description, fingerprint, risk, lastCalledAt },
    inputSchema: readSchema(row),
    app: readApp(row),
    isEnabled: enabled === 1,
    isHeldBack: enabled === 1 && isChanged,
    before: isChanged && row.looked !== null ? (JSON.parse(row.looked) as McpTool["before"]) : null, // written by changeTool
  };
}

export function readSchema({ inputSchema }: Pick<McpToolRow, "inputSchema">): Record<string, unknown> {
  return JSON.parse(inputSchema) as Record<string, unknown>; // an object, as the client checked it
}
