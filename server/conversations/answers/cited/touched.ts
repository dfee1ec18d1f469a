import type { Citation } from "../../../../shared/contract/conversations/conversations.ts";
import type { TouchedAnswer } from "../../../../shared/contract/knowledge/syncChanges.ts";
import { shorten, toPlainText } from "../../../answering/plainText.ts";
import type { Db } from "../../../database/store.ts";
import type { RunKey } from "../../../knowledge/changes/changeCalls.ts";

/** How many answers to visitors cite what each of these changes of a run took away, by the change's id. */
export async function countTouched(
  reader: Db,
  run: RunKey,
  changeIds: readonly string[],
): Promise<Map<string, number>> {
  if (changeIds.length === 0) return new Map();
  const rows = await selectTouched(reader, run)
    .select(["gone.changeId", (row) => row.fn.count<number>("answer.id").distinct().as("answers")])
    .where("gone.changeId", "in", changeIds)
    .groupBy("gone.changeId")
    .execute();
  return new Map(rows.map(({ changeId, answers }) => [changeId, Number(answers)]));
}

/** The answers themselves, newest first, each once for every change that touches it. */
export async function listTouched(
  reader: Db,
  run: RunKey,
  { changeId, page, limit }: { changeId?: string | undefined; page: number; limit: number },
): Promise<{ items: TouchedAnswer[]; total: number }> {
  const touched = selectTouched(reader, run).$if(changeId !== undefined, (query) =>
    query.where("gone.changeId", "=", changeId ?? ""),
  );
  const rows = await touched
    .leftJoin("messages as question", (join) =>
      join
        .onRef("question.organizationId", "=", "answer.organizationId")
        .onRef("question.id", "=", "answer.inReplyTo"),
    )
    .select([
      "thread.agentId",
      "answer.id as messageId",
      "answer.threadId",
      "answer.content",
      "answer.citations",
    ])
    .select(["answer.createdAt", "question.content as question"])
    .select(["change.id as changeId", "change.title", "change.url", "change.pageId"])
    .distinct()
    .orderBy("answer.createdAt", "desc")
    .orderBy("answer.id")
    .orderBy("change.id")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await reader
    .selectFrom(touched.select(["answer.id", "change.id as changeId"]).distinct().as("touched"))
    .select((row) => row.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const now = await readPages(reader, run, [...new Set(rows.map(({ pageId }) => pageId))]);
  const items = rows.map(({ content, citations, question, title, url, pageId, ...row }): TouchedAnswer => {
    const quote = findQuote(citations, pageId);
    const words = wordsOf(quote);
    return {
      ...row,
      question: shorten(question ?? "", mostCharacters),
      answer: shorten(toPlainText(content), mostCharacters),
      page: { title, url },
      quote,
      isStillSaid: words !== "" && (now.get(pageId) ?? "").includes(words),
    };
  });
  return { items, total: Number(total) };
}

const mostCharacters = 300;

/** Answers of before the change, to visitors, joined with the change that took away what they cite. */
function selectTouched(reader: Db, { organizationId, runId }: RunKey) {
  return reader
    .selectFrom("gonePassages as gone")
    .innerJoin("syncChanges as change", (join) =>
      join
        .onRef("change.organizationId", "=", "gone.organizationId")
        .onRef("change.runId", "=", "gone.runId")
        .onRef("change.id", "=", "gone.changeId"),
    )
    .innerJoin("citedPassages as cited", (join) =>
      join
        .onRef("cited.organizationId", "=", "gone.organizationId")
        .onRef("cited.pageId", "=", "gone.pageId")
        .onRef("cited.hash", "=", "gone.hash"),
    )
    .innerJoin("messages as answer", (join) =>
      join
        .onRef("answer.organizationId", "=", "cited.organizationId")
        .onRef("answer.id", "=", "cited.messageId")
        .onRef("answer.createdAt", "<=", "change.at"),
    )
    .innerJoin("threads as thread", (join) =>
      join
        .onRef("thread.organizationId", "=", "answer.organizationId")
        .onRef("thread.id", "=", "answer.threadId"),
    )
    .where("gone.organizationId", "=", organizationId)
    .where("gone.runId", "=", runId)
    .where("thread.preview", "=", 0);
}

/** What these pages say now, as words alone. */
async function readPages(
  reader: Db,
  { organizationId }: RunKey,
  pageIds: readonly string[],
): Promise<Map<string, string>> {
  if (pageIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom("pages")
    .innerJoin("passages", (join) =>
      join
        .onRef("passages.organizationId", "=", "pages.organizationId")
        .onRef("passages.sourceId", "=", "pages.sourceId")
        .onRef("passages.pageId", "=", "pages.id"),
    )
    .select(["pages.id", "passages.text"])
    .where("pages.organizationId", "=", organizationId)
    .where("pages.id", "in", pageIds)
    .orderBy("passages.number")
    .execute();
  const texts = new Map<string, string>();
  for (const { id, text } of rows) texts.set(id, `${texts.get(id) ?? ""} ${wordsOf(text)}`);
  return texts;
}

function findQuote(citations: string, pageId: string): string {
  const all = JSON.parse(citations) as Citation[]; // written by endAnswer
  return all.find((citation) => citation.pageId === pageId)?.quote ?? "";
}

/** The words of a text, so that neither its Markdown nor the end of a quote that was cut make a difference. */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
