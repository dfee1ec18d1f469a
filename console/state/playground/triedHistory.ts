import type { BodyOf } from "../../../shared/contract/call.ts";
import type { tryAgent } from "../../../shared/contract/playground/playground.ts";
import { maxTriedCharacters, maxTriedMessages } from "../../../shared/domain/limits.ts";
import type { Turn } from "./turn.ts";

type History = NonNullable<BodyOf<typeof tryAgent>["data"]["history"]>;

/** Less than one request may carry (`maxBodyBytes`), however many bytes a character has. */
const mostCharacters = 60_000;

/** What was said before, as this column heard it: where it was not there yet, as the first one did. */
export function listTried(before: readonly Turn[], columnId: string): History {
  const said = before.flatMap(({ question, answers }): History => {
    const texts = [answers[columnId], ...Object.values(answers)].map((answer) => answer?.text ?? "");
    const content = texts.find((text) => text.trim() !== "")?.slice(0, maxTriedCharacters);
    const asked = { role: "user" as const, content: question };
    return content === undefined ? [asked] : [asked, { role: "assistant", content }];
  });
  return keepNewest(said);
}

/** The newest that one request may carry; what is older, no model would get anyway. */
function keepNewest(said: History): History {
  let characters = 0;
  const kept = said.slice(-maxTriedMessages).toReversed();
  const end = kept.findIndex(({ content }) => (characters += content.length) > mostCharacters);
  return kept.slice(0, end < 0 ? undefined : end).toReversed();
}
