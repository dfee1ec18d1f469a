import { vi } from "vitest";
import { getAgent } from "../../../../shared/contract/agents/agents.ts";
import type { AnyCall } from "../../../../shared/contract/call.ts";
import { getHostedWeb, getWidget } from "../../../../shared/contract/surfaces/surfaces.ts";
import { startTestServer } from "../../server.ts";
import type { TestServer } from "../../server.ts";
import type { StoreKind } from "../../database/stores.ts";
import type { Given } from "./rows.ts";
import { makeSide } from "./world.ts";
import type { Side } from "./world.ts";

/** A server with two organizations that have one of everything, and every call that asks who somebody is. */
export interface Matrix {
  server: TestServer;
  ours: Side;
  theirs: Side;
  /** What right calls of ours are written with. */
  given: Given;
  calls: AnyCall[];
}

export async function openMatrix(store: StoreKind): Promise<Matrix> {
  const server = await startTestServer({ store });
  const ours = await makeSide(server, "canary-ours");
  const theirs = await makeSide(server, "canary-theirs");
  await vi.waitUntil(() => isStill(server));
  const params = { productId: ours.ids.productId };
  const client = server.as(ours.owner);
  return {
    ...{ server, ours, theirs },
    given: {
      ids: ours.ids,
      agent: (await client.call(getAgent, { params })).data,
      widget: (await client.call(getWidget, { params })).data,
      hosted: (await client.call(getHostedWeb, { params })).data,
    },
    calls: server.app.routes.map(({ call }) => call).filter(({ who }) => who !== "anyone"),
  };
}

/**
 * Whether all is done that the making of the two goes on with behind its calls: what is written from then on was asked for.
 * What is planned for another day stays.
 */
async function isStill({ store: { db }, clock }: TestServer): Promise<boolean> {
  const tomorrow = clock.now() + 24 * 60 * 60_000;
  const [jobs, unread] = await Promise.all([
    db
      .selectFrom("jobs")
      .select("id")
      .where("state", "in", ["queued", "running"])
      .where("runAt", "<", tomorrow)
      .execute(),
    // The devices of the two are written past their call: the push reads all that happened before them.
    db
      .selectFrom("liveCounters as counter")
      .leftJoin("liveFollowers as cursor", (join) =>
        join
          .onRef("cursor.organizationId", "=", "counter.organizationId")
          .on("cursor.follower", "=", "push")
          .onRef("cursor.agentId", "=", "counter.agentId"),
      )
      .select("counter.agentId")
      .where(({ eb, fn, lit }) => eb("counter.last", ">", fn.coalesce("cursor.number", lit(0))))
      .execute(),
  ]);
  return jobs.length + unread.length === 0;
}
