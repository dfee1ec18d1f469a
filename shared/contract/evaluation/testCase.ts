import * as v from "valibot";
import { maxMessageCharacters } from "../../domain/limits.ts";
import { sourceAudiences } from "../../domain/sourceAudience.ts";
import { caseKinds, maxCaseTexts } from "../../domain/testCases.ts";
import { id, text, title } from "../shapes.ts";

/** One turn of a conversation before a question. */
export const said = v.strictObject({ role: v.picklist(["user", "assistant"]), content: text(20_000) });
export type PastTurn = v.InferOutput<typeof said>;
/** The conversation before a question, oldest first. */
const history = v.pipe(
  v.array(said),
  v.maxLength(30),
  v.check(
    (turns) => turns.reduce((total, { content }) => total + content.length, 0) <= 60_000,
    "Use at most 60000 characters of conversation.",
  ),
);

const caseText = title(300);
const caseTexts = v.pipe(v.array(caseText), v.maxLength(maxCaseTexts, `Use at most ${maxCaseTexts} texts.`));

/** What a case asks, and what must hold of the answer; see shared/domain/testCases.ts. */
export const newTestCase = v.strictObject({
  question: title(maxMessageCharacters),
  history: v.optional(history, []),
  /** As whom it is asked, which decides what the answer may be made of; as anybody where it is left out. */
  audience: v.optional(v.picklist(sourceAudiences)),
  kind: v.picklist(caseKinds),
  expected: v.optional(caseTexts, []),
  forbidden: v.optional(caseTexts, []),
  /** The title or the address of a page that must be cited. */
  source: v.optional(v.nullable(title(2000)), null),
  /** Likewise one that must not be. */
  wrongSource: v.optional(v.nullable(title(2000)), null),
  /** The answer in the inbox that it was made from. */
  from: v.optional(v.nullable(v.strictObject({ threadId: id, messageId: id })), null),
});
export type NewTestCase = v.InferOutput<typeof newTestCase>;
