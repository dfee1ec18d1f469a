import { callSocketPath } from "../../shared/contract/voice/voice.ts";
import type { Capability, Leaf } from "../agents/capability.ts";
import { voiceMigrations } from "./migrations.ts";
import { endLostRooms } from "./avatar/avatar.ts";
import { avatarRoutes } from "./avatar/avatarCalls.ts";
import { voiceRoutes } from "./calls.ts";
import { createCatalog } from "./services/catalog.ts";
import { voiceKeyRoutes } from "./services/keyCalls.ts";
import type { VoiceDeps, VoiceWays } from "./deps.ts";
import { endLostCalls } from "./rows.ts";
import { voiceChoiceRoutes } from "./sound/voiceCalls.ts";
import { createRunningCalls } from "./running.ts";

const keepEveryMs = 5000;
/** A process that has said nothing of its calls for this long is gone. */
const lostAfterMs = 90_000;

/** Puts calls by voice together. */
export const voice: Leaf<VoiceDeps> = { create: createVoice, migrations: voiceMigrations };

function createVoice(deps: VoiceDeps): Capability {
  const { scheduler, now } = deps;
  const fetchFor = (baseUrl: string | null) =>
    baseUrl === null ? deps.providerFetch : deps.egress.streamFetch;
  const ways: VoiceWays = { ...deps, fetchFor };
  const calls = createRunningCalls(ways);
  const catalog = createCatalog(ways);
  const endings: (() => Promise<void>)[] = [];
  return {
    name: "voice",
    routes: [
      ...voiceRoutes(ways),
      ...voiceChoiceRoutes({ ...ways, catalog }),
      ...voiceKeyRoutes(ways),
      ...avatarRoutes(ways),
    ],
    sockets: [{ path: callSocketPath, open: calls.open }],
    part: {
      name: "voice",
      async remove(tx, { organizationId, agentId }) {
        for (const table of ["calls", "videoAvatars"] as const)
          await tx
            .deleteFrom(table)
            .where("organizationId", "=", organizationId)
            .where("agentId", "=", agentId)
            .execute();
      },
    },
    serve() {
      endings.push(scheduler.every({ name: "keeps calls", everyMs: keepEveryMs, work: calls.keep }));
    },
    start() {
      endings.push(
        scheduler.every({
          name: "ends lost calls",
          everyMs: lostAfterMs,
          async work() {
            const before = now() - lostAfterMs;
            await endLostCalls(deps, { before, now: now() });
            await endLostRooms(ways, { before });
          },
        }),
      );
    },
    async stop() {
      await Promise.all(endings.splice(0).map((end) => end()));
      await calls.close();
    },
  };
}
