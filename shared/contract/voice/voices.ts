import * as v from "valibot";
import { callVoiceServices } from "../../domain/call.ts";
import { voiceServices } from "../../domain/voiceServices.ts";
import { call } from "../call.ts";
import { data, pageObject, paging, text, title } from "../shapes.ts";

/** What speaks in an organization's calls, by the key of its model for speech. */
export const callVoices = v.object({
  /** Null where no model for speech is chosen: browsers speak themselves then. */
  provider: v.nullable(v.picklist(["openai", "other"])),
  /** The voices that the provider has; empty where nobody can tell, and any name may be typed. */
  voices: v.array(v.string()),
  /** What speaks where nobody chose. */
  usual: v.object({ voice: v.string(), model: v.string() }),
  /** The same of ElevenLabs; null where the organization has no key of it. */
  elevenlabs: v.nullable(v.object({ voice: v.string(), model: v.string() })),
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
  summary: "Previews a voice with a sentence.",
  body: data(
    v.strictObject({
      text: title(300),
      service: v.optional(v.picklist(callVoiceServices), "model"),
      voice: text(60),
      model: text(150),
    }),
  ),
  /** A file, in base64. */
  answer: data(v.object({ contentType: v.string(), sound: v.string() })),
  limit: "checkKey",
});

/** A voice or an avatar that a service lists. `model`: a voice of the server that speaks by the model for speech. */
const catalogEntry = v.object({
  service: v.picklist([...voiceServices, "model"]),
  /** The service's own. */
  id: v.string(),
  name: v.string(),
  /** What the service says of it, such as its language and accent; may be empty. */
  about: v.string(),
  /** Whether `previewCatalogEntry` gives something to hear or see. */
  hasPreview: v.boolean(),
});
export type CatalogEntry = v.InferOutput<typeof catalogEntry>;

const catalogPage = v.object({
  items: v.array(catalogEntry),
  page: pageObject,
  /** What to set so that there is something to list; null where a key is set. */
  missing: v.nullable(v.string()),
  /** Which services could not be asked, and why: the others' entries are listed. */
  problems: v.array(v.object({ service: v.picklist([...voiceServices, "model"]), message: v.string() })),
});
export type CatalogPage = v.InferOutput<typeof catalogPage>;

const catalogQuery = v.object({
  ...paging.entries,
  search: v.optional(text(100), ""),
  /** Only this service's entries; those of all where it is left out. */
  service: v.optional(v.picklist([...voiceServices, "model"])),
});
const reads = { member: "models.read" } as const;

export const listVideoVoices = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/video/voices",
  who: reads,
  summary: "Lists the voices of video avatars, by the organization's keys of LiveAvatar and Tavus.",
  query: catalogQuery,
  answer: catalogPage,
});

export const listVideoAvatars = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/video/avatars",
  who: reads,
  summary: "Lists video avatars, by the organization's keys of LiveAvatar and Tavus.",
  query: catalogQuery,
  answer: catalogPage,
});

export const listVoices = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/voicelist",
  who: reads,
  summary: "Lists voices for calls: those of ElevenLabs, and of a speech server that lists its own.",
  query: catalogQuery,
  answer: catalogPage,
});

/** What is heard or seen of an entry: a sound, a picture, or a video. 404 where its service gives none. */
export const previewCatalogEntry = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/voicelist/{service}/preview",
  who: reads,
  summary: "Returns a voice's sample or an avatar's picture.",
  query: v.object({ kind: v.picklist(["voice", "avatar"]), id: title(200) }),
  /** A file, in base64. */
  answer: data(v.object({ contentType: v.string(), content: v.string() })),
  limit: "checkKey",
});
