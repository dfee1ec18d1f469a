import { brandName } from "../../../shared/domain/product.ts";
import { escapeHtml } from "../../surfaces/writeDocument.ts";
import { faviconPath } from "../favicon.ts";

interface DocsPage {
  title: string;
  /** From the page to /api/. */
  up: string;
  /** The content, with its heading. */
  body: string;
  status?: number;
  /** What the search field says. */
  query?: string;
}

/** Answers with a page of the docs. Its first link skips the bar, which has the ways to the other pages and the search. */
export function answerDocs({ title, up, body, status = 200, query = "" }: DocsPage): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" type="image/svg+xml" href="${up}..${faviconPath}">
<title>${escapeHtml(title)} · ${brandName}</title>
<link rel="stylesheet" href="${up}docs.css">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${drawHead(up, query)}
<main id="main" tabindex="-1">${body}</main>
</body>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "Cache-Control": "no-cache",
    },
  });
}

/** The pages run nothing, and load only their style. The search is a plain form. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** The bar of all pages. Alt+S or the like focuses the search. */
function drawHead(up: string, query: string): string {
  return `<header class="bar"><a class="brand" href="${up}../">${brandName}</a>
<nav aria-label="Documentation"><a href="${up}docs/guides">Guides</a><a href="${up}docs">API reference</a></nav>
<form role="search" action="${up}docs/search"><input type="search" name="q" aria-label="Search the docs" placeholder="Search the docs" accesskey="s" maxlength="200" value="${escapeHtml(query)}"><button>Search</button></form></header>`;
}
