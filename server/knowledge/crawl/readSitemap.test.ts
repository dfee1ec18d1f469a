import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readSitemap } from "./readSitemap.ts";

const read = (text: string, max = 1000) => readSitemap(Buffer.from(text), max);
const urlset = (inner: string): string => `<?xml version="1.0"?><urlset xmlns="http://x">${inner}</urlset>`;

describe("forms of a sitemap", () => {
  it("a list of pages, with its escapes and white space", async () => {
    const text = urlset(
      "<url><loc>\n https://a.example/?x=1&amp;y=2 </loc><lastmod>2026-01-01</lastmod></url>",
    );
    expect(await read(text)).toEqual({ pages: ["https://a.example/?x=1&y=2"], sitemaps: [], isCut: false });
  });

  it("an index of sitemaps", async () => {
    const text = "<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>";
    expect(await read(text)).toMatchObject({ pages: [], sitemaps: ["https://a.example/1.xml"] });
  });

  it("a packed one, and one with a byte order mark", async () => {
    const text = urlset("<url><loc>https://a.example/</loc></url>");
    expect(await readSitemap(gzipSync(text), 10)).toMatchObject({ pages: ["https://a.example/"] });
    expect(await read(`\uFEFF${text}`)).toMatchObject({ pages: ["https://a.example/"] });
  });

  it.each([
    [
      "with a prefix",
      '<sm:urlset xmlns:sm="s"><sm:url><sm:loc>https://a.example/1</sm:loc></sm:url></sm:urlset>',
    ],
    [
      "an Atom feed",
      '<feed><link href="https://a.example/"/><entry><link rel="edit" href="/e"/><link href="https://a.example/1"/></entry></feed>',
    ],
    [
      "an RSS feed",
      "<rss><channel><link>https://a.example/</link><item><link>https://a.example/1</link></item></channel></rss>",
    ],
    [
      "a JSON feed",
      '{"version":"https://jsonfeed.org/version/1.1","items":[{"url":"https://a.example/1"},{"id":2}]}',
    ],
  ])("%s", async (_, text) => {
    const little = Buffer.from(`\ufeff${text}`, "utf16le");
    const all = [Buffer.from(text), little, Buffer.from(little).swap16(), gzipSync(little)];
    for (const body of all)
      expect(await readSitemap(body, 10)).toMatchObject({ pages: ["https://a.example/1"] });
  });

  it("lines of text", async () => {
    expect(await read("https://a.example/1\r\nhttps://a.example/2\n\n")).toMatchObject({
      pages: ["https://a.example/1", "https://a.example/2"],
    });
  });

  it("pictures and other languages of a page are not pages", async () => {
    const text = urlset(
      "<url><loc>https://a.example/</loc><image:image><image:loc>https://a.example/p.png</image:loc></image:image>" +
        '<xhtml:link rel="alternate" href="https://a.example/de"/></url>',
    );
    expect(await read(text)).toMatchObject({ pages: ["https://a.example/"] });
  });

  it.each(["<html><body>not found</body></html>", "hello", "", "{}", "<opml><body></body></opml>"])(
    "%j is no sitemap",
    async (text) => expect(await read(text)).toBeUndefined(),
  );
});

describe("A11: sitemaps that are an attack", () => {
  it("A11: a hundred thousand addresses are cut where the crawl's memory ends", async () => {
    const text = urlset("<url><loc>https://a.example/x</loc></url>".repeat(100_000));
    expect(await read(text, 6000)).toMatchObject({ isCut: true, pages: { length: 6000 } });
    const lines = "https://a.example/x\n".repeat(100_000);
    expect(await read(lines, 6000)).toMatchObject({ isCut: true, pages: { length: 6000 } });
  });

  it("A11: one that unpacks to more than 50 MB is not read", async () => {
    expect(await readSitemap(gzipSync(Buffer.alloc(60_000_000, "a")), 10)).toBeUndefined();
    expect(await readSitemap(gzipSync("x").subarray(0, 12), 10)).toBeUndefined();
  });

  it("A11: elements in elements without end are left", async () => {
    const text = `<urlset><url><loc>https://a.example/</loc></url>${"<a>".repeat(500_000)}${"</b>".repeat(500_000)}`;
    expect(await read(text)).toMatchObject({ pages: ["https://a.example/"] });
  });

  it("E4: entities of the file's own are not known, nor is anything outside looked up", async () => {
    const text =
      '<!DOCTYPE urlset [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>' +
      "<urlset><url><loc>https://a.example/&b;&x;</loc></url></urlset>";
    expect(await read(text)).toMatchObject({ pages: ["https://a.example/&b;&x;"] });
  });
});
