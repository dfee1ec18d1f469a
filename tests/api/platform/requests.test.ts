import { createHmac } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createOrganization, getProfile, getSession } from "../../../shared/contract/accounts/accounts.ts";
import { loginWithPassword } from "../../../shared/contract/accounts/signIn.ts";
import { createAgent, getAgent, listAgents } from "../../../shared/contract/agents/agents.ts";
import { signatureHeaders } from "../../../shared/domain/signature.ts";
import { buildRequest } from "../../kit/client.ts";
import type { TestInput } from "../../kit/client.ts";
import type { Member } from "../../kit/factories.ts";
import { rounds } from "../../kit/rounds.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

describe.each(stores())("request handling on $name", (store) => {
  let server: TestServer;
  let owner: Member;
  beforeAll(async () => {
    server = await startTestServer({ store });
    owner = await server.createOwner();
  });

  const ask = async (request: Request) => {
    const response = await server.app.app.fetch(request, { address: owner.address });
    const { error } = await response.json();
    return { status: response.status, code: error?.code, headers: response.headers };
  };
  const build = (input: TestInput<typeof createOrganization> = {}, now = server.clock.now()) =>
    buildRequest({
      call: createOrganization,
      input: { body: { data: { name: "Signed" } }, ...input },
      actor: owner,
      origin: server.origin,
      now,
    });

  describe("D10: a signed request", () => {
    it("is accepted once and refused when it is sent again", async () => {
      const request = await build();
      expect((await ask(request.clone())).status).toBe(200);
      expect(await ask(request)).toMatchObject({ status: 403, code: "signature_refused" });
    });

    it("is refused by another server on the same database too", async () => {
      const request = await build();
      expect((await ask(request.clone())).status).toBe(200);
      const rows = await server.store.db.selectFrom("nonces").selectAll().execute();
      expect(rows.map(({ nonce }) => nonce)).toContain(request.headers.get(signatureHeaders.nonce));
    });

    const changes: [string, (request: Request) => Request | Promise<Request>][] = [
      ["another body", (request) => new Request(request, { body: '{"data":{"name":"Changed"}}' })],
      ["another query", (request) => new Request(`${request.url}?limit=1`, request)],
      [
        "another path",
        (request) => new Request(new URL("/api/auth/v1.0/authentication/logout", request.url), request),
      ],
      [
        "another host",
        (request) => withHeader(withHeader(request, "host", "evil.example"), "origin", "http://evil.example"),
      ],
      ["no nonce", (request) => withHeader(request, signatureHeaders.nonce, null)],
      ["another nonce", (request) => withHeader(request, signatureHeaders.nonce, "a".repeat(32))],
      [
        "a header sent twice",
        (request) => withHeader(request, signatureHeaders.timestamp, `${Date.now()}, ${Date.now()}`),
      ],
      ["one more signed name", (request) => withHeader(request, "x-cplt-extra", "1")],
      [
        "another session",
        (request) => withHeader(request, signatureHeaders.session, "01m00000000000000000000000"),
      ],
      ["no signature", (request) => withHeader(request, signatureHeaders.signature, null)],
      [
        "an upper-case signature",
        (request) =>
          withHeader(
            request,
            signatureHeaders.signature,
            String(request.headers.get(signatureHeaders.signature)).toUpperCase(),
          ),
      ],
      ["broken parameters", (request) => withHeader(request, signatureHeaders.params, "%E0%A4%A")],
    ];
    it.each(changes)("is refused with %s", async (_, change) => {
      const { status, code } = await ask(await change(await build()));
      expect([401, 403, 404, 405]).toContain(status);
      expect(["signature_refused", "unauthenticated", "method_not_allowed"]).toContain(code);
    });

    it.each([-10 * 60_000, 10 * 60_000, -5 * 60_000 - 2000])(
      "with a clock that is off by %d ms is refused, with the server's time",
      async (offMs) => {
        const refused = await ask(await build({}, server.clock.now() + offMs));
        expect(refused).toMatchObject({ status: 403, code: "signature_refused" });
        const told = Number(refused.headers.get(signatureHeaders.timestamp));
        expect(Math.abs(told - server.clock.now())).toBeLessThan(5000);
      },
    );

    it.each([-4 * 60_000, 4 * 60_000])("with a clock that is off by %d ms is accepted", async (offMs) => {
      expect((await ask(await build({}, server.clock.now() + offMs))).status).toBe(200);
    });

    it("is accepted with any case of its header names and any order of its query", async () => {
      const request = await buildRequest({
        call: listAgents,
        input: { query: { page: 1, limit: 5 } },
        actor: owner,
        origin: server.origin,
        now: server.clock.now(),
      });
      const url = new URL(request.url);
      url.search = "?limit=5&page=1";
      const headers = Object.fromEntries(
        [...request.headers].map(([name, value]) => [name.toUpperCase(), value]),
      );
      expect((await ask(new Request(url, { headers }))).status).toBe(200);
    });

    it("is refused unsigned, with only the cookie, and with another session's key", async () => {
      const other = await server.createOwner();
      const { session, ...unsigned } = owner;
      await expect(server.as(unsigned).call(getProfile)).rejects.toMatchObject({ status: 401 });
      const mixed = { ...owner, session: { ...session, key: other.session.key } };
      await expect(server.as(mixed).call(getProfile)).rejects.toMatchObject({ status: 403 });
      const swapped = { ...owner, session: other.session };
      await expect(server.as(swapped).call(getProfile)).rejects.toMatchObject({ status: 401 });
    });
  });

  describe("the organization's token", () => {
    it.each([
      ["none", undefined],
      ["an invalid one", "abc"],
      [
        "an unsigned one",
        `${Buffer.from('["x","y",9999999999999]').toString("base64url")}.${"a".repeat(43)}`,
      ],
    ])("is required: %s is 401", async (_, bearer) => {
      const asked = server.as({ ...owner, bearer }).call(listAgents);
      await expect(asked).rejects.toMatchObject({ status: 401 });
    });

    it("of another session is 401, and in the path of another organization everything is missing", async () => {
      const other = await server.createOwner();
      const borrowed = server.as({ ...owner, bearer: other.bearer, organizationId: other.organizationId });
      await expect(borrowed.call(listAgents)).rejects.toMatchObject({ status: 401 });
      const elsewhere = server.as(owner).call(listAgents, { params: { orgId: other.organizationId } });
      await expect(elsewhere).rejects.toMatchObject({ status: 404, code: "not_found" });
    });

    it("stops working at once when the membership ends", async () => {
      const member = await server.createMember(owner.organizationId, "admin");
      expect(await server.as(member).call(listAgents)).toMatchObject({ items: [] });
      await server.store.db.deleteFrom("members").where("userId", "=", member.user._id).execute();
      await expect(server.as(member).call(listAgents)).rejects.toMatchObject({ status: 404 });
    });

    it("doesn't allow what the role may not do", async () => {
      const support = await server.createMember(owner.organizationId, "support");
      const created = server.as(support).call(createAgent, { body: { data: { name: "Mine" } } });
      await expect(created).rejects.toMatchObject({ status: 403, code: "forbidden" });
    });
  });

  describe("D8: a request from another site", () => {
    it.each([
      [
        "a form post",
        { "sec-fetch-site": "cross-site", origin: "https://evil.example", "content-type": "text/plain" },
      ],
      ["a post from another port", { "sec-fetch-site": "same-site", origin: "http://localhost:9" }],
      ["an old browser's post", { "sec-fetch-site": null, origin: "https://evil.example" }],
      ["a sandboxed frame's post", { "sec-fetch-site": null, origin: "null" }],
    ])("is refused: %s", async (_, changed) => {
      let request = await build();
      for (const [name, value] of Object.entries(changed)) request = withHeader(request, name, value);
      expect(await ask(request)).toMatchObject({ status: 403, code: "cross_site" });
    });

    it("gets no session key", async () => {
      for (const site of ["cross-site", "same-site"]) {
        const stolen = server.as(owner).call(getSession, { headers: { "sec-fetch-site": site } });
        await expect(stolen).rejects.toMatchObject({ status: 403, code: "cross_site" });
      }
      const response = await server.as(owner).send(getSession);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    });

    it("changes nothing by GET or by naming another method", async () => {
      const path = `/api/console/v1/org/${owner.organizationId}/copilotapps`;
      const headers = { "x-http-method-override": "DELETE", cookie: owner.cookie };
      expect((await server.request(path, { headers })).status).toBe(401);
      expect((await server.request(`${path}?_method=DELETE`, { method: "POST", headers })).status).toBe(401);
    });
  });

  describe("a body", () => {
    it("that is too large is 413 before any other check, even with a false length", async () => {
      const large = { data: { name: "x".repeat(300_000) } };
      await expect(server.as(owner).call(createAgent, { body: large })).rejects.toMatchObject({
        status: 413,
      });
      const endless = new ReadableStream<Uint8Array>({ pull: (to) => to.enqueue(new Uint8Array(65_536)) });
      const response = await server.request("/api/auth/v1.0/authentication/login/password", {
        method: "POST",
        body: endless,
        duplex: "half",
        headers: { "content-type": "application/json", "content-length": "10" },
      } as RequestInit);
      expect(response.status).toBe(413);
      expect(response.headers.get("connection")).toBe("close");
    });

    it.each([
      ["text/plain", 415],
      ["application/x-www-form-urlencoded", 415],
      ["multipart/form-data; boundary=x", 415],
      ["application/json; charset=latin1", 415],
      ["application/json; charset=utf-8", 400],
      ["APPLICATION/JSON", 400],
    ])("of type %s is %i", async (type, status) => {
      const response = await signIn('{"email":1}', type);
      expect(response.status).toBe(status);
    });

    it("that is wrong is refused with the path of each field", async () => {
      const asked = server.as(owner).call(createAgent, {
        body: { data: { name: " ", personality: { preset: "grumpy", text: "" }, extra: 1 } } as never,
      });
      const paths = await asked.catch((error) =>
        error.body.error.fields.map(({ path }: { path: string }) => path),
      );
      expect(paths).toEqual(["body.data.name", "body.data.personality.preset", "body.data.extra"]);
      await expect(asked).rejects.toMatchObject({ status: 400, code: "invalid_input" });
      const unknown = { path: "body.data.extra", message: "Unknown field." };
      await expect(asked).rejects.toMatchObject({
        body: { error: { fields: expect.arrayContaining([unknown]) as unknown } },
      });
      await expect(server.as(owner).call(listAgents, { query: { limit: 101 } })).rejects.toMatchObject({
        body: { error: { fields: [{ path: "query.limit" }] } },
      });
      const left = server.as(owner).call(createOrganization, { body: { data: {} } as never });
      await expect(left).rejects.toMatchObject({
        body: { error: { fields: [{ path: "body.data.name", message: "Field is required" }] } },
      });
    });

    it.each([
      '{"__proto__":{"isAdmin":true}}',
      '{"email":"a@b.co","password":"x","constructor":{"prototype":{"x":1}}}',
      '{"data":[{"deep":{"__proto__":[]}}]}',
      '{"\\u005f_proto__":1}',
    ])("E8: that pollutes prototypes is refused: %s", async (text) => {
      expect((await signIn(text)).status).toBe(400);
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
    });

    it.each(jsonSuite)("E11: %s is no server error", async (_, text) => {
      const response = await signIn(text);
      expect(response.status).toBe(400);
      expect(await response.text()).not.toMatch(/at .*\.ts|node_modules|stack/);
    });

    it("E11: of any shape is answered by 400 or by the result, never by a server error", async () => {
      await fc.assert(
        fc.asyncProperty(fc.json({ maxDepth: 4 }), async (text) => {
          expect([400, 401, 429]).toContain((await signIn(text)).status);
        }),
        rounds({ some: 60, whole: 200 }),
      );
    });

    function signIn(body: string | Uint8Array, type = "application/json") {
      return server.request("/api/auth/v1.0/authentication/login/password", {
        method: "POST",
        body: body as BodyInit,
        headers: { "content-type": type },
      });
    }
  });

  describe("an error", () => {
    it("gives only a number, and the log has the rest without people's texts", async () => {
      const broken = await startTestServer({ store });
      const person = await broken.createPerson();
      await broken.store.db.schema.dropTable("groupMembers").execute();
      const response = await broken
        .as(person)
        .send(createOrganization, { body: { data: { name: "Top secret name" } } });
      const { error } = await response.json();
      expect(response.status).toBe(500);
      expect(error).toEqual({
        code: "internal",
        message: "Something went wrong",
        fields: [],
        requestId: response.headers.get("x-request-id"),
      });
      const lines = broken.readLog();
      expect(lines).toContain(error.requestId);
      expect(lines).toMatch(/groupMembers/);
      for (const secret of ["Top secret", person.session.key, person.cookie.split("=")[1] ?? ""]) {
        expect(lines).not.toContain(secret);
      }
    });

    it("tells a session with too many requests when to come again", async () => {
      const one = await server.createOwner();
      const ask = () => server.as(one).send(getAgent, { params: { productId: "none" } });
      const statuses = new Set<number>();
      let refused: Response | undefined;
      // As many as it takes: on a slow machine more become free meanwhile.
      while (!refused) {
        const answers = await Promise.all(Array.from({ length: 25 }, ask));
        for (const { status } of answers) statuses.add(status);
        refused = answers.find(({ status }) => status === 429);
      }
      expect([...statuses]).toEqual([404, 429]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
      expect((await server.as(owner).send(getProfile)).status).toBe(200);
    });

    it("counts an IPv6 customer by the network, not by the addresses in it", async () => {
      const tryFrom = (address: string) =>
        server.anyone(address).send(loginWithPassword, {
          body: {
            email: `${createHmac("md5", "x").update(address).digest("hex")}@example.com`,
            password: "x",
          },
        });
      const statuses: number[] = [];
      for (let index = 1; index <= 7; index += 1)
        statuses.push((await tryFrom(`2001:db8:1:2::${index}`)).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
      expect((await tryFrom("2001:db8:1:3::1")).status).toBe(401);
    });
  });
});

function withHeader(request: Request, name: string, value: string | null): Request {
  const headers = new Headers(request.headers);
  if (value === null) headers.delete(name);
  else headers.set(name, value);
  return new Request(request, { headers });
}

/** Shapes that break parsers, in the manner of the well-known suites: none is a sign-in. */
const jsonSuite: [string, string | Uint8Array][] = [
  ["only white space", " \n\t"],
  ["a lone value", "1"],
  ["a lone text", '"x"'],
  ["null", "null"],
  ["an array", "[]"],
  ["an object left open", '{"email":"a@b.co"'],
  ["an array left open", "[1,"],
  ["a trailing comma", '{"email":"a@b.co",}'],
  ["a comma alone", "[,]"],
  ["two values", "{}{}"],
  ["a comment", '{"a":1/* */}'],
  ["single quotes", "{'a':1}"],
  ["a name without quotes", "{a:1}"],
  ["a doubled colon", '{"a"::1}'],
  ["NaN", "NaN"],
  ["Infinity", "[Infinity]"],
  ["a hexadecimal number", "[0x1]"],
  ["a leading zero", "[012]"],
  ["a leading plus", "[+1]"],
  ["a bare dot", "[.5]"],
  ["an exponent without digits", "[1e]"],
  ["a huge exponent", "[1e9999]"],
  ["a very long number", `[${"9".repeat(1000)}]`],
  ["a broken escape", '["\\x"]'],
  ["a cut unicode escape", '["\\u00"]'],
  ["a raw line break in a text", '["a\nb"]'],
  ["a raw tab in a text", '["\t"]'],
  ["a NUL", '{"email":"\u0000"}'],
  ["an escaped NUL as a name", '{"\\u0000":1}'],
  ["half a surrogate pair", '{"email":"\\ud800"}'],
  ["the other half", '{"email":"\\udc00\\ud800"}'],
  ["bytes that are no UTF-8", new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
  ["an overlong encoding", new Uint8Array([0x22, 0xc0, 0xaf, 0x22])],
  ["UTF-16", new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
  ["a byte order mark", new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d])],
  ["a hundred thousand arrays", "[".repeat(100_000)],
  ["fifty thousand arrays, closed", "[".repeat(50_000) + "]".repeat(50_000)],
  ["twenty thousand objects", '{"a":'.repeat(20_000) + "1" + "}".repeat(20_000)],
  ["a doubled name", '{"email":"a@b.co","email":1}'],
  ["an empty name", '{"":0}'],
  ["capital TRUE", "TRUE"],
  ["a form feed", "[\u000c]"],
  ["a star", "*"],
  ["HTML", "<html></html>"],
];
