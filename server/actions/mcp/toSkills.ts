import type { StoredSkill } from "../skills/stored.ts";
import { mcpTimeoutMs } from "../../../shared/domain/mcps.ts";
import { readSchema } from "./present.ts";
import type { McpToolRow } from "./tables.ts";
import { listInputs } from "./toolInputs.ts";

const longestName = 64;
const longestOfServer = 24;

/** Makes skills of tools, each under a name of its own: SERVER__TOOL, as far as it fits. */
export function toSkills(
  tools: readonly (McpToolRow & { serverName: string })[],
  taken: readonly string[],
): StoredSkill[] {
  const names = new Set(taken.map((name) => name.toLowerCase()));
  return tools.map((tool) => {
    const inputSchema = readSchema(tool);
    const name = nameFreely(tool, names);
    return {
      ...{ id: tool.id, name, title: tool.title || tool.name.replace(/[_.-]+/g, " "), examples: [] },
      ...{ description: tool.description || tool.name, inputs: listInputs(inputSchema), answer: "" },
      ...{ enabled: true, risk: tool.risk, verifiedOnly: false, oncePerConversation: false },
      timeoutSeconds: mcpTimeoutMs / 1000,
      config: { kind: "mcp", serverId: tool.serverId, tool: tool.name, inputSchema },
    };
  });
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
