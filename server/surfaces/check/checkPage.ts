import type { DoctorCheck, DoctorReport } from "../../../shared/domain/doctor.ts";
import { policyLine, scriptSnippet } from "../../../shared/frame/snippet.ts";
import { isOriginAllowed } from "../origins.ts";
import { findChat, type FoundChat } from "./findChat.ts";
import { allows, readPolicies, type Loaded, type Policy } from "./policy.ts";
import type { PageFacts } from "./readPage.ts";

/** What the agent's surface is now. */
export interface CheckedSurface {
  token: string;
  /** Our own origin. */
  host: string;
  allowedDomains: string[];
  isEnabled: boolean;
  isLive: boolean;
  /** The organization's plan has not ended. */
  hasPlan: boolean;
  /** Of the hosted page; empty where it is off. */
  slug: string;
}

export interface FetchedPage {
  /** Where the redirects ended. */
  url: string;
  status: number;
  /** The Content-Security-Policy headers' text. */
  policy: string;
  facts: PageFacts;
}

/** Says of a page whether tag, token, origin and policy are right, each with what puts it right. Pure. */
export function checkPage(page: FetchedPage, surface: CheckedSurface): DoctorReport {
  const url = new URL(page.url);
  const { host } = surface;
  const chat = findChat(page.facts, { host, page: url, slug: surface.slug });
  const checks = [checkTag(page, chat, surface)];
  if (chat) checks.push(checkToken(chat, surface));
  checks.push(checkAgent(surface));
  if (chat?.form !== "link") checks.push(checkOrigin(url, surface), checkPolicy(page, chat, surface));
  if (chat?.form === "iframe") checks.push(checkFrame(chat));
  checks.push(checkContext(url, host));
  return { url: page.url, checks };
}

const forms: Record<FoundChat["form"], string> = {
  tag: "The script tag is there.",
  element: "The <pilothouse-chat> element is there.",
  module: "The page's script imports the widget's module.",
  iframe: "The iframe is there.",
  link: "A link to the agent's own page is there.",
};

function checkTag({ status }: FetchedPage, chat: FoundChat | null, surface: CheckedSurface): DoctorCheck {
  if (chat) return ok("tag", forms[chat.form]);
  const lines = [scriptSnippet(surface)];
  if (status >= 400)
    return error("tag", `The page answered with status ${status}, so it can't be checked.`, []);
  return {
    name: "tag",
    state: "error",
    message:
      "Nothing in the page's HTML loads this agent. Paste the tag before </body>. Where a tag manager or a script of the page adds it, run Pilothouse.doctor() in the browser's console instead.",
    lines,
  };
}

function checkToken({ token }: FoundChat, surface: CheckedSurface): DoctorCheck {
  if (token === surface.token) return ok("token", "The token is this agent's.");
  if (token === null) return ok("token", "The token is not in the HTML, so it can't be checked.");
  return error("token", "The page carries another token than this agent's. Replace it.", [surface.token]);
}

function checkAgent({ isEnabled, isLive, hasPlan }: CheckedSurface): DoctorCheck {
  if (!hasPlan) return error("agent", "Your plan has ended, so visitors don't see the agent.", []);
  if (!isLive) return error("agent", "The agent is paused. Set it live in its Overview.", []);
  if (!isEnabled) return error("agent", "The chat widget is switched off. Switch it on in Deploy.", []);
  return ok("agent", "The agent is live and the widget is on.");
}

function checkOrigin({ origin, host }: URL, { allowedDomains }: CheckedSurface): DoctorCheck {
  if (allowedDomains.length === 0) {
    const message = "Any site may show this agent, so this one may too. List your domains to change that.";
    return { name: "origin", state: "warning", message, lines: [host] };
  }
  if (isOriginAllowed(origin, allowedDomains)) return ok("origin", "This site is among the allowed domains.");
  return error("origin", "This site is not among the allowed domains. Add it in Deploy.", [host]);
}

/** What has to be let in, under the names of the directives to add it to. */
const needs: [Loaded, string, string][] = [
  ["script", "script-src", "/widget.js"],
  ["frame", "frame-src", "/embed/token"],
  ["connect", "connect-src", "/api/public/v1/copilots"],
];

function checkPolicy(page: FetchedPage, chat: FoundChat | null, { host }: CheckedSurface): DoctorCheck {
  const policies = [page.policy, ...page.facts.policies].flatMap(readPolicies);
  if (policies.length === 0) return ok("policy", "The page has no Content-Security-Policy.");
  const isFrameOnly = chat?.form === "iframe";
  const missing = needs
    .filter(([loaded]) => !isFrameOnly || loaded === "frame")
    .filter(([loaded, , path]) => !isLetIn(policies, loaded, { page, chat, url: new URL(host + path) }))
    .map(([, directive]) => policyLine(directive, host));
  if (missing.length === 0) return ok("policy", "The page's Content-Security-Policy allows the chat.");
  return error("policy", "The page's Content-Security-Policy keeps the chat out. Add this to it:", missing);
}

function isLetIn(
  policies: Policy[],
  loaded: Loaded,
  { page, chat, url }: { page: FetchedPage; chat: FoundChat | null; url: URL },
): boolean {
  const wanted = { url, page: new URL(page.url), nonce: chat?.nonce };
  return policies.every((policy) => allows(policy, loaded, wanted));
}

function checkFrame({ tellsOrigin }: FoundChat): DoctorCheck {
  if (tellsOrigin) return ok("frame", "The iframe sends the page's origin.");
  return error("frame", "The iframe hides the page's origin. Add this attribute:", [
    'referrerpolicy="origin"',
  ]);
}

function checkContext({ protocol, hostname }: URL, host: string): DoctorCheck {
  const isSecure = protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost");
  if (isSecure && host.startsWith("http:") && protocol === "https:") {
    return error("context", "The page is on https and this server is not: browsers refuse to load it.", []);
  }
  if (isSecure) return ok("context", "The page is safe (https), so that everything of the chat works.");
  const message = "The page is on plain http: the chat works, the microphone and copying don't.";
  return { name: "context", state: "warning", message, lines: [] };
}

function ok(name: DoctorCheck["name"], message: string): DoctorCheck {
  return { name, state: "ok", message, lines: [] };
}

function error(name: DoctorCheck["name"], message: string, lines: string[]): DoctorCheck {
  return { name, state: "error", message, lines };
}
