import type { PageRoute } from "../../requests/page.ts";
import { escapeHtml } from "../../surfaces/writeDocument.ts";
import { answerDocsPage, answerDocsStyle } from "../docsPage.ts";
import type { OpenApi } from "../openapi.ts";
import { answerDocs } from "./answerDocs.ts";
import { guides } from "./guides.ts";
import type { Guide } from "./guides.ts";
import { createDocsIndex } from "./searchDocs.ts";
import type { DocsIndex, Findable } from "./searchDocs.ts";

/**
 * The documentation of this installation: guides, their search, and the reference of the API. Its pages run no script, and
 * their links are relative, so that they work below any path.
 */
export function docsPages(describe: () => Promise<OpenApi>): PageRoute[] {
  let index: Promise<DocsIndex> | undefined;
  const open = () => (index ??= describe().then((api) => createDocsIndex(listFindable(api))));
  return [
    { path: "/api/docs", handler: async () => answerDocsPage(await describe()) },
    { path: "/api/docs.css", handler: answerDocsStyle },
    { path: "/api/docs/guides", handler: () => answerDocs({ title: "Guides", up: "../", body: drawList() }) },
    {
      path: "/api/docs/guides/{guideId}",
      handler({ params }) {
        const guide = guides.find(({ id }) => id === params["guideId"]);
        if (guide) return answerDocs({ title: guide.title, up: "../../", body: drawGuide(guide) });
        const body = `<h1>No such guide</h1><p><a href="../guides">All guides</a></p>`;
        return answerDocs({ title: "No such guide", up: "../../", body, status: 404 });
      },
    },
    {
      path: "/api/docs/search",
      async handler({ request }) {
        const query = (new URL(request.url).searchParams.get("q") ?? "").slice(0, 200);
        const found = (await open()).search(query);
        return answerDocs({ title: "Search", up: "../", body: drawFound(query, found), query });
      },
    },
  ];
}

function listFindable(api: OpenApi): Findable[] {
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, tags }]) => ({
      title: summary,
      href: `docs#${tags[0] ?? ""}`,
      summary: `${method.toUpperCase()} ${path}`,
    })),
  );
  const pages = guides.map(({ id, title, summary, steps }) => ({
    title,
    href: `docs/guides/${id}`,
    summary,
    text: steps.flatMap(({ text, code = "" }) => [text, code]).join(" "),
  }));
  return [...pages, ...calls];
}

function drawList(): string {
  const items = guides.map(
    ({ id, title, summary }) =>
      `<li><a href="guides/${id}"><b>${escapeHtml(title)}</b><span>${escapeHtml(summary)}</span></a></li>`,
  );
  return `<h1>Guides</h1><ul class="cards">${items.join("\n")}</ul>`;
}

function drawGuide({ id, title, summary, steps }: Guide): string {
  const items = steps.map(
    ({ text, code }) =>
      `<li><p>${escapeHtml(text)}</p>${code === undefined ? "" : `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>`}</li>`,
  );
  const next = guides[guides.findIndex((one) => one.id === id) + 1];
  const onward = next ? `<a href="${next.id}">Next: ${escapeHtml(next.title)}</a>` : "";
  return `<h1>${escapeHtml(title)}</h1><p class="summary">${escapeHtml(summary)}</p><ol class="steps">${items.join("\n")}</ol>
<p class="onward"><a href="../guides">All guides</a> ${onward}</p>`;
}

function drawFound(query: string, found: readonly Findable[]): string {
  const items = found.map(
    ({ title, href, summary }) =>
      `<li><a href="../${href}"><b>${escapeHtml(title)}</b><span>${escapeHtml(summary)}</span></a></li>`,
  );
  if (query.trim() === "") return `<h1>Search</h1><p>Type a word, such as backup.</p>`;
  if (items.length === 0)
    return `<h1>Search</h1><p role="status">Nothing found for “${escapeHtml(query)}”. Try fewer or other words, or read the <a href="guides">guides</a>.</p>`;
  return `<h1>Search</h1><p role="status">${items.length === 1 ? "1 page" : `${items.length} pages`} for “${escapeHtml(query)}”</p><ul class="cards">${items.join("\n")}</ul>`;
}
