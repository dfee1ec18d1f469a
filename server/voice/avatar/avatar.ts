import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { Line } from "../line.ts";
import type { VoiceWays } from "../deps.ts";
import { ServiceFault } from "../services/askService.ts";
import type { ServiceAccess } from "../services/askService.ts";
import { findVoiceKey, openAccess } from "../services/keys.ts";
import { changeCall } from "../rows.ts";
import type { CallKey } from "../rows.ts";
import type { CallRow } from "../tables.ts";
import { createEchoPersona, endRoom, openRoom, tellRoom, tryRoom } from "./tavus.ts";
import type { AvatarRoom } from "./tavus.ts";
import type { VideoAvatarRow } from "./tables.ts";

/** The avatar of an agent, if it ever had one. */
export function findAvatar(db: Db, key: AgentKey): Promise<VideoAvatarRow | undefined> {
  return selectAvatar(db, key).executeTakeFirst();
}

/** The same, held until the transaction ends: what is saved is decided on it. */
export function lockAvatar(tx: Tx, key: AgentKey): Promise<VideoAvatarRow | undefined> {
  return selectAvatar(tx, key).forUpdate().executeTakeFirst();
}

function selectAvatar(db: Db, { organizationId, agentId }: AgentKey) {
  return db
    .selectFrom("videoAvatars")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId);
}

/** Whether the agent's calls show an avatar now. */
export async function showsAvatar(db: Db, key: AgentKey): Promise<boolean> {
  const row = await findAvatar(db, key);
  return row?.enabled === 1 && row.problem === null;
}

type AvatarDeps = Pick<VoiceWays, "store" | "seal" | "fetchFor">;

/** The way to the service of an organization's avatars. Throws a ServiceFault where it has no key that works. */
async function openTavus(deps: AvatarDeps, organizationId: string): Promise<ServiceAccess> {
  const key = await findVoiceKey(deps.store.db, { organizationId, service: "tavus" });
  const access = key && openAccess(deps, key);
  if (!access) throw new ServiceFault("Connect Tavus first: add its key.");
  return access;
}

/** Asks the service whether an avatar works; gives what to keep of it. */
export async function tryAvatar(
  deps: AvatarDeps,
  row: Pick<VideoAvatarRow, "organizationId" | "avatarId" | "voiceId" | "personaId">,
): Promise<Pick<VideoAvatarRow, "personaId" | "problem">> {
  let { personaId } = row;
  try {
    const access = await openTavus(deps, row.organizationId);
    personaId ??= await createEchoPersona(access, row);
    await tryRoom(access, { avatarId: row.avatarId, personaId });
    return { personaId, problem: null };
  } catch (error) {
    if (!(error instanceof ServiceFault)) throw error;
    return { personaId, problem: error.message };
  }
}

/** A call whose visitor wants an avatar. */
type AvatarCall = Pick<CallRow, "organizationId" | "id" | "agentId" | "sessionId">;

/**
 * Opens a room with the agent's avatar for a call that has begun; null where there is none, and its problem is kept. The
 * call goes on without.
 */
export async function openAvatar(
  deps: AvatarDeps & Pick<VoiceWays, "limits" | "report">,
  call: AvatarCall,
): Promise<Avatar | null> {
  const row = await findAvatar(deps.store.db, call);
  if (row?.enabled !== 1 || row.problem !== null || row.personaId === null) return null;
  const { avatarId, personaId } = row;
  try {
    // A room costs money, so the rooms of a visitor and of an agent are limited.
    deps.limits.take("avatarBySession", call.sessionId);
    deps.limits.take("avatarByAgent", call.agentId);
    const access = await openTavus(deps, call.organizationId);
    const room = await openRoom(access, { avatarId, personaId });
    const avatar = createAvatar(deps, { access, room, call });
    if (await changeCall(deps.store.db, call, { avatarRoomId: room.conversationId })) return avatar;
    // The call ended while it was opened.
    await avatar.stop();
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === "too_many") return null;
    if (!(error instanceof ServiceFault)) {
      deps.report(error);
      return null;
    }
    // One that is only busy works again by itself.
    if (error.isKeyWrong || error.status === 402 || error.status === 404)
      await keepProblem(deps.store.db, row, error.message);
    return null;
  }
}

async function keepProblem(db: Db, row: VideoAvatarRow, problem: string): Promise<void> {
  await db
    .updateTable("videoAvatars")
    .set({ problem })
    .where("organizationId", "=", row.organizationId)
    .where("agentId", "=", row.agentId)
    .where("revision", "=", row.revision)
    .execute();
}

/** Ends the rooms of calls that no process has, such as those of a process that died. */
export async function endLostRooms(deps: AvatarDeps, { before }: { before: number }): Promise<void> {
  const { db } = deps.store;
  const calls = await db
    .selectFrom("calls")
    .select(["organizationId", "id", "avatarRoomId"])
    .where("avatarRoomId", "is not", null)
    .where("seenAt", "<", before)
    .execute();
  for (const { avatarRoomId, ...call } of calls) {
    try {
      if (avatarRoomId !== null) await endRoom(await openTavus(deps, call.organizationId), avatarRoomId);
    } catch (error) {
      // It ends by itself soon after the visitor left.
      if (!(error instanceof ServiceFault)) throw error;
    }
    await forgetRoom(db, call);
  }
}

async function forgetRoom(db: Db, { organizationId, id }: CallKey): Promise<void> {
  await db
    .updateTable("calls")
    .set({ avatarRoomId: null })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** The avatar of one call. */
export interface Avatar {
  /** The page that shows it. */
  url: string;
  /** Follows what is sent to the browser: what is to be said is said by the avatar. */
  watch(line: Pick<Line, "send">): Pick<Line, "send">;
  stop(): Promise<void>;
}

/** Makes it of a room; what is said goes there one after the other. */
function createAvatar(
  deps: Pick<VoiceWays, "store" | "report">,
  { access, room, call }: { access: ServiceAccess; room: AvatarRoom; call: CallKey },
): Avatar {
  const { conversationId, url } = room;
  let telling: Promise<unknown> = Promise.resolve();
  let dropped = 0;
  return {
    url,
    watch: (line) => ({
      send(frame) {
        line.send(frame);
        if (frame.type === "drop") dropped += 1;
        if (frame.type !== "say" && frame.type !== "drop") return;
        const said = frame.type === "say" ? { text: frame.text } : "interrupt";
        const before = dropped;
        telling = telling.then(async () => {
          // What was dropped while it waited is no longer said.
          if (said !== "interrupt" && before !== dropped) return;
          await tellRoom(access, conversationId, said).catch((error: unknown) => {
            if (!(error instanceof ServiceFault)) deps.report(error);
            else if (said !== "interrupt") line.send({ type: "writes" });
          });
        });
      },
    }),
    async stop() {
      await telling;
      try {
        await endRoom(access, conversationId);
        await forgetRoom(deps.store.db, call);
      } catch (error) {
        // It is tried again with those that were lost.
        if (!(error instanceof ServiceFault)) deps.report(error);
      }
    },
  };
}
