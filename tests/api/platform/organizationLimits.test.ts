import { describe, expect, it } from "vitest";
import { listAgents } from "../../../shared/contract/agents/agents.ts";
import { getUsage } from "../../../shared/contract/billing/usage.ts";
import { initAttachment, listVisitorThreads } from "../../../shared/contract/conversations/conversations.ts";
import { initUpload } from "../../../shared/contract/storage/storage.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";

const [megabyte, minute] = [1024 ** 2, 60_000];

describe.each(stores())("what one organization uses of an installation, on $name", (store) => {
  it("is bounded in files, for members and visitors together, and shown with the usage", async () => {
    const talk = await startTalkingServer(store, {
      organizationLimits: { bytes: 10 * megabyte, requestsPerMinute: null },
    });
    const { server, owner } = talk;
    const agent = await talk.createAgent();
    const visitor = await talk.openVisitor(agent);
    const file = (sizeBytes: number) => ({ name: "a.csv", contentType: "text/csv", sizeBytes });
    const add = (sizeBytes: number, who = owner) =>
      server.as(who).call(initUpload, { body: { data: file(sizeBytes) }, query: {} });
    const full = { status: 422, code: "storage_full" };

    const bytes = new Uint8Array(6 * megabyte).fill(97);
    const { url } = await add(bytes.length);
    await server.request(url, { method: "PUT", body: bytes, headers: { "content-type": "text/csv" } });
    await add(3 * megabyte);
    await expect(add(2 * megabyte)).rejects.toMatchObject(full);
    const params = { productId: agent.id };
    await expect(
      server.as(visitor).call(initAttachment, { params, body: { data: file(2 * megabyte) } }),
    ).rejects.toMatchObject(full);
    await add(9 * megabyte, await server.createOwner());
    const { data } = await server.as(owner).call(getUsage);
    expect(data.files).toEqual({ used: 9 * megabyte, limit: 10 * megabyte });

    // What was announced and never sent takes no room.
    server.clock.advance(16 * minute);
    await add(3 * megabyte);
  });

  it("is bounded in requests a minute, of the team and of its visitors each", async () => {
    const talk = await startTalkingServer(store, {
      organizationLimits: { bytes: null, requestsPerMinute: 60 },
    });
    const { server, owner } = talk;
    const agent = await talk.createAgent(builtinModel);
    const visitor = await talk.openVisitor(agent);
    const look = (who = owner) => server.as(who).call(listAgents, {});
    const asVisitor = () => server.as(visitor).call(listVisitorThreads, { params: { productId: agent.id } });
    const tooMany = { status: 429, code: "too_many" };
    const other = await server.createOwner();

    while (await asVisitor().then(Boolean, () => false));
    await expect(asVisitor()).rejects.toMatchObject(tooMany);
    await look();
    // What was asked to set this up counts too.
    while (await look().then(Boolean, () => false));
    await expect(look()).rejects.toMatchObject(tooMany);
    await look(other);

    server.clock.advance(1000);
    await asVisitor();
    await look();
    await expect(look()).rejects.toMatchObject(tooMany);
  });
});
