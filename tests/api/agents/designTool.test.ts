import { createHash, randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { readDesignSelection, selectForDesignTool } from "../../../shared/contract/accounts/social.ts";
import { listSurfaces } from "../../../shared/contract/surfaces/surfaces.ts";
import type { Member } from "../../kit/factories.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

describe.each(stores())("an agent handed to a design tool on $name", (store) => {
  let server: TestServer;
  let owner: Member;
  let token: string;

  beforeAll(async () => {
    server = await startTestServer({ store });
    owner = await server.createOwner();
    token = await makeToken(owner);
  });

  async function makeToken(member: Member): Promise<string> {
    const { id: productId } = await server.createAgent(member);
    const { items } = await server.as(member).call(listSurfaces, { params: { productId } });
    return items.find((one) => one.type === "widget")?.token ?? "";
  }

  async function read(readKey: string) {
    return (await server.anyone().call(readDesignSelection, { params: { readKey } })).data;
  }

  it("is read by the waiting plug-in, from anywhere", async () => {
    const { readKey, writeKey } = makeKeys();
    expect(await read(readKey)).toEqual({ status: "waiting", token: null });
    await server.as(owner).call(selectForDesignTool, { body: { write_key: writeKey, token } });
    expect(await read(readKey)).toEqual({ status: "chosen", token });
    const path = `/api/public/v1.0/design-selections/${readKey}`;
    const headers = { origin: "null", "sec-fetch-site": "cross-site" };
    const response = await server.request(path, { headers });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response.json()).toEqual({ data: { status: "chosen", token } });
  });

  it("can't be read with only the address from the browser", async () => {
    const { writeKey } = makeKeys();
    await server.as(owner).call(selectForDesignTool, { body: { write_key: writeKey, token } });
    expect(await read(writeKey)).toEqual({ status: "waiting", token: null });
  });

  it("is written once, and forgotten after ten minutes", async () => {
    const { readKey, writeKey } = makeKeys();
    const body = { write_key: writeKey, token };
    const { data } = await server.as(owner).call(selectForDesignTool, { body });
    expect(data.expiresAt - server.clock.now()).toBeLessThanOrEqual(10 * 60 * 1000);
    const again = server.as(owner).call(selectForDesignTool, { body });
    await expect(again).rejects.toMatchObject({ status: 409, code: "conflict" });
    server.clock.advance(10 * 60 * 1000);
    expect(await read(readKey)).toEqual({ status: "waiting", token: null });
  });

  it("B1: needs a token of the organization's own agent: a foreign one is refused", async () => {
    const foreign = await makeToken(await server.createOwner());
    for (const other of [foreign, "nobody's"]) {
      const body = { write_key: makeKeys().writeKey, token: other };
      const chosen = server.as(owner).call(selectForDesignTool, { body });
      await expect(chosen).rejects.toMatchObject({ status: 404, code: "bad_token" });
    }
  });

  it("refuses a guessable key", async () => {
    const body = { write_key: "short", token };
    const chosen = server.as(owner).call(selectForDesignTool, { body });
    await expect(chosen).rejects.toMatchObject({ status: 400, code: "invalid_input" });
  });
});

/** As a plug-in makes them. */
function makeKeys(): { readKey: string; writeKey: string } {
  const readKey = randomBytes(32).toString("base64url");
  return { readKey, writeKey: createHash("sha256").update(readKey).digest("base64url") };
}
