import { createMask } from "../../shared/domain/personalData.ts";
import type { ChatPart } from "../models/chatModel.ts";
import { askModel } from "./askModel.ts";
import type { ModelStream } from "./askModel.ts";
import { allowUrls } from "./output/allowedUrls.ts";
import { createAnswerFilter } from "./output/answerFilter.ts";
import type { AnswerRecord, Say } from "./record.ts";
import { hasToWait, keepGrounded } from "./sourcesOnly.ts";

/** Says a model's answer with its links and citations checked; throws its ModelFault after what was said before it. */
export async function streamModel(options: ModelStream, say: Say): Promise<void> {
  const { asked, record } = options;
  const { configuration } = asked.agent;
  const { passages } = record;
  const mask = configuration.guardrails.hidesPersonalData ? createMask() : null;
  const show = (text: string) => mask?.show(text) ?? text;
  const filter = createAnswerFilter({
    // A search of the model's own adds to them.
    get passages() {
      return passages.length;
    },
    isAllowed: allowUrls({
      ...{
        passages,
        owner: [configuration.description, configuration.instructions, ...(asked.teamNotes ?? [])],
      },
      ...{ said: record.listSaid(), given: record.given },
    }),
    noteRemoved: record.removed.note,
  });
  const readCited = () => {
    record.cited = filter.cited().flatMap((number) => {
      const passage = passages[number - 1];
      return passage ? [{ passage }] : [];
    });
  };
  let waits: boolean | undefined;
  let waiting = "";
  const hear = (text: string) => {
    waits ??= hasToWait(asked, record);
    if (waits) waiting += text;
    else say(text);
  };
  record.askModel();
  try {
    await askModel(options, mask, (part) => {
      noteFigures(record, part);
      if (part.type !== "text") return;
      const text = filter.push(part.text);
      readCited();
      hear(show(text));
    });
  } catch (error) {
    // A text that waited was seen by nobody: another model starts over.
    if (!asked.signal.aborted) hear(show(filter.end()) + (mask?.end() ?? ""));
    readCited();
    throw error;
  }
  const rest = filter.end();
  readCited();
  hear(show(rest) + (mask?.end() ?? ""));
  if (waits) say(await keepGrounded(waiting, asked, record));
}

function noteFigures(record: AnswerRecord, part: ChatPart): void {
  if (part.type === "attempt") record.attempts = Math.max(record.attempts, part.number);
  if (part.type === "text" || part.type === "call") record.heardModel();
  if (part.type === "finish" && part.reason === "length") record.cutAtLimit();
  if (part.type === "usage") {
    record.tokensIn = add(record.tokensIn, part.tokensIn);
    record.tokensOut = add(record.tokensOut, part.tokensOut);
  }
}

/** The tokens of all requests that one answer took. */
function add(one: number | null, other: number | null): number | null {
  return one === null && other === null ? null : (one ?? 0) + (other ?? 0);
}
