import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";
import type { Line } from "../line.ts";
import type { VoiceWays } from "../deps.ts";
import { ServiceFault } from "../services/askService.ts";
import type { ServiceAccess } from "../services/askService.ts";
import { findVoiceKey, openAccess } from "../services/keys.ts";
import { createEchoPersona, endRoom, openRoom, tellRoom, tryRoom } from "./tavus.ts";
import type { AvatarRoom } from "./tavus.ts";
import type { VideoAvatarRow } from "./tables.ts";

/** The avatar of an agent, if it ever had one. */
export function findAvatar(
  db: Db,
  { organizationId, agentId }: AgentKey,
): Promise<VideoAvatarRow | undefined> {
  return db
    .selectFrom("videoAvatars")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .executeTakeFirst();
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

/** Opens a room with an agent's avatar for a call; null where there is none, and its problem is kept. */
export async function openAvatarRoom(deps: AvatarDeps, key: AgentKey): Promise<AvatarRoom | null> {
  const row = await findAvatar(deps.store.db, key);
  if (row?.enabled !== 1 || row.problem !== null || row.personaId === null) return null;
  const { avatarId, personaId } = row;
  try {
    return await openRoom(await openTavus(deps, key.organizationId), { avatarId, personaId });
  } catch (error) {
    if (!(error instanceof ServiceFault)) throw error;
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

/** The avatar of one call. */
export interface Avatar {
  /** Follows what is sent to the browser: what is to be said is said by the avatar. */
  watch(line: Pick<Line, "send">): Pick<Line, "send">;
  stop(): Promise<void>;
}

/** Makes it of a room; what is said goes there one after the other. */
export async function createAvatar(
  deps: AvatarDeps & Pick<VoiceWays, "report">,
  { organizationId, conversationId }: { organizationId: string; conversationId: string },
): Promise<Avatar | null> {
  const access = await openTavus(deps, organizationId).catch(() => null);
  if (!access) return null;
  let telling: Promise<unknown> = Promise.resolve();
  let dropped = 0;
  return {
    watch: (line) => ({
      send(frame) {
        line.send(frame);
        if (frame.type === "drop") dropped += 1;
        if (frame.type !== "say" && frame.type !== "drop") return;
        const said = frame.type === "say" ? { text: frame.text } : "interrupt";
        const before = dropped;
        telling = telling.then(async () => {
          // What was dropped while it waited is not said any more.
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
      await endRoom(access, conversationId).catch((error: unknown) => {
        // It ends by itself soon after the visitor left.
        if (!(error instanceof ServiceFault)) deps.report(error);
      });
    },
  };
}
