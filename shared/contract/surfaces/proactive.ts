import * as v from "valibot";
import { chatLanguages } from "../../domain/chatLanguages.ts";
import {
  attributeOperators,
  maxProactiveCharacters,
  maxProactiveRules,
  proactiveFigures,
  proactiveVisitors,
} from "../../domain/proactive.ts";
import { call } from "../call.ts";
import { calendarDay, openingWeek, timeZone } from "../agents/openingHours.ts";
import { count, id, text, title } from "../shapes.ts";

/** Assigned by the rule's author, and kept over its changes: figures are counted by it. */
const ownId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,40}$/, "Use letters, digits, - and _."));

/** An address with `*` for anything: `/pricing*`, or `shop.example/cart`. */
const pagePattern = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, "Field is required"),
  v.maxLength(300),
  v.regex(/^\S+$/, "Leave out spaces."),
);
const pagePatterns = v.pipe(v.array(pagePattern), v.maxLength(20));

const conditions = {
  pages: pagePatterns,
  notPages: pagePatterns,
  afterSeconds: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3600)),
  scrollPercent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  onExit: v.boolean(),
  visitors: v.picklist(proactiveVisitors),
  attributes: v.pipe(
    v.array(v.strictObject({ name: title(60), operator: v.picklist(attributeOperators), value: text(200) })),
    v.maxLength(5),
  ),
  event: v.pipe(text(200), v.trim()),
};

/** When a rule may speak at all: from a day to a day, both included, and within the hours of a week. Null leaves one open. */
const period = v.pipe(
  v.strictObject({
    timeZone,
    from: v.nullable(calendarDay),
    to: v.nullable(calendarDay),
    week: v.nullable(openingWeek),
  }),
  v.forward(
    v.check(
      ({ from, to }) => from === null || to === null || from <= to,
      "Choose a last day after the first.",
    ),
    ["to"],
  ),
);

/** What a rule says, by language; a language that is not here gets the English text, or else the first. */
const proactiveText = v.strictObject({
  id: ownId,
  texts: v.record(v.picklist(chatLanguages), text(maxProactiveCharacters)),
});

/** What the chat says first, beside its launcher, and when. Two texts are shown to half of the visitors each. */
export const proactiveRule = v.pipe(
  v.strictObject({
    id: ownId,
    name: title(80),
    isOn: v.boolean(),
    when: v.strictObject({
      ...conditions,
      /** What the chat speaks with the visitor; empty is any. */
      languages: v.array(v.picklist(chatLanguages)),
      /** By the server's clock; null is always. */
      period: v.optional(v.nullable(period), null),
    }),
    texts: v.pipe(v.array(proactiveText), v.minLength(1), v.maxLength(2)),
  }),
  v.forward(
    v.check(
      ({ texts }) => texts.every((one) => Object.values(one.texts).some((said) => said.trim() !== "")),
      "Write what it says.",
    ),
    ["texts"],
  ),
  v.forward(
    v.check(({ texts: [one, other] }) => one?.id !== other?.id, "Give each text an id of its own."),
    ["texts"],
  ),
);
export type ProactiveRule = v.InferOutput<typeof proactiveRule>;

export const proactiveRules = v.pipe(
  v.array(proactiveRule),
  v.maxLength(maxProactiveRules, `Use at most ${maxProactiveRules} rules.`),
  v.check(
    (rules) => new Set(rules.map((rule) => rule.id)).size === rules.length,
    "Give each rule an id of its own.",
  ),
);

export const publicRule = v.object({
  id: v.string(),
  when: v.object(conditions),
  /** From when to when it may speak, in ms from this answer on, for the day that follows; always where it is not there. */
  live: v.optional(v.array(v.object({ fromMs: v.number(), toMs: v.number() }))),
  texts: v.array(v.object({ id: v.string(), text: v.string() })),
});
const figures = v.object({
  ruleId: v.string(),
  textId: v.string(),
  shown: count,
  opened: count,
  dismissed: count,
  answered: count,
});
export type ProactiveFigures = v.InferOutput<typeof figures>;

/** Of all texts that visitors ever saw, those that are no longer said among them. */
export const listProactiveFigures = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/copilotapps/{productId}/surfaces/widget/proactive",
  who: { member: "surfaces.read" },
  summary: "Returns how often each proactive message was shown, opened, dismissed and answered.",
  answer: v.object({ items: v.array(figures) }),
});

/** The page around a chat tells it, without credentials and without a body, so that browsers send it without asking first. */
export const countProactive = call({
  family: "public",
  method: "POST",
  path: "/v1/copilots/proactive",
  who: "anyone",
  summary: "Counts that a proactive message was shown, opened, dismissed or answered.",
  query: v.object({
    token: text(80),
    rule: id,
    text: id,
    what: v.picklist(proactiveFigures),
  }),
  isFromPages: true,
  limit: "publicRead",
});
