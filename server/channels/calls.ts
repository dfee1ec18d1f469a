import {
  deleteChannel,
  getChannel,
  listChannels,
  testChannel,
  updateChannel,
} from "../../shared/contract/channels/channels.ts";
import { channelTypes, isChannelType } from "../../shared/domain/channels.ts";
import type { ChannelType } from "../../shared/domain/channels.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { announceAgent } from "../agents/announce.ts";
import { findAgent } from "../agents/find.ts";
import { writeSavedBy } from "../agents/savedBy.ts";
import type { Tx } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import { changedChannel } from "./deps.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import type { ChannelKinds } from "./kinds/kinds.ts";
import { findChannel } from "./open.ts";
import { nameOf } from "./poll.ts";
import { presentChannel, presentNone } from "./present.ts";
import { connectSaved, disconnect, saveChannel } from "./saveChannel.ts";
import type { ChannelRow } from "./tables.ts";

/** The team's calls on an agent's channels. */
export function channelRoutes(deps: ChannelDeps, kinds: ChannelKinds): Route[] {
  const { store, seal, bus } = deps;
  const present = async (row: ChannelRow | undefined, type: ChannelType) => {
    const { isInstallable = false } = kinds[type];
    return row
      ? presentChannel(row, { seal, origin: await deps.lookOrigin(), isInstallable })
      : presentNone(type, { isInstallable });
  };

  return [
    handle(listChannels, async ({ caller, params }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      await findAgent(store.db, key);
      const items = channelTypes.map(async (type) =>
        present(await findChannel(store.reader, { ...key, type }), type),
      );
      return { items: await Promise.all(items) };
    }),

    handle(getChannel, async ({ caller, params }) => {
      const key = await keyOf(deps, caller, params);
      return { data: await present(await findChannel(store.db, key), key.type) };
    }),

    handle(updateChannel, async ({ caller, params, body }) => {
      const key = await keyOf(deps, caller, params);
      const kind = kinds[key.type];
      const saved = await store.transaction((tx) =>
        saveChannel(deps, tx, { key, kind, ...body.data, savedBy: writeSavedBy(caller, deps.now()) }),
      );
      const row = await connectSaved(deps, kind, saved);
      bus.publish(changedChannel, nameOf(key));
      return { data: await present(row, key.type) };
    }),

    handle(testChannel, async ({ caller, params }) => {
      const key = await keyOf(deps, caller, params);
      const before = await findChannel(store.db, key);
      if (!before) throw new AppError("not_found");
      const row = await connectSaved(deps, kinds[key.type], before);
      bus.publish(changedChannel, nameOf(key));
      return { data: await present(row, key.type) };
    }),

    handle(deleteChannel, async ({ caller, params, query }) => {
      const key = await keyOf(deps, caller, params);
      if (query.provider !== undefined && query.provider !== key.type)
        throw new AppError("not_found", {
          message: "No provider of this name is connected to this channel.",
        });
      const row = await findChannel(store.db, key);
      if (row) await disconnect(deps, kinds[key.type], row);
      await store.transaction((tx) => removeChannel(deps, tx, key));
      bus.publish(changedChannel, nameOf(key));
      return { data: await present(undefined, key.type) };
    }),
  ];
}

/** The channel that a request names, of an agent that is there. */
export async function keyOf(
  { store }: ChannelDeps,
  { organizationId }: { organizationId: string },
  { productId: agentId, surfaceType }: { productId: string; surfaceType: string },
): Promise<ChannelKey> {
  if (!isChannelType(surfaceType)) throw new AppError("not_found");
  await findAgent(store.db, { organizationId, agentId });
  return { organizationId, agentId, type: surfaceType };
}

/** What was written stays in the inbox; what was on its way is canceled. */
async function removeChannel({ events, now }: ChannelDeps, tx: Tx, key: ChannelKey): Promise<void> {
  const { organizationId, agentId, type } = key;
  for (const table of ["channels", "channelUpdates"] as const)
    await tx
      .deleteFrom(table)
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where("type", "=", type)
      .execute();
  await announceAgent(events, tx, { ...key, now: now() });
}
