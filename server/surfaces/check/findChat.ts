import type { PageFacts } from "./readPage.ts";

/** How a page shows the chat. */
export interface FoundChat {
  form: "tag" | "element" | "module" | "iframe" | "link";
  /** Null where the page's scripts hold it in a way that can't be read. */
  token: string | null;
  /** The nonce of the script that brings it. */
  nonce: string | undefined;
  /** Whether an iframe tells the server which site is around it. */
  tellsOrigin: boolean;
}

/** Finds our chat among what a page loads; null where nothing of it points to this server. */
export function findChat(
  facts: PageFacts,
  { host, page, slug }: { host: string; page: URL; slug: string },
): FoundChat | null {
  const resolve = (address: string) => (URL.canParse(address, page) ? new URL(address, page) : null);
  const script = facts.scripts.find(({ src }) => isOurs(resolve(src), host, /^\/widget\.m?js$/));
  const url = script && resolve(script.src);
  const nonce = script?.nonce;
  const token = url?.searchParams.get("token") ?? url?.searchParams.get("tkn") ?? null;
  if (url && token !== null) return { form: "tag", token, nonce, tellsOrigin: true };
  const [element] = facts.elements;
  if (element !== undefined) return { form: "element", token: element, nonce, tellsOrigin: true };
  const inline = facts.inline.find((text) => text.includes(`${host}/widget.mjs`));
  if (inline !== undefined)
    return { form: "module", token: readToken(inline), nonce: undefined, tellsOrigin: true };
  for (const { src, referrerPolicy } of facts.frames) {
    const frame = resolve(src);
    if (!frame || !isOurs(frame, host, /^\/embed\//)) continue;
    const framed = decodeURIComponent(frame.pathname.slice(frame.pathname.lastIndexOf("/") + 1));
    return { form: "iframe", token: framed, nonce: undefined, tellsOrigin: tells(referrerPolicy) };
  }
  const hasLink = slug !== "" && facts.links.some((href) => resolve(href)?.href === `${host}/p/${slug}`);
  return hasLink ? { form: "link", token: null, nonce: undefined, tellsOrigin: true } : null;
}

function isOurs(url: URL | null, host: string, path: RegExp): boolean {
  return (
    url !== null &&
    url.href.startsWith(`${host}/`) &&
    path.test(url.href.slice(host.length).split(/[?#]/)[0] ?? "")
  );
}

function readToken(script: string): string | null {
  return /token\s*:\s*["'`]([^"'`]{8,80})["'`]/.exec(script)?.[1] ?? null;
}

/** With these the browser hides the site's name, and the server can't tell whether the site is allowed. */
function tells(referrerPolicy: string): boolean {
  return !["no-referrer", "same-origin"].includes(referrerPolicy.toLowerCase());
}
