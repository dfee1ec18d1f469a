import { brandName } from "../../shared/domain/product.ts";
import type { PageRoute } from "../requests/page.ts";
import { guide } from "./guide.ts";
import type { Chapter } from "./guide.ts";

export const guidePath = "/guide";
const stylePath = "/guide.css";

/** The guide as one plain page of this server: it runs nothing, and loads its style alone. */
export const guidePages: PageRoute[] = [
  {
    path: guidePath,
    handler: () =>
      new Response(html, {
        headers: {
          "Content-Type": "text/html; charset=utf-8",
          "Content-Security-Policy":
            "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          "Cache-Control": "no-cache",
        },
      }),
  },
  {
    path: stylePath,
    handler: () =>
      new Response(style, {
        headers: { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "public, max-age=300" },
      }),
  },
];

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Guide · ${brandName}</title>
<link rel="stylesheet" href=".${stylePath}">
</head>
<body>
<header><p>${brandName}</p><h1>Guide</h1></header>
<nav aria-label="Chapters"><ol>${guide.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join("")}</ol></nav>
<main>
${guide.map(drawChapter).join("\n")}
</main>
<footer><a href="./">To the console</a> <a href="api/docs/guides">Guides for operators and developers</a> <a href="api/docs">API reference</a></footer>
</body>
</html>
`;

/** The texts are our own, plain words without a sign that HTML reads; a test holds them to that. */
function drawChapter({ id, title, summary, paragraphs, steps = [] }: Chapter): string {
  const list = steps.map((step) => `<li>${step}</li>`).join("");
  return `<section id="${id}"><h2>${title}</h2><p class="summary">${summary}</p>
${paragraphs.map((text) => `<p>${text}</p>`).join("\n")}
${list && `<ol>${list}</ol>`}</section>`;
}

const style = `
:root { color-scheme: light dark; --ink: #17212b; --soft: #52606d; --line: #dde3e8; --ground: #fff; --accent: #0e6a72;
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e7edf2; --soft: #a3b0bc; --line: #2b3640; --ground: #11181f; --accent: #6cc5cc; }
}
body { max-width: 42rem; margin: 0 auto; padding: 3rem 1.25rem 5rem; color: var(--ink); background: var(--ground); }
header p { margin: 0; color: var(--accent); font-weight: 600; }
h1 { margin: 0 0 1.5rem; font-size: 2.25rem; letter-spacing: -.02em; line-height: 1.2; }
h2 { margin: 0; font-size: 1.375rem; letter-spacing: -.01em; line-height: 1.3; }
a { color: var(--accent); text-underline-offset: .2em; }
nav ol { columns: 16rem 2; margin: 0; padding: 1rem 1rem 1rem 2.25rem; border: 1px solid var(--line); border-radius: .75rem; }
nav li { padding: .25rem 0; break-inside: avoid; }
section { margin-top: 3rem; padding-top: 3rem; border-top: 1px solid var(--line); scroll-margin-top: 0; }
section p { margin: .75rem 0 0; }
.summary { color: var(--soft); font-size: 1.0625rem; }
section ol { margin: 1rem 0 0; padding-left: 1.5rem; }
section li { padding: .2rem 0 .2rem .25rem; }
li::marker { color: var(--accent); font-weight: 600; }
footer { display: flex; gap: 1.5rem; margin-top: 4rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
:target h2 { text-decoration: underline .12em var(--accent); text-underline-offset: .25em; }
`;
