import { getThreadChannel, resendMessage } from "../../shared/contract/channels/channels.ts";
import type { ThreadChannel } from "../../shared/contract/channels/channels.ts";
import { channelKinds } from "../../shared/domain/channels.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { findThread } from "../conversations/threads/find.ts";
import type { Db } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import type { ChannelDeps } from "./deps.ts";
import { presentDelivery } from "./present.ts";
import { sendingKind } from "./sendDeliveries.ts";
import { tellDeliveries } from "./tellDeliveries.ts";

/** So many of the newest deliveries are told of. */
const mostDeliveries = 200;

/** The team's calls on conversations that go on by a channel. */
export function threadChannelRoutes(deps: ChannelDeps): Route[] {
  const { store, jobs, now } = deps;
  return [
    handle(getThreadChannel, async ({ caller, params }) => {
      const { organizationId } = caller;
      const { productId: agentId, threadId } = params;
      await findThread(store.db, { organizationId, agentId, threadId });
      return { data: await describeChannel(store.reader, { organizationId, threadId }) };
    }),

    handle(resendMessage, async ({ caller, params }) => {
      const { organizationId } = caller;
      const { productId: agentId, threadId, channelDeliveryId } = params;
      await findThread(store.db, { organizationId, agentId, threadId });
      const row = await store.transaction(async (tx) => {
        const before = await tx
          .selectFrom("channelDeliveries")
          .selectAll()
          .where("organizationId", "=", organizationId)
          .where("threadId", "=", threadId)
          .where("id", "=", channelDeliveryId)
          .forUpdate()
          .executeTakeFirst();
        if (!before) throw new AppError("not_found");
        if (before.state !== "failed")
          throw new AppError("conflict", { message: "This message is on its way, or arrived." });
        const after = await tx
          .updateTable("channelDeliveries")
          .set({ state: "queued", jobId: null, problem: null, attempts: 0, updatedAt: now() })
          .where("organizationId", "=", organizationId)
          .where("messageId", "=", before.messageId)
          .where("part", "=", before.part)
          .returningAll()
          .executeTakeFirstOrThrow();
        await jobs.enqueue(tx, {
          ...{ organizationId, kind: sendingKind(after.type), key: after.id },
          payload: { agentId, threadId },
        });
        await tellDeliveries(deps, tx, after);
        return after;
      });
      return { data: presentDelivery(row) };
    }),
  ];
}

async function describeChannel(
  db: Db,
  { organizationId, threadId }: { organizationId: string; threadId: string },
): Promise<ThreadChannel | null> {
  const bound = await db
    .selectFrom("channelThreads as bound")
    .leftJoin("contactIdentities as identity", (join) =>
      join
        .onRef("identity.organizationId", "=", "bound.organizationId")
        .onRef("identity.agentId", "=", "bound.agentId")
        .onRef("identity.type", "=", "bound.type")
        .onRef("identity.externalId", "=", "bound.externalId"),
    )
    .select(["bound.type", "bound.externalId", "bound.lastReceivedAt as threadReceivedAt"])
    .select(["identity.name", "identity.optedOutAt", "identity.lastReceivedAt"])
    .where("bound.organizationId", "=", organizationId)
    .where("bound.threadId", "=", threadId)
    .executeTakeFirst();
  if (!bound) return null;
  const deliveries = await db
    .selectFrom("channelDeliveries")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .orderBy("id", "desc")
    .limit(mostDeliveries)
    .execute();
  const { windowMs } = channelKinds[bound.type];
  const since = bound.lastReceivedAt ?? bound.threadReceivedAt;
  return {
    type: bound.type,
    address: bound.name ?? bound.externalId,
    writableUntil: windowMs === null || since === null ? null : since + windowMs,
    isOptedOut: bound.optedOutAt !== null,
    deliveries: deliveries.reverse().map(presentDelivery),
  };
}
