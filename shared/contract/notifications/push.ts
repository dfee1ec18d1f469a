import * as v from "valibot";
import { pushKinds } from "../../domain/push.ts";
import { call } from "../call.ts";
import { quietHours } from "./quiet.ts";
import { data, id, time } from "../shapes.ts";

const push = "/v1/org/{orgId}/push" as const;
const reads = { member: "conversations.read" } as const;

const kinds = v.array(v.picklist(pushKinds));

/** A browser of the caller's that is told of what happens in one organization's conversations. */
const pushDevice = v.object({
  id,
  /** What the browser says it is, such as `Chrome on Android`; null where it said nothing that we know. */
  device: v.nullable(v.string()),
  /** Whether it belongs to the session that asks. */
  isCurrent: v.boolean(),
  createdAt: time,
  /** When something last reached its push service; null before that. */
  lastSentAt: v.nullable(time),
});
export type PushDevice = v.InferOutput<typeof pushDevice>;

const pushState = v.object({
  /** This installation's public key, base64url: what a browser subscribes with. */
  publicKey: v.string(),
  /** What the caller is told of. */
  kinds,
  /** Notifications say that something happened, and nothing of what was said or by whom. */
  hidesText: v.boolean(),
  /** Null where nothing is ever kept away from them. */
  quietHours: v.nullable(quietHours),
  devices: v.array(pushDevice),
});
export type PushState = v.InferOutput<typeof pushState>;

export const getPush = call({
  family: "account",
  method: "GET",
  path: push,
  who: reads,
  forKeys: "never",
  summary: "Returns the member's push settings in an organization, and their devices.",
  answer: data(pushState),
});

export const updatePush = call({
  family: "account",
  method: "PATCH",
  path: push,
  who: reads,
  audit: false,
  forKeys: "never",
  summary: "Changes the member's push settings: events, details and quiet hours.",
  body: data(
    v.strictObject({
      kinds: v.optional(kinds),
      hidesText: v.optional(v.boolean()),
      quietHours: v.optional(v.nullable(quietHours)),
    }),
  ),
  answer: data(pushState),
});

/**
 * The browser's subscription, as it gives it itself. One a session: another one takes its place, and an earlier user of
 * this browser gets no more pushes there. An address that no request may go to is refused.
 */
export const addPushDevice = call({
  family: "account",
  method: "POST",
  path: `${push}/devices`,
  who: reads,
  audit: "Turned on push notifications",
  forKeys: "never",
  summary: "Turns on push notifications for this browser.",
  body: data(
    v.strictObject({
      endpoint: v.pipe(v.string(), v.url(), v.maxLength(2000)),
      keys: v.strictObject({
        p256dh: v.pipe(v.string(), v.regex(/^[\w-]{87}=?$/)),
        auth: v.pipe(v.string(), v.regex(/^[\w-]{22}(==)?$/)),
      }),
    }),
  ),
  answer: data(pushState),
});

export const removePushDevice = call({
  family: "account",
  method: "DELETE",
  path: `${push}/devices/{deviceId}`,
  who: reads,
  audit: "Turned off push notifications",
  forKeys: "never",
  summary: "Turns off push notifications for one of the member's devices.",
});
