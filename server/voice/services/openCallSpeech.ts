import type { CallSpeech } from "../../models/callSpeech.ts";
import type { Models } from "../../models/models.ts";
import type { CallVoiceChoice } from "../deps.ts";
import { createElevenlabsSpeaker } from "./elevenlabsSpeaker.ts";
import { findVoiceKey, openAccess } from "./keys.ts";
import type { OpenedBy } from "./keys.ts";
import type { Store } from "../../database/store.ts";

export interface CallSpeechDeps extends OpenedBy {
  store: Store;
  models: Pick<Models, "openCallSpeech">;
}

/**
 * Gives what hears and speaks in an organization's calls; null where nothing hears. Without a key of the service that was
 * chosen the model speaks in its usual voice: one service's voice is unknown to the other.
 */
export async function openCallSpeech(
  deps: CallSpeechDeps,
  organizationId: string,
  { service, voice, model }: CallVoiceChoice,
): Promise<CallSpeech | null> {
  if (service === "model") return deps.models.openCallSpeech(organizationId, { voice, model });
  const found = await deps.models.openCallSpeech(organizationId, { voice: "", model: "" });
  const row = found && (await findVoiceKey(deps.store.db, { organizationId, service }));
  const access = row && row.refusal === null ? openAccess(deps, row) : null;
  return found && access ? { ...found, speaker: createElevenlabsSpeaker(access, { voice, model }) } : found;
}
