import { createHash } from "node:crypto";
import { flattenHtml } from "../parsing/text/flatHtml.ts";
import type { FetchedPage } from "./fetchPage.ts";
import type { FrontierEntry } from "./frontier.ts";

/** Remembers the sign-in pages of one crawl: many addresses lead to one, each with a note of where they came from. */
export type SignIns = {
  /** Gives the address at which this page was read already; remembers it where it is a new one. */
  find: (
    page: Pick<FetchedPage, "finalUrl" | "body" | "kind">,
    entry: Pick<FrontierEntry, "redirects">,
  ) => string | undefined;
};

export function createSignIns(): SignIns {
  const known = new Map<string, string>();
  return {
    find({ finalUrl, body, kind }, { redirects }) {
      if (kind !== "html") return undefined;
      const url = new URL(finalUrl);
      const html = body.subarray(0, mostBytes).toString("utf8");
      const isSignIn = signInPath.test(url.pathname) || passwordField.test(html);
      if (!isSignIn && redirects === 0) return undefined;
      const place = url.origin + url.pathname;
      const name = `${isSignIn ? "" : place} ${hashOf(html)}`;
      const before = known.get(name) ?? (isSignIn ? known.get(place) : undefined);
      if (before !== undefined) return before;
      if (known.size < mostKnown) {
        known.set(name, finalUrl);
        if (isSignIn && returns.test(url.search)) known.set(place, finalUrl);
      }
      return undefined;
    },
  };
}

const mostBytes = 200_000;
const mostKnown = 1000;
const passwordField = /<input[^>]{1,500}type\s*=\s*["']?password/i;
const signInPath =
  /(?:^|\/)(?:log-?[io]n|sign-?in|signon|anmelden|connexion|iniciar-sesion|acceso|users\/sign_in|sessions?\/new|wp-login\.php|auth(?:enticate|orize)?|sso)(?:\.\w{2,5})?\/?$/i;
/** Where to go back to afterwards. */
const returns =
  /[?&](?:next|return\w*|redirect\w*|continue|from|goto|back\w*|dest\w*|target|service|ref\w*|url|r)=/i;

/** What people read of a page: tokens of forms and programs differ each time. */
function hashOf(html: string): string {
  const text = flattenHtml(html).replace(/\s+/g, " ");
  return createHash("sha256").update(text).digest("base64");
}
