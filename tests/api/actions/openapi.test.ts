import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readOpenapi } from "../../../shared/contract/skills/skills.ts";
import { stores } from "../../kit/database/stores.ts";
import type { Member } from "../../kit/factories.ts";
import { startWebServer } from "../../kit/network/webServer.ts";
import type { WebServer } from "../../kit/network/webServer.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";

const document = {
  ...{ openapi: "3.1.0", info: { title: "Shop", version: "1" }, servers: [{ url: "/api/v3" }] },
  paths: { "/orders": { get: { operationId: "listOrders", responses: { 200: { description: "ok" } } } } },
};

describe.each(stores())("an OpenAPI document at an address on $name", (store) => {
  let server: TestServer;
  let owner: Member;
  let site: WebServer;
  beforeAll(async () => {
    server = await startTestServer({ store, egressAllow: ["127.0.0.0/8"] });
    owner = await server.createOwner();
    site = await startWebServer((request, response) => {
      const isThere = request.url === "/docs/openapi.json";
      response.writeHead(isThere ? 200 : 404, { "content-type": "application/json" });
      response.end(isThere ? JSON.stringify(document) : "{}");
    });
  });
  afterAll(() => site.stop());

  it("is read by way of the guard, and its servers lie where it does", async () => {
    const params = { productId: (await server.createAgent(owner)).id };
    const read = (url: string) => server.as(owner).send(readOpenapi, { params, body: { data: { url } } });
    const found = await read(`${site.origin}/docs/openapi.json`);
    expect(await found.json()).toMatchObject({
      data: { title: "Shop", operations: [{ skill: { config: { url: `${site.origin}/api/v3/orders` } } }] },
    });
    const missing = await read(`${site.origin}/openapi.json`);
    expect([missing.status, await missing.text()]).toEqual([
      400,
      expect.stringContaining("answered with 404"),
    ]);
    expect((await read("http://169.254.169.254/openapi.json")).status).toBe(400);
  });
});
