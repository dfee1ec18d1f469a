import type { McpSkills, OtherSkills } from "../actions/skills/deps.ts";
import type { WorkflowSkills } from "../workflows/triggers/workflowSkills.ts";

/** skills -> workflows: what agents may start is a skill of theirs, beside the tools of MCP servers. */
export function createOtherSkills(mcp: McpSkills, workflows: WorkflowSkills): OtherSkills {
  return {
    ...{ answer: mcp.answer, listAnswers: mcp.listAnswers },
    async list(agent, taken) {
      const own = await workflows.list(agent, taken);
      return [...own, ...(await mcp.list(agent, [...taken, ...own.map(({ name }) => name)]))];
    },
    execute: (use) =>
      use.config.kind === "workflow"
        ? workflows.execute({ ...use, config: use.config })
        : mcp.execute({ ...use, config: use.config }),
  };
}
