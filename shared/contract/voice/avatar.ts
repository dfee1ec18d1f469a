import * as v from "valibot";
import { call } from "../call.ts";
import { confirmed, data, revision, text, title } from "../shapes.ts";

/** The video avatar that speaks in calls of the chat. Takes effect immediately, without publishing. */
export const avatarSurface = v.object({
  type: v.literal("video-avatar"),
  enabled: v.boolean(),
  /** The service's own ID of the avatar, and its name there; empty before one is chosen. */
  avatarId: v.string(),
  avatarName: v.string(),
  /** Empty for the avatar's own voice. */
  voiceId: v.string(),
  voiceName: v.string(),
  /** `off`: not switched on. `broken`: see `problem`; calls have no avatar then. */
  state: v.picklist(["off", "connected", "broken"]),
  problem: v.nullable(v.string()),
  revision: v.number(),
});
export type AvatarSurface = v.InferOutput<typeof avatarSurface>;

const base = "/v1/org/{orgId}/copilotapps/{productId}/surfaces/video-avatar" as const;
const updates = { member: "surfaces.update" } as const;

export const getVideoAvatar = call({
  family: "console",
  method: "GET",
  path: base,
  who: { member: "surfaces.read" },
  summary: "Returns the video avatar of an agent's calls.",
  answer: data(avatarSurface),
});

/** While it is enabled, the service is asked at once whether it takes the avatar; `state` and `problem` say what it answered. */
export const updateVideoAvatar = call({
  family: "console",
  method: "PUT",
  path: base,
  who: updates,
  audit: "Changed the video avatar",
  summary: "Saves and tests the video avatar of an agent's calls.",
  body: data(
    v.strictObject({
      ...{ revision, enabled: v.boolean() },
      ...{ avatarId: title(200), avatarName: title(200), voiceId: text(200), voiceName: text(200) },
    }),
  ),
  answer: data(avatarSurface),
  answersWithinMs: 40_000,
});

export const testVideoAvatar = call({
  family: "console",
  method: "POST",
  path: `${base}/test`,
  who: updates,
  audit: false,
  summary: "Tests the video avatar with its service, for free.",
  answer: data(avatarSurface),
  limit: "checkKey",
  answersWithinMs: 40_000,
});

export const deleteVideoAvatar = call({
  family: "console",
  method: "DELETE",
  path: base,
  who: updates,
  audit: "Deleted the video avatar",
  summary: "Deletes the video avatar. Calls continue without it.",
  query: v.object({ ...confirmed.entries, provider: v.optional(text(60)) }),
  answer: data(avatarSurface),
});
