import * as v from "valibot";
import { call } from "../call.ts";
import { data, text, title } from "../shapes.ts";

/** What speaks in an organization's calls, by the key of its model for speech. */
export const callVoices = v.object({
  /** Null where no model for speech is chosen: browsers speak themselves then. */
  provider: v.nullable(v.picklist(["openai", "other"])),
  /** The voices that the provider has; empty where nobody can tell, and any name may be typed. */
  voices: v.array(v.string()),
  /** What speaks where nobody chose. */
  usual: v.object({ voice: v.string(), model: v.string() }),
});
export type CallVoices = v.InferOutput<typeof callVoices>;

export const listCallVoices = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/voices",
  who: { member: "models.read" },
  summary: "Lists the voices that can speak in calls.",
  answer: data(callVoices),
});

/** 502 `speech_failed` with why where the provider says nothing. */
export const previewVoice = call({
  family: "console",
  method: "POST",
  path: "/v1/org/{orgId}/copilotapps/{productId}/surfaces/widget/voice",
  who: { member: "surfaces.update" },
  audit: false,
  summary: "Says a sentence in a voice, to be listened to.",
  body: data(v.strictObject({ text: title(300), voice: text(60), model: text(150) })),
  /** A file, in base64. */
  answer: data(v.object({ contentType: v.string(), sound: v.string() })),
  limit: "checkKey",
});
