import { createHash } from "node:crypto";
import { avatarPath } from "../../shared/domain/call.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { PageRoute } from "../requests/page.ts";
import { escapeHtml } from "./writeDocument.ts";

const style =
  "html,body,iframe{display:block;width:100%;height:100%;margin:0;border:0}html{color-scheme:light dark}";

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "frame-src https://*.daily.co",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/**
 * The document around the avatar of a call, so that the chat's own may frame nothing but this server: what another frame
 * of the chat may go to, it could send data to. It has no `frame-ancestors`, as it would count the customer's page, too;
 * instead the browser says that a document of this server asks. An app of an MCP server is none: it has no origin.
 */
export const avatarPage: PageRoute = {
  path: avatarPath,
  handler({ request, facts: { headers } }) {
    if (headers.get("sec-fetch-site") !== "same-origin" || headers.get("sec-fetch-dest") !== "iframe")
      throw new AppError("forbidden", { message: "The avatar is shown only in a call." });
    const url = readAvatar(new URL(request.url).searchParams.get("url"));
    if (!url) throw new AppError("not_found");
    const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Avatar</title>
<style>${style}</style>
</head>
<body><iframe src="${escapeHtml(url)}" title="Avatar" allow="autoplay" referrerpolicy="no-referrer"></iframe></body>
</html>
`;
    return new Response(html, {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": policy,
        "Referrer-Policy": "no-referrer",
        "X-Robots-Tag": "noindex",
      },
    });
  },
};

/** The address of an avatar's room; null for every other one. */
function readAvatar(given: string | null): string | null {
  const url = URL.parse(given ?? "");
  return url?.protocol === "https:" && url.hostname.endsWith(".daily.co") ? url.href : null;
}
