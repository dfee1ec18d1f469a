import { describe, expect, it } from "vitest";
import { mostItems, readFeed } from "./readFeed.ts";

const read = (xml: string) => readFeed(Buffer.from(xml), "application/xml", "https://news.example/feed.xml");

const rss = (items: string, before = "") =>
  `<?xml version="1.0"?>${before}<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>News</title><link>https://news.example/</link>${items}</channel></rss>`;

describe("a feed", () => {
  it("of RSS gives guid, title, link, content and date of each item", async () => {
    const feed = await read(
      rss(
        `<item><title>Ferry &amp; tides</title><link>/ferry</link><guid isPermaLink="false">n-1</guid>
        <pubDate>Tue, 03 Mar 2026 10:00:00 GMT</pubDate><description>Short.</description>
        <content:encoded><![CDATA[<p>The ferry leaves at <b>noon</b>.</p>]]></content:encoded></item>
        <item><title>No guid</title><link>https://news.example/two</link><description>&lt;p&gt;Two&lt;/p&gt;</description></item>`,
      ),
    );
    expect(feed?.items).toMatchObject([
      {
        ...{ key: "n-1", title: "Ferry & tides", link: "https://news.example/ferry" },
        content: "<p>The ferry leaves at <b>noon</b>.</p>",
        publishedAt: Date.UTC(2026, 2, 3, 10),
      },
      { key: "https://news.example/two", content: "<p>Two</p>", publishedAt: null },
    ]);
  });

  it("of Atom gives the alternate link, XHTML content and the day of its change", async () => {
    const feed = await read(
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><id>urn:feed</id><entry><id>urn:1</id>
      <title type="html">Pier &lt;b&gt;two&lt;/b&gt;</title><link rel="self" href="https://news.example/1.atom"/>
      <link href="https://news.example/1"/><updated>2026-03-04T08:00:00Z</updated>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p onclick="x()">Pier &lt;two&gt; is open.</p></div></content>
      </entry></feed>`,
    );
    expect(feed?.items).toMatchObject([
      {
        ...{ key: "urn:1", title: "Pier two", link: "https://news.example/1" },
        content: "<div><p>Pier &lt;two&gt; is open.</p></div>",
        publishedAt: Date.UTC(2026, 2, 4, 8),
      },
    ]);
  });

  it("of RSS 1.0 is read, too", async () => {
    const feed = await read(
      `<rdf:RDF xmlns:rdf="r" xmlns:dc="d"><channel/><item rdf:about="x"><title>One</title><link>https://news.example/1</link><dc:date>2026-01-02</dc:date></item></rdf:RDF>`,
    );
    expect(feed?.items).toMatchObject([{ title: "One", content: "", publishedAt: Date.UTC(2026, 0, 2) }]);
  });

  it("never expands an entity of its own, and looks up nothing", async () => {
    const bomb = `<!DOCTYPE rss [<!ENTITY a "AAAAAAAAAA"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY secret SYSTEM "file:///etc/passwd">]>`;
    const feed = await read(
      rss(`<item><title>&b;</title><guid>1</guid><description>&secret; &b;</description></item>`, bomb),
    );
    expect(feed?.items).toMatchObject([{ title: "&b;", content: "&secret; &b;" }]);
  });

  it("ends where it is too deep, too long or endless", async () => {
    const deep = await read(rss(`<item><guid>1</guid>${"<x>".repeat(10_000)}`));
    expect(deep?.items).toEqual([]);
    const items = Array.from(
      { length: mostItems + 5 },
      (_, at) => `<item><guid>${at}</guid><description>x</description></item>`,
    );
    const many = await read(rss(items.join("")));
    expect(many).toMatchObject({ isCut: true });
    expect(many?.items).toHaveLength(mostItems);
    const long = await read(
      rss(`<item><guid>1</guid><description>${"x".repeat(600_000)}</description></item>`),
    );
    expect(long?.items[0]?.content).toHaveLength(500_000);
  });

  it("takes no link but to the web", async () => {
    const feed = await read(
      rss(
        `<item><title>x</title><link>javascript:alert(1)</link></item><item><guid>2</guid><link>file:///etc/passwd</link><description>y</description></item>`,
      ),
    );
    expect(feed?.items).toMatchObject([{ key: "2", link: null }]);
  });

  it.each(["<html><body>Not a feed</body></html>", "plain words", "{}"])("is not %s", async (text) => {
    expect(await read(text)).toBeUndefined();
  });
});
