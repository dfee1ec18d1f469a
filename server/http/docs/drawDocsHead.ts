import { brandName } from "../../../shared/domain/product.ts";
import { escapeHtml } from "../../surfaces/writeDocument.ts";

/** The bar of all pages of the docs: ways to the others, and the search, which Alt+S or the like focuses. */
export function drawDocsHead(up: string, query = ""): string {
  return `<header class="bar"><a class="brand" href="${up}../">${brandName}</a>
<nav aria-label="Documentation"><a href="${up}docs/guides">Guides</a><a href="${up}docs">API reference</a></nav>
<form role="search" action="${up}docs/search"><input type="search" name="q" aria-label="Search the docs" placeholder="Search the docs" accesskey="s" maxlength="200" value="${escapeHtml(query)}"><button>Search</button></form></header>`;
}
