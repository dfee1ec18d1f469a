import {
  deleteVideoAvatar,
  getVideoAvatar,
  testVideoAvatar,
  updateVideoAvatar,
} from "../../../shared/contract/voice/avatar.ts";
import type { AvatarSurface } from "../../../shared/contract/voice/avatar.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { announceAgent } from "../../agents/announce.ts";
import type { Tx } from "../../database/store.ts";
import { findAgent } from "../../agents/find.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { completeStep } from "../../agents/setupGuide/steps.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import type { VoiceWays } from "../deps.ts";
import { findAvatar, lockAvatar, tryAvatar } from "./avatar.ts";
import type { VideoAvatarRow } from "./tables.ts";

/** The team's calls on the video avatar of an agent. */
export function avatarRoutes(deps: VoiceWays): Route[] {
  const { store, now } = deps;

  async function keyOf({ organizationId }: { organizationId: string }, { productId }: { productId: string }) {
    const agent = await findAgent(store.db, { organizationId, agentId: productId });
    return { organizationId, agentId: agent.id };
  }

  /** Keeps what the service says, unless another member saved meanwhile. */
  async function keepTried(row: VideoAvatarRow): Promise<VideoAvatarRow> {
    const tried =
      row.enabled === 1 ? await tryAvatar(deps, row) : { personaId: row.personaId, problem: null };
    const { organizationId, agentId, revision } = row;
    return store.transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable("videoAvatars")
        .set(tried)
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agentId)
        .where("revision", "=", revision)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw new AppError("conflict");
      if (row.enabled === 1 && tried.problem === null) await completeStep(tx, row, "surfaces");
      return { ...row, ...tried };
    });
  }

  async function save(key: AgentKey, saved: SavedAvatar): Promise<VideoAvatarRow> {
    const at = now();
    return store.transaction(async (tx) => {
      const before = await lockAvatar(tx, key);
      if ((before?.revision ?? 0) !== saved.revision) throw new AppError("conflict");
      const isSame = before?.avatarId === saved.avatarId && before.voiceId === saved.voiceId;
      const row: VideoAvatarRow = {
        ...{ ...key, ...saved, enabled: saved.enabled ? 1 : 0, revision: saved.revision + 1, problem: null },
        ...{ personaId: isSame ? before.personaId : null },
        ...{ createdAt: before?.createdAt ?? at, updatedAt: at },
      };
      if (before) await put(tx, row);
      else await add(tx, row);
      await announceAgent(deps.events, tx, { ...key, now: now() });
      return row;
    });
  }

  async function put(tx: Tx, { organizationId, agentId, ...changes }: VideoAvatarRow): Promise<void> {
    await tx
      .updateTable("videoAvatars")
      .set(changes)
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .execute();
  }

  /** Another member's may have come first; there was no row to lock. */
  async function add(tx: Tx, row: VideoAvatarRow): Promise<void> {
    const { numInsertedOrUpdatedRows: added } = await tx
      .insertInto("videoAvatars")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if ((added ?? 0n) === 0n) throw new AppError("conflict");
  }

  return [
    handle(getVideoAvatar, async ({ caller, params }) => ({
      data: present(await findAvatar(store.db, await keyOf(caller, params))),
    })),

    handle(updateVideoAvatar, async ({ caller, params, body }) => {
      const row = await save(await keyOf(caller, params), body.data);
      return { data: present(await keepTried(row)) };
    }),

    handle(testVideoAvatar, async ({ caller, params }) => {
      const row = await findAvatar(store.db, await keyOf(caller, params));
      if (!row) throw new AppError("not_found");
      return { data: present(await keepTried(row)) };
    }),

    handle(deleteVideoAvatar, async ({ caller, params, query }) => {
      const key = await keyOf(caller, params);
      if (query.provider !== undefined && query.provider !== "tavus") throw new AppError("not_found");
      await store.transaction(async (tx) => {
        await tx
          .deleteFrom("videoAvatars")
          .where("organizationId", "=", key.organizationId)
          .where("agentId", "=", key.agentId)
          .execute();
        await announceAgent(deps.events, tx, { ...key, now: now() });
      });
      return { data: present(undefined) };
    }),
  ];
}

type SavedAvatar = Pick<VideoAvatarRow, "avatarId" | "avatarName" | "voiceId" | "voiceName" | "revision"> & {
  enabled: boolean;
};

/** An avatar as members see it. */
function present(row: VideoAvatarRow | undefined): AvatarSurface {
  const { avatarId, avatarName, voiceId, voiceName, problem, revision } = row ?? none;
  const enabled = row?.enabled === 1;
  const state = !enabled ? "off" : problem === null ? "connected" : "broken";
  return {
    ...{ type: "video-avatar", enabled, avatarId, avatarName, voiceId, voiceName, state },
    ...{ problem: enabled ? problem : null, revision },
  };
}

const none = { avatarId: "", avatarName: "", voiceId: "", voiceName: "", problem: null, revision: 0 };
