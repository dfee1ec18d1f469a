import type { SkillDraft } from "../../../../shared/contract/skills/skills.ts";
import { askFor, usualRules } from "../../../agents/templates/askFor.ts";
import type { SystemSkillText } from "./systemSkill.ts";

const draft = {
  ...usualRules,
  title: "Search the web",
  description: "Searches the web. Use it for what your sources don't say, and name the pages that you use.",
  examples: ["Search the web", "Look it up on the internet"],
  inputs: [askFor("query", "text", { label: "What to search for" })],
  answer: "",
} satisfies Partial<SkillDraft>;

const request = { kind: "http", method: "GET", headers: [], bodyType: "none", body: "" } as const;

/** An instance answers with JSON only where its `search.formats` allows that; most public ones don't. */
export const webSearch: SystemSkillText = {
  title: "Web search with SearXNG",
  description: "Gives the agent the first five pages that your own search server finds.",
  category: "search",
  needs: ["The address of your SearXNG, with json among its search.formats"],
  draft: {
    ...{ ...draft, name: "web_search" },
    config: {
      ...{ ...request, headers: [], url: "https://example.com/search" },
      query: [
        { name: "q", value: "{{query}}" },
        { name: "format", value: "json" },
      ],
      auth: { type: "none" },
      pick: "results[:5].{title: title, url: url, content: content}",
    },
  },
};

export const webSearchBrave: SystemSkillText = {
  title: "Web search with Brave",
  description: "Gives the agent the first five pages that Brave Search finds.",
  category: "search",
  needs: ["A key of the Brave Search API"],
  draft: {
    ...{ ...draft, name: "web_search_brave" },
    config: {
      ...{ ...request, headers: [], url: "https://api.search.brave.com/res/v1/web/search" },
      query: [
        { name: "q", value: "{{query}}" },
        { name: "count", value: "5" },
      ],
      auth: { type: "header", name: "X-Subscription-Token" },
      pick: "web.results[:5].{title: title, url: url, content: description}",
    },
  },
};
