import type { FrameDocument } from "../../shared/contract/surfaces/surfaces.ts";
import { AppError, type ErrorCode } from "../../shared/errors/errors.ts";
import { draftToken } from "../../shared/frame/draftFrame.ts";
import type { Store } from "../database/store.ts";
import { compress } from "../requests/compress.ts";
import type { PageRoute, PageVisit } from "../requests/page.ts";
import { checkOpen, checkPlan, findByToken } from "./find.ts";
import type { HasPlan } from "./find.ts";
import {
  frameAncestors,
  isDevelopment,
  isFramedByNobody,
  isNullOriginAllowed,
  nullOrigin,
  originOf,
} from "./origins.ts";
import { presentPublic, readDomains } from "./present.ts";
import type { Takes } from "./present.ts";
import type { LastSeen } from "./lastSeen.ts";
import type { Tickets } from "./tickets.ts";
import { writeDocument, type ChatDocument, type FindScript } from "./writeDocument.ts";

export interface FramePageDeps {
  store: Store;
  tickets: Tickets;
  lastSeen: LastSeen;
  findScript: FindScript;
  /** Where visitors send files themselves, if not to this server. */
  uploadOrigin: string | null;
  takes: Takes;
  hasPlan: HasPlan;
  now: () => number;
}

/**
 * The document of `/embed/TOKEN`. The site around it is the request's Referer, which the snippet's
 * `referrerpolicy="origin"` provides and a page can't forge; a page without an origin is `null`, where such pages may show it.
 */
export function framePage({ store, tickets, lastSeen, findScript, ...deps }: FramePageDeps): PageRoute {
  const { uploadOrigin, takes, hasPlan, now } = deps;

  async function answer({ params, facts }: PageVisit): Promise<Response> {
    const { token = "" } = params;
    const around = originOf(facts.headers.get("referer"));
    const named = around === facts.reachedOrigin ? null : around;
    const script = requireScript(findScript);
    const { basePath } = facts;
    if (token === draftToken) return write({ script, basePath, ...draftPage });
    const found = await findByToken(store.db, token).catch(toNothing);
    if (!found) {
      return write({
        ...{ script, basePath },
        ancestors: null,
        status: 404,
        title: "Chat",
        frame: unavailableDocument({ token, origin: named, reason: "bad_token" }),
      });
    }
    const { row, agent } = found;
    const domains = readDomains(row);
    // A site that is listed says its name, and needs no more than the list.
    const ancestors = frameAncestors(domains, around === null && row.allowsNullOrigin === 1);
    const isNobody =
      isFramedByNobody(facts.headers) && isNullOriginAllowed(domains, row.allowsNullOrigin === 1);
    const origin = isNobody ? nullOrigin : named;
    const base = { script, basePath, ancestors, title: agent.configuration.name };
    try {
      checkOpen({ row, agent, origin });
      await checkPlan(hasPlan, row);
    } catch (error) {
      const reason = reasonOf(error);
      return write({
        ...base,
        status: errorStatus(error),
        frame: unavailableDocument({ token, origin, reason }),
      });
    }
    if (around !== null && origin !== null) await lastSeen.note(row, around);
    const { organizationId, agentId, type: surfaceType } = row;
    const sealed = { organizationId, agentId, surfaceType, origin, preview: false };
    const { ticket, expiresAt } = tickets.make(sealed);
    const configuration = await presentPublic(agent, { row, takes, surfaceType: "widget", now: now() });
    return write({
      ...base,
      status: 200,
      language: configuration.language,
      imageHosts: configuration.settings.imageHosts,
      uploadOrigin,
      frame: {
        ...{ token, origin, ticket, ticketExpiresAt: expiresAt, configuration },
        ...{ unavailable: null, hosted: null },
        isDevelopment: origin !== null && isDevelopment(origin, domains),
      },
    });
  }
  return {
    path: "/embed/{token}",
    // What it holds was made for this answer, and nobody's cookies had a part in it.
    handler: async (visit) => compress(await answer(visit), visit.facts.headers.get("accept-encoding")),
  };
}

/** What the console alone may frame, and fills itself: it holds nothing of anybody. */
const draftPage: Omit<FramePage, "script" | "basePath"> = {
  ancestors: "'self'",
  status: 200,
  title: "Chat",
  frame: unavailableDocument({ token: draftToken, origin: null, reason: "bad_token" }),
};

type FramePage = Pick<ChatDocument, "script" | "basePath" | "ancestors" | "status" | "title" | "frame"> &
  Partial<Pick<ChatDocument, "language" | "imageHosts" | "uploadOrigin">>;

function write(page: FramePage): Response {
  return writeDocument({
    language: "en",
    imageHosts: [],
    uploadOrigin: null,
    ...page,
    head: [`<meta name="robots" content="noindex">`],
    headers: {
      // Pages with COEP require-corp may show the frame. Images of other hosts seldom allow it by themselves; without
      // cookies they are shown where the browser knows that way.
      "Cross-Origin-Resource-Policy": "cross-origin",
      "Cross-Origin-Embedder-Policy": embedderPolicyOf(page),
      "X-Robots-Tag": "noindex",
    },
  });
}

function embedderPolicyOf({ frame, imageHosts }: FramePage): string {
  // The avatar's page allows nobody to embed it like that.
  if (frame.configuration?.hasAvatar) return "unsafe-none";
  return imageHosts?.length ? "credentialless" : "require-corp";
}

/** The script that draws the chat; 503 where it was not built. */
export function requireScript(findScript: FindScript): NonNullable<ReturnType<FindScript>> {
  const script = findScript();
  if (!script) throw new AppError("unavailable", { message: "The widget was not built: run npm run build." });
  return script;
}

const reasons: Partial<Record<ErrorCode, FrameDocument["unavailable"]>> = {
  bad_token: "bad_token",
  surface_disabled: "disabled",
  origin_not_allowed: "origin_not_allowed",
  plan_limit: "plan_limit",
};

/** Why there is no chat here, in the public API's words; what is no refusal continues. */
function reasonOf(error: unknown): FrameDocument["unavailable"] {
  if (!(error instanceof AppError)) throw error;
  return reasons[error.code] ?? "server";
}

function errorStatus(error: unknown): number {
  return error instanceof AppError ? error.status : 500;
}

/** A document that says why there is no chat. */
export function unavailableDocument({
  token,
  origin,
  reason,
}: {
  token: string;
  origin: string | null;
  reason: FrameDocument["unavailable"];
}): FrameDocument {
  return {
    ...{ token, origin, ticket: "", ticketExpiresAt: 0, configuration: null },
    ...{ unavailable: reason, isDevelopment: false, hosted: null },
  };
}

function toNothing(error: unknown): null {
  if (error instanceof AppError && error.code === "bad_token") return null;
  throw error;
}
