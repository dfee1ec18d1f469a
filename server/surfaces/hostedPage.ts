import { AppError } from "../../shared/errors/errors.ts";
import { findAnsweringAgent } from "../agents/find.ts";
import type { AnsweringAgent } from "../agents/find.ts";
import type { Store } from "../database/store.ts";
import type { RequestFacts } from "../requests/handle.ts";
import type { PageRoute, PageVisit } from "../requests/page.ts";
import { readImageType } from "../storage/imageType.ts";
import type { Storage } from "../storage/storage.ts";
import { findSurface } from "./find.ts";
import type { HasPlan } from "./find.ts";
import { requireScript, unavailableDocument } from "./framePage.ts";
import { findHostedPageBySlug, readHostedSettings } from "./hostedWeb.ts";
import { drawIcon } from "./icon.ts";
import { presentPublic } from "./present.ts";
import type { Takes } from "./present.ts";
import type { HostedPageRow, SurfaceRow } from "./tables.ts";
import type { Tickets } from "./tickets.ts";
import { escapeHtml, writeDocument, type FindScript } from "./writeDocument.ts";

export interface HostedPageDeps {
  store: Store;
  tickets: Tickets;
  findScript: FindScript;
  openFile: Storage["openFile"];
  /** Where visitors send files themselves, if not to this server. */
  uploadOrigin: string | null;
  takes: Takes;
  hasPlan: HasPlan;
  now: () => number;
}

interface Found {
  page: HostedPageRow;
  agent: AnsweringAgent;
  /** The chat widget, whose look and words the page has. */
  widget: SurfaceRow;
}

const path = "/p/{slug}";

/** The pages of an agent's own: the chat as a whole document, and what browsers and social networks ask about it. */
export function hostedPages(deps: HostedPageDeps): PageRoute[] {
  const { store, tickets, findScript, openFile, uploadOrigin, takes, hasPlan, now } = deps;

  /** A page that is off answers as one that never was. */
  async function find({ slug = "" }: Record<string, string>): Promise<Found> {
    const page = await findHostedPageBySlug(store.db, slug);
    if (!page || page.enabled !== 1) throw new AppError("not_found");
    const agent = await findAnsweringAgent(store.db, page, { preview: false });
    if (!agent) throw new AppError("not_found");
    return { page, agent, widget: await findSurface(store.db, { ...page, type: "widget" }) };
  }

  async function answerPage({ params, facts }: PageVisit): Promise<Response> {
    const script = requireScript(findScript);
    const { basePath } = facts;
    const found = await find(params).catch(toNothing);
    if (!found) {
      return writeDocument({
        ...{
          ...{ script, basePath },
          status: 404,
          title: "Chat",
          language: "en",
          ancestors: "'none'",
          imageHosts: [],
          uploadOrigin,
        },
        head: [`<meta name="robots" content="noindex">`],
        frame: unavailableDocument({ token: "", origin: null, reason: "bad_token" }),
      });
    }
    const { page, agent, widget } = found;
    const settings = readHostedSettings(page);
    const { organizationId, agentId } = page;
    const { token } = widget;
    const sealed = { organizationId, agentId, surfaceType: "hosted-web", origin: null, preview: false };
    const { ticket, expiresAt } = tickets.make(sealed);
    const configuration = await presentPublic(agent, {
      row: widget,
      takes,
      surfaceType: "hosted-web",
      now: now(),
    });
    const { title, description, isIndexed, imageFileId } = settings;
    const { url, base } = await placeOf(page, facts);
    const isPaid = await hasPlan(organizationId, agentId);
    const isLive = agent.status === "live" && isPaid;
    const reason = isPaid ? "disabled" : "plan_limit";
    const gone = unavailableDocument({ token, origin: null, reason });
    return writeDocument({
      ...{ script, basePath },
      status: isLive ? 200 : 403,
      title,
      language: configuration.language,
      ancestors: "'none'",
      imageHosts: configuration.settings.imageHosts,
      uploadOrigin,
      head: describePage({
        title,
        description,
        ...{ url, base, isIndexed },
        hasImage: imageFileId !== null,
        color: configuration.settings.primary,
      }),
      headers: isIndexed ? {} : { "X-Robots-Tag": "noindex" },
      frame: isLive
        ? {
            ...{ token, origin: null, ticket, ticketExpiresAt: expiresAt, configuration },
            ...{ unavailable: null, isDevelopment: false, hosted: { title, description } },
          }
        : gone,
    });
  }

  async function answerManifest({ params, facts }: PageVisit): Promise<Response> {
    const { page, agent, widget } = await find(params);
    const { title, description, iconFileId } = readHostedSettings(page);
    const { settings } = await presentPublic(agent, {
      row: widget,
      takes,
      surfaceType: "hosted-web",
      now: now(),
    });
    const { primary } = settings;
    const { base } = await placeOf(page, facts);
    const start = base || "/";
    const type = iconFileId ? await typeOf(page.organizationId, iconFileId) : "image/svg+xml";
    const manifest = {
      ...{ id: start, start_url: start, scope: start, display: "standalone" },
      ...{ name: title, short_name: title.slice(0, 24), description },
      ...{ theme_color: primary, background_color: "#ffffff" },
      icons: [
        { src: `${base}/icon`, type: type ?? "image/svg+xml; charset=utf-8", sizes: "any", purpose: "any" },
      ],
    };
    return new Response(JSON.stringify(manifest), {
      headers: { "Content-Type": "application/manifest+json", "Cache-Control": "no-cache" },
    });
  }

  async function answerIcon({ params }: PageVisit): Promise<Response> {
    const { page, agent, widget } = await find(params);
    const { iconFileId } = readHostedSettings(page);
    if (iconFileId) return sendImage(page.organizationId, iconFileId);
    const { settings } = await presentPublic(agent, {
      row: widget,
      takes,
      surfaceType: "hosted-web",
      now: now(),
    });
    return new Response(drawIcon(settings.primary), {
      headers: { ...imageHeaders, "Content-Type": "image/svg+xml; charset=utf-8" },
    });
  }

  async function answerImage({ params }: PageVisit): Promise<Response> {
    const { page } = await find(params);
    const { imageFileId } = readHostedSettings(page);
    if (!imageFileId) throw new AppError("not_found");
    return sendImage(page.organizationId, imageFileId);
  }

  async function typeOf(organizationId: string, fileId: string): Promise<string | null> {
    return readImageType(await openFile(organizationId, fileId));
  }

  async function sendImage(organizationId: string, fileId: string): Promise<Response> {
    const file = await openFile(organizationId, fileId);
    const type = await readImageType(file);
    if (!type) throw new AppError("not_found");
    return new Response(await file.read(), { headers: { ...imageHeaders, "Content-Type": type } });
  }

  return [
    { path, handler: answerPage },
    { path: `${path}/manifest.webmanifest`, handler: answerManifest },
    { path: `${path}/icon`, handler: answerIcon },
    { path: `${path}/image`, handler: answerImage },
  ];
}

/** What is not there is a page as well: a person followed a link to it. */
function toNothing(error: unknown): null {
  if (error instanceof AppError && error.code === "not_found") return null;
  throw error;
}

/** Social networks and other sites show these; they are images and can do nothing else. */
const imageHeaders = {
  "Cache-Control": "public, max-age=3600",
  "Content-Security-Policy": "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/**
 * Where a page is for the world, and below which path its parts are asked here: on a domain of the team's own it is the
 * whole site, and that domain is its address wherever else it answers.
 */
async function placeOf(
  { slug, domain, domainValidatedAt }: HostedPageRow,
  { reachedOrigin, basePath, lookOrigin }: Pick<RequestFacts, "reachedOrigin" | "basePath" | "lookOrigin">,
): Promise<{ url: string; base: string }> {
  const page = `/p/${slug}`;
  const base = basePath + page;
  if (domain === null || domainValidatedAt === null)
    return { url: ((await lookOrigin()) ?? basePath) + page, base };
  const { hostname, protocol } = new URL(reachedOrigin);
  return { url: `${protocol}//${domain}`, base: hostname === domain ? "" : base };
}

interface Described {
  title: string;
  description: string;
  /** Where the page is, without a final slash. */
  url: string;
  /** Below which path its icon and manifest are asked. */
  base: string;
  isIndexed: boolean;
  hasImage: boolean;
  color: string;
}

/** What the head of a page of its own says to browsers, search engines and link previews. */
export function describePage({
  title,
  description,
  url,
  base,
  isIndexed,
  hasImage,
  color,
}: Described): string[] {
  const image = `${url}/image`;
  const meta = (kind: "name" | "property", name: string, content: string) =>
    `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;
  return [
    meta("name", "robots", isIndexed ? "index" : "noindex"),
    ...(description ? [meta("name", "description", description)] : []),
    meta("name", "theme-color", color),
    meta("property", "og:type", "website"),
    meta("property", "og:title", title),
    meta("property", "og:url", url),
    ...(description ? [meta("property", "og:description", description)] : []),
    ...(hasImage ? [meta("property", "og:image", image)] : []),
    meta("name", "twitter:card", hasImage ? "summary_large_image" : "summary"),
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    `<link rel="icon" href="${escapeHtml(base)}/icon">`,
    `<link rel="manifest" href="${escapeHtml(base)}/manifest.webmanifest">`,
  ];
}
