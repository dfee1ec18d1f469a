import type { FrameDocument } from "../../shared/contract/surfaces.ts";
import { AppError, type ErrorCode } from "../../shared/errors/errors.ts";
import type { Store } from "../database/store.ts";
import type { PageRoute, PageVisit } from "../door/page.ts";
import { checkOpen, findByToken } from "./find.ts";
import { frameAncestors, originOf } from "./origins.ts";
import { presentPublic, readDomains } from "./present.ts";
import type { LastSeen } from "./lastSeen.ts";
import type { Tickets } from "./tickets.ts";

export interface FramePageDeps {
  store: Store;
  tickets: Tickets;
  lastSeen: LastSeen;
  findFrameScript: FindFrameScript;
}

/** The frame's script and what it imports at once, from the build's manifest; null where it was not built. */
export type FindFrameScript = () => { file: string; preload: string[] } | null;

/**
 * The document of `/embed/TOKEN`: the widget's script, and as data what it shows and the ticket that opens a session. The
 * site around it is the request's Referer, which the snippet's `referrerpolicy="origin"` provides and a page can't forge.
 */
export function framePage({ store, tickets, lastSeen, findFrameScript }: FramePageDeps): PageRoute {
  async function answer({ params, facts }: PageVisit): Promise<Response> {
    const { token = "" } = params;
    const around = originOf(facts.headers.get("referer"));
    const origin = around === facts.origin ? null : around;
    const script = findFrameScript();
    if (!script)
      throw new AppError("unavailable", { message: "The widget was not built: run npm run build." });
    const found = await findByToken(store.db, token).catch(toNothing);
    if (!found)
      return write({
        script,
        ancestors: "*",
        status: 404,
        title: "Chat",
        frame: unavailable(token, origin, "bad_token"),
      });
    const { row, agent } = found;
    const base = {
      script,
      ancestors: frameAncestors(readDomains(row)),
      title: agent.configuration.name,
    };
    try {
      checkOpen({ row, agent, origin });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return write({
        ...base,
        status: error.status,
        frame: unavailable(token, origin, reasons[error.code] ?? "server"),
      });
    }
    if (around !== null && origin !== null) await lastSeen.note(row, around);
    const { organizationId, agentId, type: surfaceType } = row;
    const { ticket, expiresAt } = tickets.make({
      organizationId,
      agentId,
      surfaceType,
      origin,
      preview: false,
    });
    const configuration = presentPublic(agent, row);
    const frame = {
      token,
      origin,
      ticket,
      ticketExpiresAt: expiresAt,
      configuration,
      unavailable: null,
      isDevelopment: false,
      hosted: null,
    };
    return write({ ...base, status: 200, frame });
  }
  return { path: "/embed/{token}", handler: answer };
}

const reasons: Partial<Record<ErrorCode, FrameDocument["unavailable"]>> = {
  bad_token: "bad_token",
  surface_disabled: "disabled",
  origin_not_allowed: "origin_not_allowed",
};

function unavailable(
  token: string,
  origin: string | null,
  reason: FrameDocument["unavailable"],
): FrameDocument {
  return {
    token,
    origin,
    ticket: "",
    ticketExpiresAt: 0,
    configuration: null,
    unavailable: reason,
    isDevelopment: false,
    hosted: null,
  };
}

function toNothing(error: unknown): null {
  if (error instanceof AppError && error.code === "bad_token") return null;
  throw error;
}

interface Page {
  script: NonNullable<ReturnType<FindFrameScript>>;
  ancestors: string;
  status: number;
  title: string;
  frame: FrameDocument;
}

function write({ script, ancestors, status, title, frame }: Page): Response {
  const preload = script.preload
    .map((file) => `<link rel="modulepreload" href="${escapeHtml(file)}">\n`)
    .join("");
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<script type="application/json" id="frame-document">${escapeJson(JSON.stringify(frame))}</script>
${preload}<script type="module" src="${escapeHtml(script.file)}"></script>
</head>
<body></body>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": [
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'none'",
        `frame-ancestors ${ancestors}`,
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join("; "),
      // Pages with COEP require-corp may show the frame.
      "Cross-Origin-Resource-Policy": "cross-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": "noindex",
    },
  });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** JSON that can't end its script element or begin a comment in it. */
function escapeJson(json: string): string {
  return json
    .replace(/</g, "\\u003c")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}
