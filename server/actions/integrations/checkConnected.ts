import type { HttpConfig } from "../../../shared/contract/skills/skills.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { IntegrationDeps } from "./deps.ts";
import { reachedAddress, resolveProvider } from "./resolveProvider.ts";
import { findByName } from "./stored.ts";

/** What is wrong with a request that uses a connection, before it is saved; null where nothing is. */
export async function checkConnected(
  { store, integrations }: Pick<IntegrationDeps, "store" | "integrations">,
  agent: AgentKey,
  { url, auth }: HttpConfig,
): Promise<{ path: string; message: string } | null> {
  if (auth.type !== "connection") return null;
  const row = await findByName(store.reader, { ...agent, name: auth.name });
  if (!row) return { path: "auth.name", message: "Choose one of the agent's connections." };
  const resolved = resolveProvider(integrations, row);
  if (reachedAddress(resolved, url) === null)
    return {
      path: "url",
      message: `Begin with ${resolved.apiUrl}: the connection is for that service only.`,
    };
  if (auth.owner === "visitor" && !resolved.provider.oauth?.isForVisitors)
    return { path: "auth.owner", message: `Visitors can't sign in to ${resolved.provider.name} here.` };
  return null;
}
