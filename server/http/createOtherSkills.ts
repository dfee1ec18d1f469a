import type { CollectionSkills, McpSkills, OtherSkills } from "../actions/skills/deps.ts";
import type { WorkflowSkills } from "../workflows/triggers/workflowSkills.ts";

interface Others {
  collections: CollectionSkills;
  mcp: McpSkills;
  workflows: WorkflowSkills;
}

/** skills -> workflows: what agents may start is a skill of theirs, beside tools of MCP servers and rows of collections. */
export function createOtherSkills({ collections, mcp, workflows }: Others): OtherSkills {
  return {
    ...{ answer: mcp.answer, listAnswers: mcp.listAnswers, apps: mcp.apps, prepare: collections.prepare },
    async list(agent, taken) {
      const found = [];
      const names = [...taken];
      // The first one has the name.
      for (const { list } of [workflows, collections, mcp]) {
        const skills = await list(agent, names);
        found.push(...skills);
        names.push(...skills.map(({ name }) => name));
      }
      return found;
    },
    execute(use) {
      const { config } = use;
      if (config.kind === "workflow") return workflows.execute({ ...use, config });
      if (config.kind === "collection") return collections.execute({ ...use, config });
      return mcp.execute({ ...use, config });
    },
  };
}
