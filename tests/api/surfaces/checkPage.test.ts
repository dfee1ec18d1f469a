import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { checkPage, getWidget, updateWidget } from "../../../shared/contract/surfaces/surfaces.ts";
import { iframeSnippet, scriptSnippet } from "../../../shared/frame/snippet.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";
import { startWebServer, type WebServer } from "../../kit/network/webServer.ts";

const host = "http://localhost:4300";
const opened: WebServer[] = [];
afterEach(() => Promise.all(opened.splice(0).map((site) => site.stop())));

async function setUp(store: ReturnType<typeof stores>[number]) {
  const server = await startTestServer({ store, egressAllow: ["127.0.0.0/8"] });
  const owner = await server.createOwner();
  const { id: productId } = await server.createAgent(owner, "Harbour");
  const params = { productId };
  const { data: widget } = await server.as(owner).call(getWidget, { params });
  const allow = (allowedDomains: string[]) => {
    const { revision, enabled, allowsNullOrigin, settings } = widget;
    const data = { revision, enabled, allowsNullOrigin, settings, allowedDomains };
    return server.as(owner).call(updateWidget, { params, body: { data } });
  };
  async function check(html: string, headers: Record<string, string> = {}) {
    const site = await startWebServer((_, response: ServerResponse) => {
      response.writeHead(200, { "content-type": "text/html", ...headers }).end(html);
    });
    opened.push(site);
    const body = { data: { url: `${site.origin}/` } };
    const { data } = await server.as(owner).call(checkPage, { params, body });
    return { ...data, of: (name: string) => data.checks.find((one) => one.name === name) };
  }
  return { server, owner, params, widget, allow, check, source: { host, token: widget.token } };
}

describe.each(stores())("a checked page on $name", (store) => {
  it("passes with the tag and no policy", async () => {
    const { check, source, allow } = await setUp(store);
    await allow([]);
    const { checks, of } = await check(`<body>${scriptSnippet(source)}</body>`);
    expect(
      checks.filter(({ name }) => name !== "origin" && name !== "context").map(({ state }) => state),
    ).toEqual(["ok", "ok", "ok", "ok"]);
    expect(of("context")?.state).toBe("warning");
  });

  it("gets the tag to paste when it is missing", async () => {
    const { check, source } = await setUp(store);
    const { of } = await check("<p>Hello</p>");
    expect(of("tag")).toMatchObject({ state: "error", lines: [scriptSnippet(source)] });
    expect(of("token")).toBeUndefined();
  });

  it("gets the token to paste when the page has another one", async () => {
    const { check, source } = await setUp(store);
    const { of } = await check(scriptSnippet({ ...source, token: "f".repeat(32) }));
    expect(of("token")).toMatchObject({ state: "error", lines: [source.token] });
  });

  it("gets the lines that its policy lacks, from headers and from the page itself", async () => {
    const { check, source } = await setUp(store);
    const policy = "default-src 'none'; script-src http://localhost:4300";
    const { of } = await check(scriptSnippet(source), { "content-security-policy": policy });
    expect(of("policy")).toMatchObject({
      state: "error",
      lines: [`frame-src ${host}`, `connect-src ${host}`],
    });
    const meta = `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">`;
    expect((await check(meta + scriptSnippet(source))).of("policy")?.lines).toEqual([`script-src ${host}`]);
  });

  it("gets its domain to add when others are listed", async () => {
    const { check, source, allow } = await setUp(store);
    await allow(["shop.test"]);
    const { of, url } = await check(scriptSnippet(source));
    expect(of("origin")).toMatchObject({ state: "error", lines: [new URL(url).host] });
  });

  it("gets a warning about an iframe that hides the site around it", async () => {
    const { check, source } = await setUp(store);
    const frame = iframeSnippet(source, "Harbour");
    expect((await check(frame)).of("frame")?.state).toBe("ok");
    const hiding = frame.replace('referrerpolicy="origin"', 'referrerpolicy="no-referrer"');
    expect((await check(hiding)).of("frame")).toMatchObject({
      state: "error",
      lines: ['referrerpolicy="origin"'],
    });
  });

  it("is fetched through the guard: a private address is reported as unreachable", async () => {
    const { server, owner, params } = await setUp(store);
    const body = { data: { url: "http://10.1.2.3/" } };
    const refused = await server.as(owner).send(checkPage, { params, body });
    expect([refused.status, (await refused.json()).error.code]).toEqual([422, "source_refused"]);
  });
});
