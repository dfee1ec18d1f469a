import { createHash } from "node:crypto";
import { GiveUp, TryLater } from "../../../jobs/end.ts";
import type { NamedJobKind } from "../../../jobs/kinds.ts";
import type { AgentKey } from "../../../agents/parts.ts";
import { ChannelProblem } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import { findChannel, openChannel } from "../../open.ts";
import type { PhoneCallRow } from "../../tables.ts";
import { createFindProvider } from "./call.ts";
import { findPhoneCall } from "./rows.ts";

export const voicemailKind = "channels.voicemail";

/** What the job is given. */
export interface Voicemail {
  agentId: string;
  callId: string;
  recordingId: string;
  url: string;
}

/** The job that brings a recorded message into the inbox, and deletes it at the provider. */
export function voicemailJob(deps: ChannelDeps): NamedJobKind {
  const findProvider = createFindProvider(deps);
  return {
    kind: voicemailKind,
    concurrency: 4,
    maxAttempts: 8,
    async handler(job, { signal }) {
      const { agentId, callId, recordingId, url } = JSON.parse(job.payload) as unknown as Voicemail; // written by the page
      const key = { organizationId: job.organizationId, agentId };
      const call = await findPhoneCall(deps.store.db, key, { id: callId });
      const row = await findChannel(deps.store.db, { ...key, type: "call" });
      if (!call || !row) return;
      const channel = await openChannel(deps, row);
      const provider = findProvider(channel);
      const recording = { id: recordingId, url };
      try {
        const bytes = await provider.readRecording(channel, recording, signal);
        const file = { name: "voicemail.mp3", contentType: "audio/mpeg", bytes };
        await keepVoicemail(deps, call, { id: recordingId, content: "", file });
        // One copy is left, the one that goes with its contact.
        await provider.removeRecording(channel, recording, signal);
      } catch (error) {
        if (!(error instanceof ChannelProblem)) throw error;
        if (error.kind === "message" || error.kind === "credentials") throw new GiveUp(error.message);
        throw new TryLater(error.retryAfterMs ?? 5000);
      }
    },
  };
}

interface Kept {
  /** The provider's id of what was said. */
  id: string;
  content: string;
  file?: { name: string; contentType: string; bytes: Uint8Array };
}

/** Puts what a caller left into their conversation, for the team, once for each id. */
export async function keepVoicemail(
  deps: ChannelDeps,
  { organizationId, agentId, externalId, contactId, threadId }: PhoneCallRow,
  { id, content, file }: Kept,
): Promise<void> {
  const owner = await findOwner(deps, { organizationId, agentId }, externalId);
  await deps.receive({
    ...{ organizationId, agentId, contactId: owner ?? contactId, threadId, surfaceType: "call" },
    clientId: createHash("sha256").update(`voicemail:${id}`).digest("base64url"),
    ...{ content, isForTeam: true, isSilent: true },
    ...(file && { listFiles: () => [file] }),
  });
}

/** Whose number it is now: contacts are merged while calls last. */
export async function findOwner(
  { store }: Pick<ChannelDeps, "store">,
  { organizationId, agentId }: AgentKey,
  externalId: string,
): Promise<string | undefined> {
  const found = await store.db
    .selectFrom("contactIdentities")
    .select("contactId")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("type", "=", "call")
    .where("externalId", "=", externalId)
    .executeTakeFirst();
  return found?.contactId;
}
