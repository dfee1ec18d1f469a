import { startWebServer } from "../network/webServer.ts";
import type { WebServer } from "../network/webServer.ts";

/**
 * A SearXNG that finds seven pages about whatever it is asked, and gives JSON only where that is asked for. The first page's
 * address is too long; the others' are escaped, or not.
 */
export function startSearchServer(): Promise<WebServer> {
  return startWebServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://search.test");
    if (pathname !== "/search" || searchParams.get("format") !== "json") return response.writeHead(403).end();
    const query = searchParams.get("q");
    const paths = ["a".repeat(2000), "1/K%C3%B6ln", "2/Köln", "3", "4", "5", "6"];
    const results = paths.map((path, at) => ({
      ...{
        url: `https://page.test/${path}`,
        title: `${query} ${at}${" ".repeat(300)}cut`,
        content: `About ${query}.`,
        engine: "bing",
      },
      ...{
        template: "default.html",
        engines: ["bing"],
        positions: [at],
        score: 1 / (at + 1),
        category: "general",
      },
    }));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ query, number_of_results: 0, results, answers: [], suggestions: [] }));
  });
}
