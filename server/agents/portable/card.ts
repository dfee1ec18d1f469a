import type { PortableFile } from "../../../shared/contract/agents/portable.ts";
import type { Template, TemplateDetail } from "../../../shared/contract/agents/templates.ts";
import { findPlaceholders } from "./findPlaceholders.ts";
import { unknownModels } from "./planImport.ts";

/** What a list shows of a template, but for the count that changes by itself. */
export type Card = Omit<Template, "usedCount">;

/** What everybody sees of a file that is a template: an allow-list. */
export function makeCard(file: PortableFile, { id, isShipped }: Pick<Card, "id" | "isShipped">): Card {
  const { title, description, category, icon, author, requires } = file;
  return {
    id,
    exportId: file.id,
    ...{ title, description, category, icon, author, isShipped },
    needs: { models: unknownModels(file), providers: requires.providers, secrets: requires.secrets },
    suggestions: file.surfaces?.widget.suggestions ?? [],
  };
}

/** What one sees of a template before it is used. */
export function makeDetail(file: PortableFile, template: Template): TemplateDetail {
  const { agent, surfaces, knowledge } = file;
  return {
    ...template,
    agentName: agent.name,
    personality: agent.personality.preset,
    model: agent.model,
    welcome: surfaces?.widget.welcome ?? "",
    guidance: agent.guidance.map((rule) => rule.title),
    blockedTopics: agent.guardrails.blockedTopics.map((topic) => topic.name),
    placeholders: findPlaceholders(agent, file),
    sources: (knowledge?.sources ?? []).map(({ name, config }) => ({ name, kind: config.kind })),
  };
}
