import { collectionTools } from "../../actions/collections/tools.ts";
import type { CollectionAsker } from "../../actions/collections/own.ts";
import type { CollectionTool, CollectionToolDeps } from "../../actions/collections/tools.ts";
import { writeForModel } from "../../../shared/domain/citations.ts";
import { rowsPage } from "../../../shared/domain/citedRows.ts";
import type { FoundPassage } from "../../knowledge/retrieve.ts";
import type { Question } from "../question.ts";
import type { FoundTools, Tool, ToolResult } from "./tool.ts";

/** The most rows and passages that can be cited in one answer. */
const mostPassages = 40;

/** What a model finds in the agent's data collections. What is told of an action looks nothing up. */
export async function listCollectionTools(deps: CollectionToolDeps, asked: Question): Promise<FoundTools> {
  const { agent, asker, done = null } = asked;
  if (done !== null) return () => [];
  const tools = await collectionTools(deps, agent, readCollectionAsker(asker));
  return (passages) => tools.map((tool): Tool => ({ ...citing(tool, passages), hasEffects: false }));
}

/** The visitor as their site signed them in; null where it did not. */
export function readCollectionAsker({ isVerified, signed }: Question["asker"]): CollectionAsker | null {
  const userId = isVerified ? signed?.userId : null;
  return userId ? { userId, email: signed?.email ?? null } : null;
}

/** The tool, whose rows can be cited by the number before each. */
function citing(tool: CollectionTool, passages: FoundPassage[]) {
  const { collectionId, title } = tool;
  const numberOf = ({ number, line }: { number: number; line: string }): string => {
    const passageId = `${rowsPage(collectionId)}:${number}`;
    const known = passages.findIndex((one) => one.passageId === passageId);
    if (known >= 0) return writeForModel(known + 1);
    if (passages.length >= mostPassages) return "";
    const place = { passageId, pageId: rowsPage(collectionId), sourceId: collectionId };
    const kept = { title, headings: [], url: null, text: line, position: { row: number }, score: 1 };
    return writeForModel(passages.push({ ...place, ...kept }));
  };
  return {
    ...tool,
    async run(input: unknown, signal: AbortSignal): Promise<ToolResult> {
      const { text, summary, rows = [] } = await tool.run(input, signal);
      if (rows.length === 0) return { text, summary };
      const [head = ""] = text.split("\n");
      const lines = rows.map((row) => `${numberOf(row)} ${row.line}`.trim());
      return { text: [`${head} Cite a row by the number before it.`, ...lines].join("\n"), summary };
    },
  };
}
