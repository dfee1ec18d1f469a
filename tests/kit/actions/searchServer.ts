import { startWebServer } from "../network/webServer.ts";
import type { WebServer } from "../network/webServer.ts";

/** A SearXNG that finds seven pages about whatever it is asked, and gives JSON only where that is asked for. */
export function startSearchServer(): Promise<WebServer> {
  return startWebServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://search.test");
    if (pathname !== "/search" || searchParams.get("format") !== "json") return response.writeHead(403).end();
    const query = searchParams.get("q");
    const results = [1, 2, 3, 4, 5, 6, 7].map((at) => ({
      ...{
        url: `https://page.test/${at}`,
        title: `${query} ${at}`,
        content: `About ${query}.`,
        engine: "bing",
      },
      ...{ template: "default.html", engines: ["bing"], positions: [at], score: 1 / at, category: "general" },
    }));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ query, number_of_results: 0, results, answers: [], suggestions: [] }));
  });
}
