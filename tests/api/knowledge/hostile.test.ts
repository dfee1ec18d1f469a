import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { strToU8 } from "fflate";
import { afterEach, describe, expect, it } from "vitest";
import { createDataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { makeBrokenFiles } from "../../kit/knowledge/brokenFiles.ts";
import { makeDocumentXml, makeDocx, makeParagraph, makePdf } from "../../kit/knowledge/documents.ts";
import { openKnowledge, websiteConfig } from "../../kit/knowledge/knowledge.ts";
import {
  makePptx,
  makeRelations,
  makeRows,
  makeShape,
  makeXls,
  makeXlsx,
} from "../../kit/knowledge/officeFiles.ts";
import { stores } from "../../kit/database/stores.ts";
import { startWebServer } from "../../kit/network/webServer.ts";
import type { WebServer } from "../../kit/network/webServer.ts";
import { htmlPage } from "../../kit/knowledge/website.ts";

const opened: WebServer[] = [];
afterEach(() => Promise.all(opened.splice(0).map((each) => each.stop())));

async function open(answer: Parameters<typeof startWebServer>[0], host?: string): Promise<WebServer> {
  const site = await startWebServer(answer, host);
  opened.push(site);
  return site;
}

/** Somebody whom no crawl and no document may ask. */
const openCanary = (host?: string) => open((_, response) => response.end("secret"), host);

describe.each(stores())("hostile content as knowledge on $name", (store) => {
  describe("in files", () => {
    const makers: [kind: string, make: (text: string) => Uint8Array][] = [
      ["pdf", (text) => makePdf([text])],
      ["docx", (text) => makeDocx(makeParagraph(text))],
      ["xlsx", (text) => makeXlsx([{ name: "Lamps", rows: makeRows([["Lamp"], [text]]) }])],
      ["xls", (text) => makeXls({ Lamps: [["Lamp"], [text]] })],
      ["pptx", (text) => makePptx([{ shapes: makeShape([text], "body") }])],
      ["csv", (text) => strToU8(`lamp,place\n${text},pier\n`)],
      ["md", (text) => strToU8(`# Lamps\n\n${text}\n`)],
      ["html", (text) => strToU8(htmlPage("Lamps", `<p>${text}</p>`))],
      ["json", (text) => strToU8(JSON.stringify({ lamp: text }))],
      ["txt", (text) => strToU8(text)],
    ];

    it("E3 to E6, fault 47: names each of 73 broken ones with its reason, and reads the 72 good ones beside them", async () => {
      const knowledge = await openKnowledge(store);
      const bad = makeBrokenFiles();
      const good = Array.from({ length: 72 }, (_, at) => {
        const [kind, make] = makers[at % makers.length] as (typeof makers)[number]; // within the list
        return { name: `lamp-${at}.${kind}`, bytes: make(`The lamp of pier ${at} is called zulu${at}.`) };
      });
      expect(bad).toHaveLength(73);
      const fileIds: string[] = [];
      // Mixed, so that each good one follows a bad one.
      for (const { name, bytes } of bad.flatMap((one, at) =>
        [one, good[at]].filter((each) => each !== undefined),
      ))
        fileIds.push(await knowledge.upload(name, bytes));
      const { data } = await knowledge.client.call(createDataSource, {
        params: { productId: knowledge.productId },
        body: { data: { config: { kind: "files", fileIds } } },
      });
      await expect
        .poll(async () => (await knowledge.get(data)).lastRun?.endedAt ?? null, {
          timeout: 100_000,
          interval: 100,
        })
        .not.toBeNull();
      expect(await knowledge.get(data)).toMatchObject({
        status: "partly",
        counts: { pages: 72, failed: 73 },
      });
      const failed = await knowledge.list(data, { status: "failed" });
      expect(failed.map(({ fileName }) => fileName).toSorted()).toEqual(
        bad.map(({ name }) => name).toSorted(),
      );
      for (const { name, told } of bad)
        expect(failed.find(({ fileName }) => fileName === name)?.error, name).toMatch(told);
      for (const at of good.keys())
        expect((await knowledge.find(`zulu${at}`))[0]?.text, good[at]?.name).toContain(`zulu${at}`);
    }, 120_000);

    it("A13: makes nobody request what a document names", async () => {
      const knowledge = await openKnowledge(store);
      const canary = await openCanary();
      const at = (path: string) => `${canary.origin}/${path}`;
      const relations = makeRelations([
        ["r1", "image", at("picture.png")],
        ["r2", "attachedTemplate", at("macros.dotm")],
        ["r3", "oleObject", at("object.bin")],
        ["r4", "hyperlink", at("link")],
      ]);
      const drawing =
        '<w:p><w:r><w:drawing><a:blip xmlns:a="a" xmlns:r="r" r:link="r1"/></w:drawing><w:t>Lamp</w:t></w:r></w:p>';
      const field = makeParagraph(
        `Lamp</w:t></w:r><w:fldSimple w:instr="INCLUDEPICTURE ${at("field.png")}"/><w:r><w:t>`,
      );
      const page = `<!doctype html><html><head><base href="${canary.origin}/"><link rel="stylesheet" href="a.css">
        <style>@import "b.css"; p { background: url(c.png) }</style><script src="d.js"></script></head>
        <body><p>Lamp</p><img src="e.png" srcset="f.png 2x"><object data="g"></object><embed src="h">
        <svg xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="i.png"/><use href="j.svg#k"/></svg></body></html>`;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
        <image xlink:href="${at("l.png")}"/><text>Lamp</text></svg>`;
      const files: [string, Uint8Array][] = [
        [
          "picture.docx",
          makeDocx(drawing + field, {
            "word/_rels/document.xml.rels": strToU8(relations),
            "word/_rels/settings.xml.rels": strToU8(relations),
          }),
        ],
        [
          "schema.docx",
          makeDocx("", {
            "word/document.xml": strToU8(makeDocumentXml("", `<!DOCTYPE x SYSTEM "${at("x.dtd")}">`)),
          }),
        ],
        [
          "slide.pptx",
          makePptx([{ shapes: makeShape(["Lamp"], "body"), relations: [["p", "image", at("slide.png")]] }]),
        ],
        ["page.html", strToU8(page)],
        ["drawing.svg", strToU8(svg)],
        ["notes.md", strToU8(`# Lamp\n\n![Lamp](${at("m.png")})\n`)],
        ["lamps.csv", strToU8(`lamp,picture\nRed,"=WEBSERVICE(""${at("n")}"")"\n`)],
      ];
      const fileIds: string[] = [];
      for (const [name, bytes] of files) fileIds.push(await knowledge.upload(name, bytes));
      const source = await knowledge.add({ kind: "files", fileIds });
      expect(source.counts.pages).toBeGreaterThanOrEqual(5);
      expect(canary.hits).toEqual([]);
    }, 30_000);

    it("E1: reads a file with any name, and keeps the name", async () => {
      const knowledge = await openKnowledge(store);
      const names = [
        "../../secret.key.txt",
        "..\\..\\boot.ini",
        "/etc/passwd",
        "C:\\CON",
        "%2e%2e%2fa.txt",
        "..%c0%af",
        "__proto__",
        "<script>alert(1)</script>.txt",
        "\u202etxt.exe",
        `${"a".repeat(251)}.txt`,
      ];
      const fileIds: string[] = [];
      for (const [at, name] of names.entries())
        fileIds.push(await knowledge.upload(name, strToU8(`The lamp is called zulu${at}.`)));
      const source = await knowledge.add({ kind: "files", fileIds });
      expect(source).toMatchObject({ status: "ready", counts: { pages: names.length } });
      expect(source.files.map(({ name }) => name)).toEqual(names);
      for (const at of names.keys())
        expect((await knowledge.find(`zulu${at}`))[0]?.text).toContain(`zulu${at}`);
    }, 30_000);
  });

  describe("on a website", () => {
    const send =
      (status: number, headers: Record<string, string>, body: string | Buffer = "") =>
      (response: ServerResponse) =>
        void response.writeHead(status, headers).end(body);
    const html = { "content-type": "text/html" };

    it("A1, A4, A11, A12: is read as far as possible, with each fault named and no other host asked", async () => {
      const knowledge = await openKnowledge(store, { egressAllow: ["127.0.0.1"], crawlRate: 500 });
      // The one may not be asked by anybody, the other by whoever is sent there.
      const [closed, other] = [await openCanary("127.0.0.2"), await openCanary()];
      const site = await open((request, response) => {
        const path = request.url ?? "/";
        const answer = pages[path] ?? findEndless(path);
        if (typeof answer === "function") return answer(response);
        send(answer === undefined ? 404 : 200, html, answer)(response);
      });
      const pages = hostilePages({ site, closed, other });
      const source = await knowledge.add(websiteConfig(`${site.origin}/`, { maxPages: 60, maxDepth: 4 }));
      expect(source.status).toBe("partly");
      const named = async (status: string) =>
        Object.fromEntries(
          (await knowledge.list(source, { status })).map(({ url, error }) => [
            url?.replace(site.origin, ""),
            error,
          ]),
        );
      const failed = await named("failed");
      for (const [path, reason] of Object.entries(faults)) expect(failed[path], path).toMatch(reason);
      for (const word of ["harbour", "canonical", "based", "drawn", "million"])
        expect((await knowledge.find(`zulu${word}`))[0]?.text, word).toContain(`zulu${word}`);
      expect(closed.hits).toEqual([]);
      expect(other.hits).toEqual([]);
    }, 60_000);

    const faults: Record<string, RegExp> = {
      "/endless": /larger than allowed/,
      "/bomb": /larger than allowed/,
      "/circle/2": /redirects in a circle/,
      "/itself": /redirects to itself/,
      "/hops/6": /redirects too often/,
      "/not-gzip": /damaged/,
    };

    /** A calendar without end, and redirects one after the other. */
    function findEndless(path: string) {
      const month = /^\/calendar\?month=(\d+)$/.exec(path)?.[1];
      if (month)
        return htmlPage("Month", `<p>Nothing.</p>`, { [`/calendar?month=${Number(month) + 1}`]: "Next" });
      const hop = /^\/hops\/(\d+)$/.exec(path)?.[1];
      return hop && Number(hop) < 25 ? send(302, { location: `/hops/${Number(hop) + 1}` }) : undefined;
    }

    type Sites = Record<"site" | "closed" | "other", WebServer>;

    function hostilePages({
      site,
      closed,
      other,
    }: Sites): Record<string, string | ((response: ServerResponse) => void)> {
      const page = (title: string, word: string, head = "", links: readonly string[] = []) =>
        `<!doctype html><html><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>The lamp is called
         zulu${word}.</p></main>${links.map((href) => `<a href="${href}">more</a>`).join("")}</body></html>`;
      const statuses = [301, 302, 303, 307, 308];
      const away = [closed, other].flatMap(({ origin, port }) => [
        ...[`${origin}/plain`, `//127.0.0.2:${port}/a`, `http://127.0.0.1@127.0.0.2:${port}/b`],
        ...[`http://${site.origin.slice(7)}@127.0.0.1:${port}/c`, `\\\\127.0.0.2:${port}\\d`],
        ...[
          `http://127.0.0.1:${port}\\@127.0.0.1:${site.port}/e`,
          `http:\\\\127.0.0.1:${port}/f`,
          `http://2130706434:${port}/g`,
        ],
        ...[
          `http://0x7f000001:${port}/h`,
          `http://[::ffff:127.0.0.2]:${port}/i`,
          `http://localhost:${port}/j`,
        ],
      ]);
      const own = [
        "/canonical",
        "/base",
        "/drawn",
        "/million",
        "/refresh",
        "/calendar?month=1",
        "/loop/",
        "/hops/1",
      ];
      const sitemap = (tag: string, inner: readonly string[]) =>
        `<${tag}>${inner
          .map((url) => `<loc>${url}</loc>`)
          .map((loc) => (tag === "urlset" ? `<url>${loc}</url>` : `<sitemap>${loc}</sitemap>`))
          .join("")}</${tag}>`;
      const xml = (body: string) => send(200, { "content-type": "application/xml" }, body);
      return {
        "/": page("Home", "harbour", "", [
          ...own,
          ...["/endless", "/bomb", "/circle", "/itself", "/not-gzip"],
          ...statuses.flatMap((status) => [`/to-closed/${status}`, `/to-other/${status}`]),
          ...away,
        ]),
        "/robots.txt": send(
          200,
          { "content-type": "text/plain" },
          `User-agent: *\nAllow: /\nSitemap: ${closed.origin}/map.xml\nSitemap: ${other.origin}/map.xml\nSitemap: ${site.origin}/sitemap.xml\n`,
        ),
        "/sitemap.xml": xml(
          sitemap("sitemapindex", [
            `${site.origin}/sitemap.xml`,
            `${site.origin}/long.xml`,
            `${closed.origin}/map.xml`,
            `${other.origin}/map.xml`,
          ]),
        ),
        "/long.xml": xml(
          sitemap(
            "urlset",
            Array.from({ length: 100_000 }, (_, at) => `${(at % 2 ? closed : other).origin}/${at}`),
          ),
        ),
        "/canonical": page(
          "Canonical",
          "canonical",
          `<link rel="canonical" href="${other.origin}/canonical">`,
        ),
        "/base": page("Base", "based", `<base href="${other.origin}/">`, ["below", "/above"]),
        "/drawn": page("Drawn", "drawn", "", []).replace(
          "</main>",
          `<svg><a href="${other.origin}/svg"><image href="${other.origin}/i.png"/></a></svg><img src="${other.origin}/p.png"><iframe src="${other.origin}/frame"></iframe></main>`,
        ),
        "/refresh": page(
          "Refresh",
          "refreshed",
          `<meta http-equiv="refresh" content="0; url=${other.origin}/refresh">`,
        ),
        "/million": page("Million", "million", "", []).replace(
          "</body>",
          `${`<a href=${other.origin}/m>`.repeat(200_000)}</body>`,
        ),
        "/loop/": page("Loop", "looped", "", ["loop/"]),
        "/endless": (response) => {
          response.writeHead(200, html);
          const chunk = "<p>lamp</p>".repeat(6000);
          const more = (): void => {
            while (!response.destroyed && response.write(chunk));
          };
          response.on("drain", more);
          more();
        },
        "/bomb": send(200, { ...html, "content-encoding": "gzip" }, gzipSync(Buffer.alloc(40_000_000))),
        "/not-gzip": send(200, { ...html, "content-encoding": "gzip" }, "lamp"),
        "/circle": send(301, { location: "/circle/2" }),
        "/circle/2": send(301, { location: "/circle" }),
        "/itself": send(301, { location: "/itself" }),
        ...Object.fromEntries(
          statuses.flatMap((status) => [
            [`/to-closed/${status}`, send(status, { location: `${closed.origin}/redirected` })],
            [`/to-other/${status}`, send(status, { location: `${other.origin}/redirected` })],
          ]),
        ),
      };
    }
  });
});
