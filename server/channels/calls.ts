import { randomBytes } from "node:crypto";
import {
  deleteChannel,
  findFieldProblems,
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
import { completeStep } from "../agents/setupGuide/steps.ts";
import type { Tx } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import { askProvider, writeState } from "./connect.ts";
import { changedChannel } from "./deps.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import type { ChannelKind } from "./kind.ts";
import type { ChannelKinds } from "./kinds/kinds.ts";
import { findChannel, openChannel, openSecretFields, readFields, sealSecretFields } from "./open.ts";
import { nameOf } from "./poll.ts";
import { presentChannel, presentNone } from "./present.ts";
import type { ChannelRow } from "./tables.ts";

/** The team's calls on an agent's channels. */
export function channelRoutes(deps: ChannelDeps, kinds: ChannelKinds): Route[] {
  const { store, seal, bus } = deps;
  const present = async (row: ChannelRow | undefined, type: ChannelType) =>
    row ? presentChannel(row, { seal, origin: await deps.lookOrigin() }) : presentNone(type);

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
      const saved = await store.transaction((tx) =>
        saveChannel(deps, tx, {
          ...{ key, kind: kinds[key.type], ...body.data },
          savedBy: writeSavedBy(caller, deps.now()),
        }),
      );
      const row = await ask(saved);
      bus.publish(changedChannel, nameOf(key));
      return { data: await present(row, key.type) };
    }),

    handle(testChannel, async ({ caller, params }) => {
      const key = await keyOf(deps, caller, params);
      const before = await findChannel(store.db, key);
      if (!before) throw new AppError("not_found");
      const row = await ask(before);
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
      if (row) await disconnect(row);
      await store.transaction((tx) => removeChannel(deps, tx, key));
      bus.publish(changedChannel, nameOf(key));
      return { data: presentNone(key.type) };
    }),
  ];

  async function ask(saved: ChannelRow): Promise<ChannelRow> {
    const change = await askProvider(deps, kinds[saved.type], saved);
    if (saved.enabled !== 1) await disconnect(saved);
    return store.transaction(async (tx) => {
      const { organizationId, agentId, type, revision } = saved;
      const now = await findChannel(tx, saved);
      // Another member saved meanwhile: theirs is asked about by their own request.
      if (!now || now.revision !== revision) throw new AppError("conflict");
      if (change.state === "connected") await completeStep(tx, saved, "surfaces");
      return writeState(deps, tx, { organizationId, agentId, type, change });
    });
  }

  /** The provider may be away, and the credentials wrong: what is deleted here is deleted either way. */
  async function disconnect(row: ChannelRow): Promise<void> {
    const open = await openChannel(deps, row);
    await kinds[row.type].disconnect?.(open, AbortSignal.timeout(5000)).catch(() => undefined);
  }
}

async function keyOf(
  { store }: ChannelDeps,
  { organizationId }: { organizationId: string },
  { productId: agentId, surfaceType }: { productId: string; surfaceType: string },
): Promise<ChannelKey> {
  if (!isChannelType(surfaceType)) throw new AppError("not_found");
  await findAgent(store.db, { organizationId, agentId });
  return { organizationId, agentId, type: surfaceType };
}

interface Saving {
  key: ChannelKey;
  kind: ChannelKind;
  revision: number;
  enabled: boolean;
  settings: Record<string, string>;
  secrets: Record<string, string>;
  savedBy: string;
}

async function saveChannel(
  { seal, events, now }: ChannelDeps,
  tx: Tx,
  { key, kind, revision, enabled, settings, secrets, savedBy }: Saving,
): Promise<ChannelRow> {
  const before = await findChannel(tx, key);
  if ((before?.revision ?? 0) !== revision) throw new AppError("conflict");
  const keptSecrets = before ? openSecretFields(seal, before) : {};
  // A channel that is switched off may be half set up.
  const fields = findFieldProblems(key.type, { settings, secrets, kept: Object.keys(keptSecrets) });
  const refused = enabled ? fields : fields.filter(({ message }) => message !== "Field is required");
  if (refused.length > 0) throw new AppError("invalid_input", { fields: refused });
  const at = now();
  const trimmed = (record: Record<string, string>) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value.trim()]));
  const fresh = { settings: trimmed(settings), secrets: { ...keptSecrets, ...trimmed(secrets) } };
  const accountOf = kind.polling?.accountOf;
  const isOtherAccount =
    before !== undefined &&
    accountOf !== undefined &&
    accountOf({ settings: readFields(before.settings), secrets: keptSecrets }) !== accountOf(fresh);
  const changes = {
    ...{ enabled: enabled ? 1 : 0, settings: JSON.stringify(fresh.settings), savedBy, updatedAt: at },
    ...(isOtherAccount && { cursor: null }),
    secrets: sealSecretFields(seal, key, fresh.secrets),
    revision: revision + 1,
  };
  const row = await tx
    .insertInto("channels")
    .values({
      ...key,
      ...{ webhookKey: randomBytes(24).toString("base64url"), account: null, state: "off", problem: null },
      ...{ cursor: null, pollOwner: null, pollUntil: 0, lastReceivedAt: null, lastSentAt: null },
      ...{ createdAt: at, ...changes },
    })
    .onConflict((conflict) =>
      conflict
        .columns(["organizationId", "agentId", "type"])
        .doUpdateSet(changes)
        .where("channels.revision", "=", revision),
    )
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError("conflict");
  await announceAgent(events, tx, { ...key, now: at });
  return row;
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
