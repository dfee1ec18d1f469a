import * as v from "valibot";
import { phoneStates } from "../../domain/phoneCalls.ts";
import { call } from "../call.ts";
import { clientId } from "../conversations/conversations.ts";
import { data, id, phone, text, time } from "../shapes.ts";

/** A telephone call. `machine`: an answering machine took it, and the agent hung up. */
const phoneCall = v.object({
  id,
  direction: v.picklist(["inbound", "outbound"]),
  /** The other's number; null where they withhold it. */
  number: v.nullable(v.string()),
  state: v.picklist(phoneStates),
  /** Why it failed, in words for people. */
  problem: v.nullable(v.string()),
  contactId: id,
  /** What was said in it; null while nobody has said anything. */
  threadId: v.nullable(id),
  createdAt: time,
  updatedAt: time,
});
export type PhoneCall = v.InferOutput<typeof phoneCall>;

const surface = "/v1/org/{orgId}/copilotapps/{productId}/surfaces/call" as const;

/**
 * The agent calls a contact, or a number, and talks when somebody answers. Called once however often it is repeated with the
 * same clientId. 422 `surface_refused` where calls are off, or it is too late or too early there; 409 `contact_unreachable`
 * where they have no number, are blocked or asked not to be contacted. A call that the provider refuses is answered as
 * `failed` with why.
 */
export const initiatePhoneCall = call({
  family: "console",
  method: "POST",
  path: `${surface}/initiate-phone-call`,
  who: { member: "conversations.reply" },
  audit: "Had the agent make a call",
  summary: "Has the agent make a telephone call.",
  body: data(
    v.pipe(
      v.strictObject({
        clientId,
        contactId: v.optional(id),
        number: v.optional(phone),
        /** What the agent says first; its usual greeting where left out. */
        greeting: v.optional(v.pipe(text(500), v.trim(), v.minLength(1, "Field is required"))),
      }),
      v.check(
        ({ contactId, number }) => contactId !== undefined || number !== undefined,
        "Name a contact or a number.",
      ),
    ),
  ),
  answer: data(phoneCall),
  answersWithinMs: 30_000,
});

/** The newest fifty. */
export const listPhoneCalls = call({
  family: "console",
  method: "GET",
  path: `${surface}/phone-calls`,
  who: { member: "surfaces.read" },
  summary: "Lists an agent's latest telephone calls with their state.",
  answer: v.object({ items: v.array(phoneCall) }),
});
