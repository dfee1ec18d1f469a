import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { publishAgent, updateAgent } from "../../../shared/contract/agents/agents.ts";
import { getWidget, updateWidget } from "../../../shared/contract/surfaces/surfaces.ts";
import type { Member } from "../../kit/factories.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

describe.each(stores())("an impossible draft revision, on $name", (store) => {
  let server: TestServer;
  let owner: Member;
  let agent: Agent;
  beforeAll(async () => {
    server = await startTestServer({ store });
    owner = await server.createOwner();
    agent = await server.createAgent(owner);
  });

  it.each([1e300, 9e15, 2 ** 31, 1.5])("is refused with the field's path: %s", async (revision) => {
    const client = server.as(owner);
    const params = { productId: agent.id };
    const { enabled, allowedDomains, allowsNullOrigin, settings } = (await client.call(getWidget, { params }))
      .data;
    const look = { revision, enabled, allowedDomains, allowsNullOrigin, settings };
    const fields = [expect.objectContaining({ path: "body.data.revision" })];
    const refused = { status: 400, body: { error: { code: "invalid_input", fields } } };
    const saved = { params, body: { data: { revision, configuration: agent.configuration } } };
    await expect(client.call(updateAgent, saved)).rejects.toMatchObject(refused);
    const published = { params, body: { data: { revision } } };
    await expect(client.call(publishAgent, published)).rejects.toMatchObject(refused);
    await expect(client.call(updateWidget, { params, body: { data: look } })).rejects.toMatchObject(refused);
  });
});
