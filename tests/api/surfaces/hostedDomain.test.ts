import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendMessage } from "../../../shared/contract/conversations/conversations.ts";
import {
  deleteHostedWeb,
  getHostedWeb,
  openChatWidget,
  setHostedDomain,
  updateHostedWeb,
  validateDns,
} from "../../../shared/contract/surfaces/surfaces.ts";
import type { FrameDocument } from "../../../shared/contract/surfaces/surfaces.ts";
import { avatarPath } from "../../../shared/domain/call.ts";
import { createTestClient, nextAddress } from "../../kit/client.ts";
import type { Actor } from "../../kit/client.ts";
import { startDnsServer } from "../../kit/network/dnsServer.ts";
import type { DnsServer } from "../../kit/network/dnsServer.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

const findFrameScript = () => ({ file: "/assets/widget/frame.js", preload: [] });
const publicOrigin = "https://agents.example.com";
const domain = "chat.example.net";

describe.each(stores())("a custom domain on $name", (store) => {
  let dns: DnsServer;
  let server: TestServer;
  beforeAll(async () => {
    dns = await startDnsServer();
  });
  afterAll(() => dns.stop());
  beforeEach(async () => {
    server = await startTestServer({ store, findFrameScript, publicOrigin, dnsServers: [dns.address] });
  });

  /** An organization with a hosted page. */
  async function openPage(name = "Harbour Help") {
    const owner = await server.createOwner(name);
    const agent = await server.createAgent(owner, name);
    const params = { productId: agent.id };
    const asOwner = server.as(owner);
    const read = async () => (await asOwner.call(getHostedWeb, { params })).data;
    const { slug, settings } = await read();
    await asOwner.call(updateHostedWeb, {
      params,
      body: { data: { revision: 0, enabled: true, slug, settings } },
    });
    const set = (value: string | null) =>
      asOwner.send(setHostedDomain, { params, body: { data: { name: value } } });
    const check = async () => {
      const response = await asOwner.send(validateDns, { params });
      const { data, error } = await response.json();
      return { status: response.status, error, ...data };
    };
    return { asOwner, params, read, set, check, slug };
  }
  type HostedPage = Awaited<ReturnType<typeof openPage>>;

  /** Names the domain, sets the records that are asked for beside others, and has them looked up. */
  async function prove(page: HostedPage, others: string[] = []) {
    await page.set(domain);
    const proof = await proofOf(page);
    dns.set("TXT", `_pilothouse.${domain}`, [...others, proof]);
    dns.set("CNAME", domain, ["agents.example.com"]);
    return { proof, ...(await page.check()) };
  }
  const proofOf = async (page: HostedPage) => (await page.read()).domain?.records[0]?.value ?? "";

  /** Asks this server by another host, as a browser does whose name server led it here. */
  const ask = (url: string, init: RequestInit = {}) =>
    server.app.app.fetch(new Request(url, init), { address: nextAddress() });
  const isPage = async (url: string) => (await (await ask(url)).text()).includes('id="frame-document"');

  beforeEach(() => {
    dns.fail(false);
    dns.set("TXT", `_pilothouse.${domain}`, []);
    dns.set("CNAME", domain, []);
  });

  it("is listed with the records to set, and answers nobody before they are seen", async () => {
    const page = await openPage();
    await page.set(` ${domain.toUpperCase()} `);
    const { domain: named } = await page.read();
    expect(named).toEqual({
      name: domain,
      validatedAt: null,
      records: [
        {
          type: "TXT",
          name: `_pilothouse.${domain}`,
          value: expect.stringMatching(/^pilothouse-domain=[0-9a-f]{32}$/),
        },
        { type: "CNAME", name: domain, value: "agents.example.com" },
      ],
    });
    expect(await isPage(`https://${domain}/`)).toBe(false);
    const { surface, findings } = await page.check();
    expect(surface.domain.validatedAt).toBeNull();
    expect(findings).toMatchObject([
      { type: "TXT", state: "missing", found: [] },
      { type: "CNAME", state: "missing", found: [] },
    ]);
    expect(await isPage(`https://${domain}/`)).toBe(false);
  });

  it("answers with the page once its proof is found, as a site of its own", async () => {
    const page = await openPage();
    const { surface, findings } = await prove(page);
    expect(surface.domain.validatedAt).toBeGreaterThan(0);
    expect(findings).toMatchObject([{ state: "ok" }, { state: "ok", found: ["agents.example.com"] }]);

    const html = await (await ask(`https://${domain}/`)).text();
    expect(html).toContain(`<link rel="canonical" href="https://${domain}">`);
    expect(html).toContain('href="/icon"');
    expect((await ask(`https://${domain}/icon`)).headers.get("content-type")).toBe(
      "image/svg+xml; charset=utf-8",
    );
    const manifest = await (await ask(`https://${domain}/manifest.webmanifest`)).json();
    expect(manifest).toMatchObject({ start_url: "/", scope: "/", icons: [{ src: "/icon" }] });
    // Its address on this server stays, and says which one it is for the world.
    const also = await (await ask(`${publicOrigin}/p/${page.slug}`)).text();
    expect(also).toContain(`<link rel="canonical" href="https://${domain}">`);
    expect(also).toContain(`href="/p/${page.slug}/icon"`);
  });

  it("accepts visitors' messages", async () => {
    const page = await openPage();
    await prove(page);
    const { ticket } = documentOf(await (await ask(`https://${domain}/`)).text());
    const send = (request: Request, { address }: Actor) => server.app.app.fetch(request, { address });
    const options = { send, origin: `https://${domain}`, now: server.clock.now };
    const anyone = createTestClient(options, { address: "192.0.2.7" });
    const { data } = await anyone.call(openChatWidget, { body: { data: { ticket } } });
    const visitor = createTestClient(options, { address: "192.0.2.7", session: data.session });
    const body = { data: { clientId: "message-1", content: "Hello", attachments: [] } };
    expect((await visitor.send(sendMessage, { params: page.params, body })).status).toBe(200);
  });

  it("frames the avatar of a call", async () => {
    await prove(await openPage());
    const headers = { "sec-fetch-site": "same-origin", "sec-fetch-dest": "iframe" };
    const room = encodeURIComponent("https://tavus.daily.co/c0ffee");
    expect((await ask(`https://${domain}${avatarPath}?url=${room}`, { headers })).status).toBe(200);
  });

  it("serves nothing else of this server", async () => {
    await prove(await openPage());
    const paths = ["/auth/login", "/p/harbour-help", "/api/auth/v1.0/session", "/widget.js", "/api/docs"];
    const statuses = paths.map(async (path) => (await ask(`https://${domain}${path}`)).status);
    expect(await Promise.all(statuses)).toEqual(paths.map(() => 404));
  });

  it("is shown beside the records found instead", async () => {
    const page = await openPage();
    await page.set(domain);
    dns.set("TXT", `_pilothouse.${domain}`, ["v=spf1 -all"]);
    dns.set("CNAME", domain, ["shops.example.org"]);
    const { surface, findings } = await page.check();
    expect(findings).toMatchObject([
      { state: "wrong", found: ["v=spf1 -all"], message: "The record has another value." },
      { state: "wrong", found: ["shops.example.org"] },
    ]);
    expect(surface.domain.validatedAt).toBeNull();
  });

  it.each([
    ["A", "192.0.2.80", "192.0.2.81"],
    ["AAAA", "2001:db8::80", "2001:db8::81"],
  ] as const)(
    "can point here by an address record (%s), as the top of a domain must",
    async (kind, address, other) => {
      const page = await openPage();
      await page.set(domain);
      dns.set(kind, domain, [address]);
      dns.set(kind, "agents.example.com", [address]);
      expect((await page.check()).findings[1]).toMatchObject({ state: "ok", found: [address] });
      dns.set(kind, "agents.example.com", [other]);
      expect((await page.check()).findings[1]).toMatchObject({ state: "wrong", found: [address] });
      dns.set(kind, domain, []);
      dns.set(kind, "agents.example.com", []);
    },
  );

  it("waits when the name servers don't answer, and keeps the earlier result", async () => {
    const page = await openPage();
    await prove(page);
    dns.fail(true);
    const { surface, findings } = await page.check();
    expect(findings).toMatchObject([{ state: "unanswered" }, { state: "unanswered" }]);
    expect(surface.domain.validatedAt).toBeGreaterThan(0);
    expect(await isPage(`https://${domain}/`)).toBe(true);
  });

  it("can't be taken by another organization, which has another proof to show", async () => {
    const ours = await openPage();
    const theirs = await openPage("Raiders");
    const { proof } = await prove(ours);
    // They only name it: what stands there proves nothing for them.
    await theirs.set(domain);
    expect(await proofOf(theirs)).not.toBe(proof);
    expect((await theirs.check()).findings[0]).toMatchObject({ state: "wrong", found: [proof] });
    // Both proofs stand there: who has it keeps it.
    const { status, error } = await prove(theirs, [proof]);
    expect([status, error.code]).toEqual([409, "name_taken"]);
    expect(await (await ask(`https://${domain}/`)).text()).toContain("<title>Harbour Help</title>");
  });

  it("changes its owner when its records do, or when it is given up", async () => {
    const first = await openPage();
    const second = await openPage("Second");
    const third = await openPage("Third");
    await prove(first);
    expect((await prove(second)).status).toBe(200);
    expect(await (await ask(`https://${domain}/`)).text()).toContain("<title>Second</title>");
    expect((await first.read()).domain?.validatedAt).toBeNull();

    const { value: proof = "" } = (await second.read()).domain?.records[0] ?? {};
    await second.set(null);
    expect(await isPage(`https://${domain}/`)).toBe(false);
    expect((await prove(third, [proof])).status).toBe(200);
    await third.asOwner.call(deleteHostedWeb, { params: third.params, query: { confirmed: "true" } });
    expect(await isPage(`https://${domain}/`)).toBe(false);
  });

  it("needs a new proof once another one was named meanwhile", async () => {
    const page = await openPage();
    const { proof } = await prove(page);
    await page.set("help.example.net");
    expect(await isPage(`https://${domain}/`)).toBe(false);
    await page.set(domain);
    expect((await page.read()).domain?.validatedAt).toBeNull();
    expect(await proofOf(page)).not.toBe(proof);
    expect(await isPage(`https://${domain}/`)).toBe(false);
  });

  it("is not served while the page is off", async () => {
    const page = await openPage();
    await prove(page);
    const { revision, slug, settings } = await page.read();
    const body = { data: { revision, enabled: false, slug, settings } };
    await page.asOwner.call(updateHostedWeb, { params: page.params, body });
    expect((await ask(`https://${domain}/`)).status).toBe(404);
    expect((await page.read()).domain).toMatchObject({ name: domain });
  });

  it.each([
    ["agents.example.com", "This is the address of this server itself."],
    ["localhost", "Write a domain such as chat.example.com."],
    ["192.0.2.7", "Write a domain such as chat.example.com."],
    ["https://chat.example.net", "Write a domain such as chat.example.com."],
    ["chat.example.net:8080", "Write a domain such as chat.example.com."],
    ["*.example.net", "Write a domain such as chat.example.com."],
    ["-chat.example.net", "Write a domain such as chat.example.com."],
    ["chat..net", "Write a domain such as chat.example.com."],
    [`${"a".repeat(64)}.net`, "Write a domain such as chat.example.com."],
  ])("can't be %s", async (name, message) => {
    const page = await openPage();
    const response = await page.set(name);
    const { error } = await response.json();
    expect([response.status, error.fields]).toEqual([400, [{ path: "body.data.name", message }]]);
  });

  it("can use any script, which name servers know in another form", async () => {
    const page = await openPage();
    await page.set("Bücher.example.net");
    expect((await page.read()).domain?.name).toBe("xn--bcher-kva.example.net");
  });

  it("needs a saved page, and a name before the lookup", async () => {
    const page = await openPage();
    const { status, error } = await page.check();
    expect([status, error.message]).toEqual([404, "Name a domain first."]);
    await page.asOwner.call(deleteHostedWeb, { params: page.params, query: { confirmed: "true" } });
    const refused = await page.set(domain);
    expect([refused.status, (await refused.json()).error.message]).toEqual([404, "Save the page first."]);
  });
});

function documentOf(html: string): FrameDocument {
  const [, json = "null"] = /id="frame-document">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json);
}
