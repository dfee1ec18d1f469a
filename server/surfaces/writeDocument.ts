import type { FrameDocument } from "../../shared/contract/surfaces/surfaces.ts";

/** A script of the build and what it imports at once, from the build's manifest; null where it was not built. */
export type FindScript = () => { file: string; preload: string[] } | null;

export interface ChatDocument {
  script: NonNullable<ReturnType<FindScript>>;
  status: number;
  title: string;
  language: string;
  /** What belongs into the head beside that, already escaped: `meta` and `link` elements. */
  head: string[];
  frame: FrameDocument;
  /** Where the server's paths begin. */
  basePath: string;
  /** Which sites may show it: the value of `frame-ancestors`; null for every page, also one without an origin. */
  ancestors: string | null;
  /** Hosts whose images answers may show. */
  imageHosts: readonly string[];
  /** Where files are sent, if not to this server. */
  uploadOrigin: string | null;
  headers?: Record<string, string>;
}

/** Writes a document that holds the chat: its script, and as data what it shows and the ticket that opens a session. */
export function writeDocument(page: ChatDocument): Response {
  const { script, frame } = page;
  const preload = script.preload.map((file) => `<link rel="modulepreload" href="${escapeHtml(file)}">`);
  const html = `<!doctype html>
<html lang="${escapeHtml(page.language)}"${page.basePath && ` data-base-path="${page.basePath}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)}</title>
${[...page.head, ...preload].join("\n")}
<script type="application/json" id="frame-document">${escapeJson(JSON.stringify(frame))}</script>
<script type="module" src="${escapeHtml(script.file)}"></script>
</head>
<body></body>
</html>
`;
  return new Response(html, {
    status: page.status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": writePolicy(page),
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      ...page.headers,
    },
  });
}

function writePolicy({ ancestors, imageHosts, uploadOrigin }: ChatDocument): string {
  const images = imageHosts.map((host) => `https://${host}`);
  return [
    "default-src 'none'",
    "script-src 'self'",
    ["connect-src 'self'", ...(uploadOrigin === null ? [] : [uploadOrigin])].join(" "),
    ["img-src 'self' data: blob:", ...images].join(" "),
    "media-src 'self'",
    // Apps of MCP servers, which have no origin there either, and the document around an avatar. Wherever this lets a frame
    // go, an app could send data to.
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    ...(ancestors === null ? [] : [`frame-ancestors ${ancestors}`]),
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/** Text as it may be in HTML, between elements or in an attribute's quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** JSON that can't end its script element or begin a comment in it. */
export function escapeJson(json: string): string {
  return json
    .replace(/</g, "\\u003c")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}
