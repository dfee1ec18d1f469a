import type { StoredSkill } from "../skills/stored.ts";
import { mcpTimeoutMs } from "../../../shared/domain/mcps.ts";
import { readApp } from "./apps/readToolApp.ts";
import { readSchema } from "./present.ts";
import type { McpToolRow } from "./tables.ts";
import { listInputs } from "./toolInputs.ts";

const longestName = 64;
const longestOfServer = 24;

type UsableTool = McpToolRow & { serverName: string; serverApps: number };

/** Makes skills of the tools that models may use, each under a name of its own: SERVER__TOOL, as far as it fits. */
export function toSkills(tools: readonly UsableTool[], taken: readonly string[]): StoredSkill[] {
  const names = new Set(taken.map((name) => name.toLowerCase()));
  return tools.flatMap((tool) => {
    const app = readApp(tool);
    if (app?.forModel === false) return [];
    const page = tool.serverApps === 1 ? app?.uri : null;
    return toSkill(tool, nameFreely(tool, names), page ?? undefined);
  });
}

/** Makes a skill of a tool that an app asks for. */
export function toAppSkill(tool: UsableTool): StoredSkill {
  return toSkill(tool, nameFreely(tool, new Set()), null);
}

function toSkill(tool: UsableTool, name: string, app: string | null | undefined): StoredSkill {
  const inputSchema = readSchema(tool);
  return {
    ...{ id: tool.id, name, title: tool.title || tool.name.replace(/[_.-]+/g, " "), examples: [] },
    ...{ description: tool.description || tool.name, inputs: listInputs(inputSchema), answer: "" },
    ...{ enabled: true, risk: tool.risk, verifiedOnly: false, oncePerConversation: false },
    timeoutSeconds: mcpTimeoutMs / 1000,
    config: {
      ...{ kind: "mcp", serverId: tool.serverId, tool: tool.name, inputSchema },
      ...(app !== undefined && { app }),
    },
  };
}

function nameFreely({ serverName, name }: { serverName: string; name: string }, taken: Set<string>): string {
  const server = simplify(serverName).slice(0, longestOfServer) || "mcp";
  const wanted = `${server}__${simplify(name)}`;
  let free = wanted.slice(0, longestName);
  for (let number = 2; taken.has(free.toLowerCase()); number += 1)
    free = `${wanted.slice(0, longestName - 4)}_${number}`;
  taken.add(free.toLowerCase());
  return free;
}

function simplify(text: string): string {
  return text.replace(/[^A-Za-z0-9-]+/g, "_").replace(/^_+|_+$/g, "");
}
