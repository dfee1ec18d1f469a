import { askFor, usualRules } from "../../../agents/templates/askFor.ts";
import type { SystemSkillText } from "./systemSkill.ts";

/** A SearXNG answers with JSON only where its `search.formats` allows that; most public ones don't. */
export const webSearch: SystemSkillText = {
  title: "Web search",
  description: "Gives the agent the first pages that a web search finds: your own server, Brave or Tavily.",
  category: "search",
  needs: ["The address of your SearXNG, with json among its search.formats; or a key of Brave or Tavily"],
  draft: {
    ...usualRules,
    name: "web_search",
    title: "Search the web",
    description: "Searches the web. Use it for what your sources don't say, and name the pages that you use.",
    examples: ["Search the web for {{query}}", "Look up {{query}} on the internet", "Google {{query}}"],
    inputs: [askFor("query", "text", { label: "What to search for" })],
    answer: "",
    config: {
      kind: "search",
      engines: [{ engine: "searxng", url: "https://example.com" }],
      results: 5,
      sites: [],
    },
  },
};
