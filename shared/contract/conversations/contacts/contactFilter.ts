import * as v from "valibot";
import { time, timeText } from "../../shapes.ts";

/** Signed by the site; not signed, with an e-mail address; neither. */
export const contactIdentities = ["verified", "address", "anonymous"] as const;
export type ContactIdentity = (typeof contactIdentities)[number];

/** What somebody said last when they were asked; `none` where nobody asked. */
export const consentChoices = ["granted", "denied", "none"] as const;
export type ConsentChoice = (typeof consentChoices)[number];

const yesOrNo = v.optional(v.picklist(["true", "false"]));

/** What a person must be to be listed. */
export const contactFilter = v.object({
  /** Every word must stand somewhere in name, e-mail address, the site's own id or attributes ("plan: pro"). */
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
  identity: v.optional(v.picklist(contactIdentities)),
  verified: yesOrNo,
  blocked: yesOrNo,
  consent: v.optional(v.picklist(consentChoices)),
  /** In a conversation of theirs something happened since. */
  since: v.optional(timeText),
});
export type ContactFilter = v.InferOutput<typeof contactFilter>;

/** The same in a body. */
export const sentContactFilter = v.strictObject({ ...contactFilter.entries, since: v.optional(time) });
