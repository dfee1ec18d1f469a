import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { startWebServer } from "../../../tests/kit/network/webServer.ts";
import type { WebServer } from "../../../tests/kit/network/webServer.ts";
import { createEgress } from "../../egress/egress.ts";
import type { Clock } from "./clock.ts";
import { crawl } from "./crawl.ts";
import type { CrawlTask } from "./crawl.ts";
import { findLinks } from "./findLinks.ts";
import { createMemoryFrontier } from "./memoryFrontier.ts";
import { PageError } from "./reasons.ts";
import { completeSettings } from "./settings.ts";
import type { CrawlSettings } from "./settings.ts";

type Answer = string | ((response: ServerResponse, path: string) => void);
type Pages = Record<string, Answer>;

let site: WebServer;
afterEach(() => site?.stop());

async function serve(pages: Pages | ((path: string) => Answer | undefined)): Promise<string> {
  site = await startWebServer((request, response) => {
    const path = request.url ?? "/";
    const answer = typeof pages === "function" ? pages(path) : pages[path];
    if (answer === undefined)
      return response.writeHead(404, { "content-type": "text/html" }).end("not found");
    if (typeof answer === "function") return answer(response, path);
    response.writeHead(200, { "content-type": "text/html" }).end(answer);
  });
  return site.origin;
}

const links = (...hrefs: string[]): string => hrefs.map((href) => `<a href="${href}">${href}</a>`).join(" ");
const send =
  (status: number, headers: Record<string, string> = {}, body = ""): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);
const redirect = (location: string, status = 301): Answer => send(status, { location });
const typed = (type: string, body = "text"): Answer => send(200, { "content-type": type }, body);
const sitemap = (...urls: string[]): string =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;

/** A clock that jumps instead of waiting, and remembers the jumps. */
function createTestClock(): Clock & { waits: number[] } {
  let now = Date.parse("2026-11-20T12:00:00Z");
  const waits: number[] = [];
  const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    waits.push(ms);
    now += ms;
  };
  return { now: () => now, sleep, waits };
}

type Run = { settings?: Partial<CrawlSettings>; task?: Partial<CrawlTask>; starts?: string[] };

/** Crawls the served site from its front page and tells what was kept and what was not, by path. */
async function run({ settings = {}, task = {}, starts = ["/"] }: Run = {}) {
  const frontier = createMemoryFrontier();
  const clock = createTestClock();
  const kept: string[] = [];
  const failed: Record<string, string> = {};
  const skipped: Record<string, string> = {};
  const pathOf = (url: string): string => url.replace(site.origin, "");
  const startUrls = starts.map((path) => (path.startsWith("/") ? site.origin + path : path));
  const result = await crawl({
    frontier,
    clock,
    egress: createEgress({ allow: ["127.0.0.0/8"], wait: async () => undefined }),
    settings: completeSettings({ scope: "site", startUrls, ...settings }, "https://here.example"),
    signal: new AbortController().signal,
    onPage: async ({ finalUrl, body, kind }) => ({
      ...(kind === "html" ? findLinks(body.toString(), finalUrl) : {}),
      keep: async () => void kept.push(pathOf(finalUrl)),
    }),
    onFailed: ({ url, reason }) => void (failed[pathOf(url)] = reason),
    onSkipped: ({ url, code }) => void (skipped[pathOf(url)] = code),
    ...task,
  });
  return { ...result, kept: kept.toSorted(), failed, skipped, clock, frontier, hits: site.hits };
}

describe("a whole site", () => {
  it.each(["text/html; charset=utf-8", "application/octet-stream", "", "text/html; charset=utf-16"])(
    "heeds rules that are sent as %j, and finds the sitemap that they name without a host",
    async (type) => {
      const rules = "User-agent: *\nDisallow: /private\nSitemap: /pages.xml\n";
      const body = Buffer.from(rules, type.endsWith("16") ? "utf16le" : "utf8");
      await serve({
        "/robots.txt": (response) =>
          response.writeHead(200, type === "" ? {} : { "content-type": type }).end(body),
        "/pages.xml": sitemap("/listed"),
        "/": links("/private/a", "/open"),
        "/open": "Open",
        "/private/a": "Secret",
        "/listed": "Listed",
      });
      const { kept, hits } = await run();
      expect(kept).toEqual(["/", "/listed", "/open"]);
      expect(hits).not.toContain("GET /private/a");
    },
  );

  it("takes a page at the place of robots.txt for no rules", async () => {
    await serve((path) => (path === "/" ? links("/a") : "<!doctype html><p>Disallow: /"));
    expect((await run()).kept).toContain("/a");
  });

  it.each([
    [
      "Location with the bytes of its letters",
      302,
      { location: Buffer.from("/café-menü").toString("latin1") },
    ],
    ["Refresh", 200, { refresh: `0; URL='${Buffer.from("/café-menü").toString("latin1")}'` }],
  ])("follows a %s", async (_, status, headers) => {
    await serve({ "/": links("/go"), "/go": send(status, headers), "/caf%C3%A9-men%C3%BC": "Menu" });
    const { kept } = await run();
    expect(kept).toEqual(["/", "/caf%C3%A9-men%C3%BC"]);
  });

  it("reads a page that only reloads itself", async () => {
    await serve({ "/": send(200, { "content-type": "text/html", refresh: "30" }, "Live") });
    expect((await run()).kept).toEqual(["/"]);
  });

  it("reads every page once, however it is written, and files, and names what fails", async () => {
    await serve({
      "/robots.txt": typed("text/plain", "User-agent: *\nDisallow: /private/\nDisallow: /*.secret$\n"),
      "/sitemap.xml": (response) =>
        response
          .writeHead(200, { "content-type": "application/xml" })
          .end(sitemap("/shipping", "/only-in-the-sitemap", "https://other.example/x")),
      "/": links(
        "/about",
        "/about#team",
        "/about?utm_source=mail",
        "index.html",
        "/returns",
        "https://other.example/",
      ),
      "/about": links("/team", "/", "mailto:a@b.example", "/logo.png", "/manual.pdf", "/prices.csv"),
      "/team": links("/team/ann", "/private/salaries", "/x.secret", "/gone", "/never"),
      "/team/ann": "Ann",
      "/returns": redirect("/refunds"),
      "/refunds": links("/shipping", "/film", "/broken"),
      "/shipping": "Shipping",
      "/only-in-the-sitemap": "Found",
      "/manual.pdf": typed("application/pdf", "%PDF-1.7"),
      "/prices.csv": typed("text/plain", "a,b"),
      "/film": typed("video/mp4"),
      "/gone": send(410),
      "/broken": send(500),
    });
    const { kept, failed, skipped, ended, hits } = await run();
    expect(ended).toBe("finished");
    expect(kept).toEqual([
      "/",
      "/about",
      "/manual.pdf",
      "/only-in-the-sitemap",
      "/prices.csv",
      "/refunds",
      "/shipping",
      "/team",
      "/team/ann",
    ]);
    expect(failed).toEqual({
      "/gone": "410: the page was removed for good",
      "/never": "404: the page does not exist",
      "/broken": "500: the site has an error; try again later",
    });
    expect(skipped).toEqual({
      "/private/salaries": "robots",
      "/x.secret": "robots",
      "/returns": "moved",
      "/film": "contentType",
    });
    expect(new Set(hits).size).toBe(hits.length);
    expect(hits).not.toContain("GET /private/salaries");
    expect(site.last()?.headers["user-agent"]).toBe("PilothouseBot/0.1 (+https://here.example)");
  });

  it("a section stays below its start, single pages follow nothing", async () => {
    const pages = {
      "/help": links("/help/a", "/help/a/b", "/helpless", "/"),
      "/help/a": links("/help"),
      "/help/a/b": "",
      "/": "",
    };
    await serve({ ...pages, "/help/a/b": "b" });
    expect((await run({ settings: { scope: "section" }, starts: ["/help"] })).kept).toEqual([
      "/help",
      "/help/a",
      "/help/a/b",
    ]);
    expect((await run({ settings: { scope: "pages" }, starts: ["/help", "/nothing"] })).kept).toEqual([
      "/help",
    ]);
  });

  it("include and exclude choose by path, and do not hold for the start", async () => {
    await serve({
      "/": links("/blog/a", "/blog/old/b", "/shop"),
      "/blog/a": "a",
      "/blog/old/b": "b",
      "/shop": "s",
    });
    const { kept } = await run({ settings: { include: ["/blog/**"], exclude: ["/blog/old/*"] } });
    expect(kept).toEqual(["/", "/blog/a"]);
  });

  it("nofollow and noindex are respected, as words on the page and in the header", async () => {
    await serve({
      "/": links("/hidden", "/hidden-by-header", "/end"),
      "/hidden": `<meta name="robots" content="noindex">${links("/behind")}`,
      "/hidden-by-header": send(
        200,
        { "content-type": "text/html", "x-robots-tag": "googlebot: nofollow, PilothouseBot: noindex" },
        links("/behind"),
      ),
      "/end": send(200, { "content-type": "text/html", "x-robots-tag": "nofollow" }, links("/never")),
      "/behind": "behind",
      "/never": "never",
    });
    const { kept, skipped } = await run();
    expect(kept).toEqual(["/", "/behind", "/end"]);
    expect(skipped).toEqual({ "/hidden": "noindex", "/hidden-by-header": "noindex" });
  });

  it("an empty site, a wrong address and an unreachable one are named", async () => {
    await serve({ "/": "" });
    expect((await run()).failed).toEqual({ "/": "the page is empty" });
    const { failed, ended } = await run({ starts: ["nonsense", "http://127.0.0.1:1023/"] });
    expect(ended).toBe("finished");
    expect(failed["nonsense"]).toContain("not a web address");
    expect(failed["http://127.0.0.1:1023/"]).toContain("could not be reached");
  });

  it("A1: a private address is refused like one that does not answer", async () => {
    await serve({ "/": "secret" });
    const egress = createEgress({ allow: [], wait: async () => undefined });
    const { failed, kept } = await run({ task: { egress } });
    expect(failed["/"]).toContain("could not be reached");
    expect(kept).toEqual([]);
    expect(site.hits).toEqual([]);
  });
});

describe("copies and redirects", () => {
  it("a page that calls another one its proper address is read there, once", async () => {
    const canonical = (href: string): string => `<link rel="canonical" href="${href}">`;
    await serve({
      "/": links("/shirt?color=red", "/shirt?color=blue", "/a", "/template", "/abroad"),
      "/shirt?color=red": canonical("/shirt"),
      "/shirt?color=blue": canonical("/shirt"),
      "/shirt": `${canonical("/shirt")}Shirt`,
      "/a": canonical("/b"),
      "/b": canonical("/a"),
      "/template": canonical("/"),
      "/abroad": canonical("https://other.example/abroad"),
    });
    const { kept, skipped } = await run();
    expect(kept).toEqual(["/", "/abroad", "/b", "/shirt", "/template"]);
    expect(skipped).toEqual({
      "/shirt?color=red": "canonical",
      "/shirt?color=blue": "canonical",
      "/a": "canonical",
    });
  });

  it("a proper address that leads nowhere, or back, is not heeded", async () => {
    const canonical = (href: string): string => `<link rel="canonical" href="${href}">`;
    await serve({
      "/": links("/a", "/b", "/c"),
      "/a": canonical("/never"),
      "/b": canonical("/old"),
      "/old": redirect("/b"),
      "/c": canonical("/hidden"),
      "/hidden": send(200, { "content-type": "text/html", "x-robots-tag": "noindex" }, "Hidden"),
    });
    expect((await run()).kept).toEqual(["/", "/a", "/b", "/c"]);
  });

  it.each([
    ["/login?next=", "Sign in"],
    ["/enter?to=", '<form><input name="csrf" value="TOKEN"><input type=password></form>Sign in'],
    ["/welcome?z=", "One page for all"],
  ])("addresses that all redirect to one sign-in page (%s) give it once", async (login, page) => {
    let count = 0;
    await serve((path) => {
      if (path === "/") return links("/account/orders", "/account/cards", "/account/help");
      if (path.startsWith("/account/")) return redirect(login + encodeURIComponent(path), 302);
      return path.startsWith(login) ? page.replace("TOKEN", String(++count)) : undefined;
    });
    const { kept, failed } = await run();
    expect(kept).toHaveLength(2);
    expect(kept[1]).toContain(login);
    expect(failed).toEqual({});
  });

  it("files are read by what they are, whatever type they are sent with", async () => {
    const pdf = "%PDF-1.7";
    const zip = (part: string) => `PK\u0003\u0004 ${part}.xml`;
    const files: [path: string, type: string, body: string, name?: string][] = [
      ["/a.pdf", "application/x-pdf", pdf],
      ["/b.pdf", "application/force-download", pdf],
      ["/k.pdf", "application/download", pdf],
      ["/l.pdf", "unknown", pdf],
      ["/download?id=5", "application/octet-stream", "text", "manual.pdf"],
      ["/download?id=6", "application/octet-stream", pdf],
      ["/download?id=7", "application/x-zip-compressed", zip("word/document")],
      ["/c.docx", "application/zip", zip("word/document")],
      ["/d.docx", "application/msword", zip("word/document")],
      ["/e", "application/vnd.ms-excel", zip("xl/workbook")],
      ["/m.csv", "text/x-csv", "a,b"],
      ["/n.csv", "application/csv", "a,b"],
      ["/o.csv", "application/vnd.ms-excel", "a,b"],
      ["/j.json", "text/json", "{}"],
      ["/i.xhtml", "application/xml", "<html/>"],
      ["/i", "text/xml", '<?xml version="1.0"?><!DOCTYPE html><html/>'],
    ];
    const others: [string, string, string][] = [
      ["/app.bin", "application/octet-stream", "\u0001\u0002"],
      ["/box", "application/zip", zip("photo")],
      ["/feed", "application/xml", "<rss/>"],
      ["/x.pdf", "image/png", "x"],
    ];
    await serve({
      "/": links(...[...files, ...others].map(([path]) => path)),
      ...Object.fromEntries(
        [...files, ...others].map(([path, type, body, name]) => [
          path,
          send(
            200,
            {
              "content-type": type,
              ...(name && { "content-disposition": `attachment; filename="${name}"` }),
            },
            body,
          ),
        ]),
      ),
    });
    const { kept, skipped } = await run();
    expect(kept).toEqual(["/", ...files.map(([path]) => path)].toSorted());
    expect(Object.keys(skipped).toSorted()).toEqual(others.map(([path]) => path).toSorted());
  });

  it("A4: redirects in a circle, to themselves, without end and to another site are not followed", async () => {
    await serve((path) => {
      if (path === "/") return links("/ping", "/self", "/endless/0", "/away", "/nowhere");
      if (path === "/ping") return redirect("/pong");
      if (path === "/pong") return redirect("/ping");
      if (path === "/self") return redirect("/self#again");
      if (path === "/away") return redirect("http://127.0.0.2/");
      if (path === "/nowhere") return redirect("file:///etc/passwd");
      const step = /^\/endless\/(\d+)/.exec(path)?.[1];
      return step === undefined ? undefined : redirect(`/endless/${Number(step) + 1}`);
    });
    const { kept, failed, skipped, hits } = await run();
    expect(kept).toEqual(["/"]);
    expect(failed).toEqual({
      "/pong": "the page redirects in a circle",
      "/self": "the page redirects to itself",
      "/endless/5": "the page redirects too often",
      "/nowhere": expect.stringContaining("redirects to one that cannot be fetched"),
    });
    expect(skipped["/away"]).toBe("leavesSite");
    expect(hits).not.toContain("GET /endless/6");
  });

  it("A4: a meta refresh is a link like others and stays on the site", async () => {
    await serve({
      "/": '<meta http-equiv="refresh" content="0;url=/next"><meta http-equiv="refresh" content="0;url=http://10.0.0.1/">',
      "/next": "next",
    });
    expect((await run()).kept).toEqual(["/", "/next"]);
  });

  it("a start that redirects elsewhere has failed, and says where to", async () => {
    await serve({ "/": redirect("http://127.0.0.2/new") });
    expect((await run()).failed["/"]).toContain("another site (127.0.0.2)");
  });

  it("an index file that redirects to its folder is read there", async () => {
    await serve({ "/docs/index.html": redirect("/docs/"), "/docs/": "Docs" });
    expect((await run({ starts: ["/docs/index.html"] })).kept).toEqual(["/docs/"]);
  });
});

describe("robots.txt", () => {
  const rules = (text: string): Answer => typed("text/plain", text);

  it("that forbids everything fails the start with that reason", async () => {
    await serve({ "/robots.txt": rules("User-agent: *\nDisallow: /"), "/": "x" });
    const { failed, hits } = await run();
    expect(failed).toEqual({ "/": "the site's robots.txt does not allow this page" });
    expect(hits).not.toContain("GET /");
  });

  it("can name us alone", async () => {
    await serve({
      "/robots.txt": rules("User-agent: *\nDisallow: /\n\nUser-agent: pilothousebot\nAllow: /"),
      "/": "x",
    });
    expect((await run()).kept).toEqual(["/"]);
  });

  it.each([
    ["a page of the site's instead", "<html>Disallow: /</html>"],
    ["404", send(404)],
    ["403", send(403)],
    ["a redirect in a circle", redirect("/robots.txt")],
  ])("that is %s allows everything", async (_name, answer) => {
    await serve({ "/robots.txt": answer, "/": "x" });
    expect((await run()).kept).toEqual(["/"]);
  });

  it.each([
    ["500", send(500), "robots.txt answered 500"],
    ["503", send(503), "robots.txt answered 503"],
    ["429", send(429), "robots.txt answered 429"],
  ])("that is %s allows nothing", async (_name, answer, reason) => {
    await serve({ "/robots.txt": answer, "/": "x" });
    const { failed, hits } = await run();
    expect(failed["/"]).toContain(reason);
    expect(hits).not.toContain("GET /");
  });

  it("E12: that is made to take long is not tried on long addresses, and they are left", async () => {
    const long = `/${"a".repeat(1900)}`;
    const patterns = `User-agent: *\n${`Disallow: /${"*a".repeat(300)}b\n`.repeat(20)}`;
    await serve({ "/robots.txt": rules(patterns), "/": links(long, "/short"), "/short": "s", [long]: "l" });
    const { kept, skipped } = await run();
    expect(kept).toEqual(["/", "/short"]);
    expect(skipped).toEqual({ [long]: "robots" });
  });

  it("names sitemaps and how slowly to come", async () => {
    await serve({
      "/robots.txt": (response) =>
        response
          .writeHead(200, { "content-type": "text/plain" })
          .end(`User-agent: *\nCrawl-delay: 7\nSitemap: ${site.origin}/maps/all.xml`),
      "/maps/all.xml": (response) =>
        response.end(
          `<sitemapindex><sitemap><loc>${site.origin}/maps/1.xml.gz</loc></sitemap></sitemapindex>`,
        ),
      "/maps/1.xml.gz": (response) => response.end(gzipSync(sitemap(`${site.origin}/a`, `${site.origin}/b`))),
      "/": "x",
      "/a": "a",
      "/b": "b",
    });
    const { kept, clock } = await run({ settings: { concurrency: 1 } });
    expect(kept).toEqual(["/", "/a", "/b"]);
    expect(clock.waits.filter((ms) => ms === 7000)).toHaveLength(4);
  });
});

describe("politeness", () => {
  it("asks a host twice a second at most", async () => {
    await serve({ "/": links("/a", "/b"), "/a": "a", "/b": "b" });
    const { clock, hits } = await run();
    expect(hits).toHaveLength(5);
    expect(clock.waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(4 * 500);
  });

  it.each([
    ["7", 7000],
    ["Fri, 20 Nov 2026 12:01:30 GMT", 80_000],
  ])("Retry-After %s is kept", async (retryAfter, atLeastMs) => {
    let asked = 0;
    await serve({
      "/": (response) => {
        if (++asked === 1) response.writeHead(429, { "retry-after": retryAfter }).end();
        else response.writeHead(200, { "content-type": "text/html" }).end("x");
      },
    });
    const { kept, clock } = await run();
    expect(kept).toEqual(["/"]);
    expect(Math.max(...clock.waits)).toBeGreaterThanOrEqual(atLeastMs);
  });

  it("who asks for an hour gets it: the crawl ends and the rest stays queued", async () => {
    await serve({ "/": links("/a", "/b"), "/a": send(503, { "retry-after": "3600" }), "/b": "b" });
    const { ended, waitMs, frontier, notes } = await run({ settings: { concurrency: 1 } });
    expect({ ended, waitMs }).toEqual({ ended: "askedToWait", waitMs: 3_600_000 });
    expect(await frontier.counts()).toEqual({ queued: 2, done: 1, failed: 0, skipped: 0 });
    expect(notes).toHaveLength(1);
  });

  it("a broken connection is tried three times in all, and then named", async () => {
    let asked = 0;
    await serve({
      "/": links("/a", "/b"),
      "/a": (response) => void (++asked < 3 ? response.destroy() : response.end("x")),
      "/b": (response) => void response.destroy(),
    });
    const { kept, failed, hits } = await run();
    expect(kept).toEqual(["/", "/a"]);
    expect(failed["/b"]).toContain("could not be reached");
    expect(hits.filter((hit) => hit === "GET /b")).toHaveLength(3);
  });
});

describe("a site that stops answering", () => {
  it("is tried for a few pages and then left, each page with its reason", async () => {
    await serve((path) => {
      if (path === "/") return links(...range(30).map((n) => `/${n}`));
      return /^\/\d/.test(path) ? (response) => void response.destroy() : undefined;
    });
    const { failed, hits, ended } = await run({ settings: { concurrency: 1 } });
    expect(ended).toBe("finished");
    expect(Object.keys(failed)).toHaveLength(30);
    expect(failed["/29"]).toContain("stopped answering");
    expect(hits.length).toBeLessThan(25);
  });
});

describe("A11: sites without end", () => {
  it("A11: the page limit ends it and says so", async () => {
    await serve((path) =>
      /^\/(\d*)$/.test(path) ? links(...range(10).map((n) => `${path}${n}`)) : undefined,
    );
    const { ended, kept, notes } = await run({ settings: { maxPages: 25, maxDepth: 20 } });
    expect(ended).toBe("pageLimit");
    expect(kept).toHaveLength(25);
    expect(notes[0]).toContain("limit of 25 pages");
  });

  it("A11: a calendar ends at the depth, and relative links that repeat end by themselves", async () => {
    await serve((path) => {
      const month = /^\/calendar\?month=(\d+)$/.exec(path)?.[1];
      if (month !== undefined) return links(`/calendar?month=${Number(month) + 1}`);
      if (path.startsWith("/loop/")) return links("loop/", "again/");
      return path === "/" ? links("/calendar?month=1", "/loop/") : undefined;
    });
    const { ended, kept, notes } = await run({ settings: { maxDepth: 4 } });
    expect(ended).toBe("finished");
    expect(kept).toContain("/calendar?month=4");
    expect(kept).not.toContain("/calendar?month=5");
    expect(kept).not.toContain("/loop/loop/loop/loop/");
    expect(notes).toHaveLength(2);
  });

  it("A11: more addresses than it may remember are left out and told", async () => {
    await serve({ "/": links(...range(5000).map((n) => `/missing/${n}`)) });
    const { frontier, notes } = await run({ settings: { maxPages: 1 } });
    const { queued, done } = await frontier.counts();
    expect(queued + done).toBe(1010);
    expect(notes.some((note) => note.includes("1010 addresses"))).toBe(true);
  });

  it("A11: a sitemap that names itself is read once, one that names others endlessly ends", async () => {
    const index = (...urls: string[]): string =>
      `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`;
    await serve((path) => {
      if (path === "/") return "x";
      if (path === "/sitemap.xml") return index("/sitemap.xml", "/deeper/");
      return path.startsWith("/deeper/") ? index(`${path}1/`, `${path}2/`) : undefined;
    });
    const { hits, ended, notes } = await run();
    expect(ended).toBe("finished");
    expect(hits.filter((hit) => hit.includes("sitemap.xml"))).toHaveLength(1);
    expect(hits.filter((hit) => hit.includes("deeper"))).toEqual([
      "GET /deeper/",
      "GET /deeper/1/",
      "GET /deeper/2/",
    ]);
    expect(notes).toHaveLength(1);
  });

  it("A11: a page over the size limit fails alone", async () => {
    await serve({ "/": links("/big"), "/big": "x".repeat(20_000) });
    const { kept, failed } = await run({ settings: { maxBytes: 10_000 } });
    expect(kept).toEqual(["/"]);
    expect(failed["/big"]).toContain("larger than allowed");
  });

  it("A11: the time limit ends it", async () => {
    await serve((path) => links(`${path}1`));
    const { ended, notes } = await run({ settings: { maxDurationMs: 5000, maxDepth: 100, concurrency: 1 } });
    expect(ended).toBe("timeLimit");
    expect(notes[0]).toContain("too long");
  });
});

describe("a sitemap as the source", () => {
  it("reads what it lists and follows nothing", async () => {
    await serve({ "/map.xml": sitemap("/a", "/b", "/c.png"), "/a": links("/x"), "/b": "b", "/x": "x" });
    const { kept } = await run({ settings: { scope: "sitemap" }, starts: ["/map.xml"] });
    expect(kept).toEqual(["/a", "/b"]);
  });

  it("that is none, or is missing, is named", async () => {
    await serve({ "/page": "<html>hello</html>" });
    const { failed } = await run({ settings: { scope: "sitemap" }, starts: ["/page", "/missing.xml"] });
    expect(failed["/page"]).toContain("no readable sitemap");
    expect(failed["/missing.xml"]).toContain("404");
  });
});

describe("going on and coming again", () => {
  it("a page that has not changed is not sent again", async () => {
    await serve({
      "/": (response) => {
        const { "if-none-match": tag, "if-modified-since": since } = response.req.headers;
        if (tag === '"v1"' && since === "Thu, 01 Jan 2026 00:00:00 GMT") return response.writeHead(304).end();
        response.writeHead(200, { "content-type": "text/html", etag: '"v2"' }).end("x");
      },
    });
    const key = site.origin.replace("http://", "") + "/";
    const unchanged: string[] = [];
    const frontier = createMemoryFrontier({
      [key]: { etag: '"v1"', lastModified: "Thu, 01 Jan 2026 00:00:00 GMT" },
    });
    const task = { frontier, onUnchanged: async (url: string) => (unchanged.push(url), []) };
    expect((await run({ task })).kept).toEqual([]);
    expect(unchanged).toEqual([`${site.origin}/`]);
    const fresh = await run();
    expect(fresh.frontier.outcomes.get(key)).toMatchObject({ state: "fetched", etag: '"v2"' });
  });

  it("a page that cannot be read fails alone, an error of ours ends the crawl with the address unsettled", async () => {
    await serve({ "/": links("/a"), "/a": "a" });
    const onPage: CrawlTask["onPage"] = async ({ url, finalUrl, body }) => {
      if (url.endsWith("/a")) throw new PageError("the file is encrypted");
      return findLinks(body.toString(), finalUrl);
    };
    expect((await run({ task: { onPage } })).failed).toEqual({ "/a": "the file is encrypted" });

    const frontier = createMemoryFrontier();
    const broken: CrawlTask["onPage"] = async () => {
      throw new Error("disk full");
    };
    await expect(run({ task: { frontier, onPage: broken } })).rejects.toThrow("disk full");
    expect(frontier.outcomes.size).toBe(0);
  });

  it("a stopped crawl throws the reason, and another one with the same addresses reads the rest once", async () => {
    await serve({
      "/": links(...range(8).map((n) => `/${n}`)),
      ...Object.fromEntries(range(8).map((n) => [`/${n}`, "x"])),
    });
    const controller = new AbortController();
    const first = createMemoryFrontier();
    const kept: string[] = [];
    const onPage: CrawlTask["onPage"] = async ({ url, finalUrl, body }) => ({
      ...findLinks(body.toString(), finalUrl),
      keep: async () => {
        kept.push(url);
        if (kept.length === 4) controller.abort(new Error("killed"));
      },
    });
    const stopped = run({
      task: { frontier: first, signal: controller.signal, onPage },
      settings: { concurrency: 1 },
    });
    await expect(stopped).rejects.toThrow("killed");

    await run({ task: { frontier: first.reopen(), onPage } });
    expect(new Set(kept).size).toBe(kept.length);
    expect(kept).toHaveLength(9);
  });
});

function range(length: number): number[] {
  return Array.from({ length }, (_, n) => n);
}
