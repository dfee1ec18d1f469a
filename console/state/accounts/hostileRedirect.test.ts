import { beforeEach, describe, expect, it } from "vitest";
import { storeRedirectsOf, takeRedirect } from "./redirect.ts";

// D1: every way of writing another host that a browser, a proxy or a careless check could follow.
const hosts = ["evil.example", "evil.example:443", "127.0.0.1", "[::1]", "localhost.evil.example"];
const starts = [
  ...[
    "//",
    "///",
    "////",
    "/\\",
    "\\\\",
    "\\/",
    "/\\/",
    "\\/\\/",
    "/\t/",
    "/\n/",
    "/\r/",
    "/\u0000/",
    "\t//",
  ],
  ...[" //", "\u00a0//", "\u2028//", "\ufeff//", "/ /", "/.//", "/..//", "/%2e//", "/%2E%2e//", "/a/..//"],
  ...["/;/..//", "/./\\", "https://", "https:/", "https:", "http://", "//user@", "https://here@", "ftp://"],
  ...[
    "HTTPS://",
    "hTTps:\\\\",
    "ht\ttps://",
    "\u0001https://",
    "//here.example@",
    "//here.example%40",
    "ws://",
  ],
];
const scripts = [
  ...["javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", " javascript:alert(1)"],
  ...[
    "javascript://here.example/%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
  ],
  ...["blob:https://here.example/1", "about:blank", "file:///etc/passwd", "view-source:https://evil.example"],
  ...["filesystem:https://here.example/x", "intent://evil#Intent;end", "mailto:a@evil.example", "tel:1"],
];
const loops = [
  "/auth/login",
  "/auth/login?redirectUrl=//evil.example",
  "/auth",
  "/auth/",
  "/%61uth/../auth/login",
];
const shapes = ["", "evil.example", "evil.example/x", "?x", "#x", ".", "..", "null", "undefined", "*", "\\"];

/** How a link may carry it: as it is, or coded once or twice more than it should be. */
const codings: [string, (text: string) => string][] = [
  ["plain", (text) => text],
  ["coded once more", encodeURIComponent],
  ["with coded slashes", (text) => text.replace(/[/\\]/g, (one) => (one === "/" ? "%2f" : "%5c"))],
];
const everything = [
  ...hosts.flatMap((host) => starts.map((start) => start + host)),
  ...scripts,
  ...loops,
  ...shapes,
];
const spellings = everything.flatMap((text) => codings.map(([how, code]) => ({ how, value: code(text) })));

beforeEach(() => sessionStorage.clear());

describe("D1: a redirect address that lies elsewhere", () => {
  it("is tried in more than 240 spellings", () => {
    expect(new Set(everything).size).toBe(everything.length);
    expect(everything.length).toBeGreaterThan(180);
    expect(new Set(spellings.map(({ value }) => value)).size).toBeGreaterThan(240);
  });

  it.each(["redirectUrl", "redirectUrlBeforeOrg"] as const)("as %s is never followed out of here", (name) => {
    for (const { how, value } of spellings) {
      storeRedirectsOf(`?${name}=${encodeURIComponent(value)}`);
      const kept = takeRedirect(name);
      if (kept === null) continue;
      const target = new URL(kept, location.href);
      expect(target.origin, `${how} ${JSON.stringify(value)} became ${kept}`).toBe(location.origin);
      expect(kept.startsWith("/") && !/^\/[/\\]/.test(kept), `${how} ${JSON.stringify(value)}`).toBe(true);
      expect(target.pathname.startsWith("/auth"), `${how} ${JSON.stringify(value)}`).toBe(false);
    }
  });

  it("is not even kept where it is written plainly", () => {
    const followed = everything.filter((value) => {
      storeRedirectsOf(`?redirectUrl=${encodeURIComponent(value)}`);
      return takeRedirect("redirectUrl") !== null;
    });
    expect(followed).toEqual([]);
  });
});
