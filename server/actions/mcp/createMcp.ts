import type { Capability } from "../../agents/capability.ts";
import type { McpSkills } from "../skills/deps.ts";
import { mcpRoutes } from "./calls.ts";
import type { McpDeps } from "./deps.ts";
import { agentMcps } from "./part.ts";
import { answerExchange, listAnswers, readExchange } from "./elicit.ts";
import { appPage, makePageAddress } from "./apps/page.ts";
import { findPage, purgePages } from "./apps/pages.ts";
import { useAsSkill } from "./reach.ts";
import { clientPage } from "./signInCalls.ts";
import { startSweeping } from "../../storage/sweep.ts";
import { findAppTool, findShowingTool, listUsableTools } from "./stored.ts";
import { toInput } from "./toolInputs.ts";
import { toAppSkill, toSkills } from "./toSkills.ts";

/** Makes the MCP servers of this process: agents use their tools as they use skills. */
export function createMcp(deps: McpDeps): Capability & McpSkills {
  const sweep = () => purgePages(deps.store, deps.now());
  let stopSweeping = async (): Promise<void> => {};
  return {
    name: "mcp",
    routes: mcpRoutes(deps),
    pages: [clientPage(deps), appPage(deps)],
    part: agentMcps,
    start: async () => {
      stopSweeping = startSweeping({
        ...deps,
        name: "removes pages of apps that are shown no longer",
        sweep,
      });
    },
    stop: () => stopSweeping(),
    list: async (agent, taken) => toSkills(await listUsableTools(deps.store.reader, agent), taken),
    execute: (use) => useAsSkill(deps, use),
    answer: answerExchange,
    apps: {
      async openPage({ organizationId, id, mcpId, name }) {
        const tool = await findShowingTool(deps.store.db, { organizationId, mcpId, name });
        const found = tool && (await findPage(deps.store.reader, { organizationId, id }));
        if (!found) return null;
        const url = makePageAddress(deps, { organizationId, id, toolId: tool.id });
        return { url, hasBorder: found.hasBorder === 1 };
      },
      async findTool(wanted) {
        const tool = await findAppTool(deps.store.db, wanted);
        return tool ? toAppSkill(tool) : null;
      },
      toInput,
    },
    listAnswers: (exchange) => listAnswers(readExchange(exchange).answered),
  };
}
