import type { HttpConfig, SearchConfig } from "../../../../shared/contract/skills/skills.ts";

type Engine = Exclude<SearchConfig["engines"][number], { engine: "provider" }>;

interface Wanted {
  results: number;
  sites: readonly string[];
}

const plain = {
  ...({ kind: "http", method: "GET", bodyType: "none", body: "" } as const),
  ...{ headers: [], auth: { type: "none" as const } },
};

/** The request by which an engine is asked for `{{query}}`, and how its pages are picked: title, url, content. */
export function writeSearch(engine: Engine, wanted: Wanted): HttpConfig {
  switch (engine.engine) {
    case "searxng":
      return {
        ...plain,
        url: `${engine.url.replace(/\/(?:search\/?)?$/, "")}/search`,
        query: [
          { name: "q", value: `{{query}}${restrict(wanted)}` },
          { name: "format", value: "json" },
        ],
        pick: "results[].{title: title, url: url, content: content}",
      };
    case "brave":
      return {
        ...plain,
        url: "https://api.search.brave.com/res/v1/web/search",
        query: [
          { name: "q", value: `{{query}}${restrict(wanted)}` },
          { name: "count", value: String(wanted.results) },
        ],
        auth: { type: "header", name: "X-Subscription-Token" },
        pick: "web.results[].{title: title, url: url, content: description}",
      };
    case "tavily": {
      const body = { max_results: wanted.results, include_domains: wanted.sites };
      return {
        ...plain,
        ...{ method: "POST", url: "https://api.tavily.com/search", query: [], bodyType: "json" },
        body: `{"query": {{query}}, ${JSON.stringify(body).slice(1)}`,
        auth: { type: "bearer" },
        pick: "results[].{title: title, url: url, content: content}",
      };
    }
  }
}

/** As search engines write it; an engine that does not know it finds pages of others, which are left out afterwards. */
function restrict({ sites }: Wanted): string {
  return sites.length === 0 ? "" : ` (${sites.map((site) => `site:${site}`).join(" OR ")})`;
}
