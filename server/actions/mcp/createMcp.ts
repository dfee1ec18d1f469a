import type { Capability } from "../../agents/capability.ts";
import type { McpSkills } from "../skills/deps.ts";
import { mcpRoutes } from "./calls.ts";
import type { McpDeps } from "./deps.ts";
import { agentMcps } from "./part.ts";
import { answerExchange, listAnswers, readExchange } from "./elicit.ts";
import { useAsSkill } from "./reach.ts";
import { clientPage } from "./signInCalls.ts";
import { listUsableTools } from "./stored.ts";
import { toSkills } from "./toSkills.ts";

/** Makes the MCP servers of this process: agents use their tools as they use skills. */
export function createMcp(deps: McpDeps): Capability & McpSkills {
  return {
    name: "mcp",
    routes: mcpRoutes(deps),
    pages: [clientPage(deps)],
    part: agentMcps,
    list: async (agent, taken) => toSkills(await listUsableTools(deps.store.reader, agent), taken),
    execute: (use) => useAsSkill(deps, use),
    answer: answerExchange,
    listAnswers: (exchange) => listAnswers(readExchange(exchange).answered),
  };
}
