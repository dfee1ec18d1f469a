import {
  createCannedReply,
  listCannedReplies,
} from "../../shared/contract/conversations/messages/cannedReplies.ts";
import { listDocuments, pushDocuments } from "../../shared/contract/knowledge/documents.ts";
import { createDataSource, listDataSources } from "../../shared/contract/knowledge/knowledge.ts";
import { addQuestions } from "../../shared/contract/knowledge/questions.ts";
import { documentCharacters } from "../../shared/domain/documents.ts";
import { maxCannedCharacters, maxCannedReplies } from "../../shared/domain/limits.ts";
import {
  answerCharacters,
  questionCharacters,
  questionKey,
  questionsCharacters,
  questionsLimit,
} from "../../shared/domain/questions.ts";
import type { AnsweredQuestion } from "../../shared/domain/questions.ts";
import type { AskInside } from "../requests/askInside.ts";
import type { ImportedArticle } from "./records.ts";
import type { Stage } from "./stage.ts";
import type { ImportInto } from "./writeConversations.ts";

interface KnowledgeInto extends ImportInto {
  askInside: AskInside;
}

/** Writes canned replies, articles and questions that are not here yet, with the checks of the product's own calls. */
export async function writeKnowledge(into: KnowledgeInto, stage: Stage): Promise<void> {
  await writeReplies(into, stage.list("reply"));
  await writeArticles(into, stage.list("article"));
  await writeQuestions(into, stage.list("question"));
}

const longestName = 40;

async function writeReplies(into: KnowledgeInto, replies: { name: string; text: string }[]): Promise<void> {
  if (replies.length === 0) return;
  const { askInside, organizationId, agentId, report, isDryRun } = into;
  const at = { organizationId, params: { productId: agentId } };
  const { data } = await askInside(listCannedReplies, at);
  const taken = new Set(data.map(({ name }) => name.toLowerCase()));
  for (const { name: whole, text } of replies) {
    const name = whole.slice(0, longestName).trim();
    if (taken.has(name.toLowerCase())) {
      report.known("canned replies");
      continue;
    }
    const problem =
      name === "" || text === ""
        ? "canned reply without a name or text"
        : text.length > maxCannedCharacters
          ? `canned reply longer than ${maxCannedCharacters} characters`
          : taken.size >= maxCannedReplies
            ? `canned reply beyond ${maxCannedReplies}, which is the most that an agent has`
            : null;
    if (problem !== null) {
      report.left(problem, whole);
      continue;
    }
    taken.add(name.toLowerCase());
    report.took("canned replies");
    if (!isDryRun) await askInside(createCannedReply, { ...at, body: { data: { name, text } } });
  }
}

/** A push takes a megabyte. */
const longestPush = 700_000;

async function writeArticles(into: KnowledgeInto, articles: ImportedArticle[]): Promise<void> {
  if (articles.length === 0) return;
  const { report, isDryRun, askInside } = into;
  const source = await findSource(into, { name: `Articles from ${into.format}`, kind: "documents" });
  const known = source === null ? new Set<string>() : await listKnown(into, source);
  const usable = articles.filter(({ text, title }) => {
    if (text.length <= documentCharacters) return true;
    report.left(`article longer than ${documentCharacters} characters`, title);
    return false;
  });
  for (const { key } of usable) (known.has(key) ? report.known : report.took)("articles");
  if (isDryRun || usable.length === 0) return;
  const id =
    source ??
    (await addSource(into, { name: `Articles from ${into.format}`, config: { kind: "documents" } }));
  let group: object[] = [];
  let size = 0;
  const push = async () => {
    if (group.length > 0)
      await askInside(pushDocuments, {
        organizationId: into.organizationId,
        params: { productId: into.agentId, datasourceId: id },
        body: { data: { documents: group } },
      });
    [group, size] = [[], 0];
  };
  for (const { key, title, text, format, url } of usable) {
    if (size + text.length > longestPush || group.length >= 100) await push();
    group.push({ externalId: key, title: title.slice(0, 300) || null, content: text, format, url });
    size += text.length;
  }
  await push();
}

async function listKnown(
  { askInside, organizationId, agentId }: KnowledgeInto,
  datasourceId: string,
): Promise<Set<string>> {
  const known = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { items } = await askInside(listDocuments, {
      ...{ organizationId, params: { productId: agentId, datasourceId } },
      query: { limit: "100", page: String(page) },
    });
    items.forEach(({ externalId }) => known.add(externalId));
    if (items.length === 0) return known;
  }
}

async function writeQuestions(into: KnowledgeInto, given: AnsweredQuestion[]): Promise<void> {
  if (given.length === 0) return;
  const { askInside, organizationId, agentId, report, isDryRun } = into;
  const name = `Questions from ${into.format}`;
  const at = { organizationId, params: { productId: agentId } };
  const { items } = await askInside(listDataSources, { ...at, query: { limit: "100" } });
  const source = items.find((one) => one.name === name && one.config.kind === "qa");
  const before = source?.config.kind === "qa" ? source.config.questions : [];
  const known = new Map(before.map(({ question, answer }) => [questionKey(question), answer]));
  let [count, characters] = [before.length, before.reduce((sum, one) => sum + sizeOf(one), 0)];
  const fresh: AnsweredQuestion[] = [];
  for (const one of given) {
    if (known.get(questionKey(one.question)) === one.answer) {
      report.known("questions");
      continue;
    }
    const problem =
      one.question.length > questionCharacters || one.answer.length > answerCharacters
        ? `question longer than ${questionCharacters}, or answer longer than ${answerCharacters} characters`
        : count + 1 > questionsLimit || characters + sizeOf(one) > questionsCharacters
          ? `question beyond ${questionsLimit} or ${questionsCharacters} characters, which is the most of a source`
          : null;
    if (problem !== null) {
      report.left(problem, one.question);
      continue;
    }
    [count, characters] = [count + 1, characters + sizeOf(one)];
    fresh.push(one);
    report.took("questions");
  }
  if (isDryRun || fresh.length === 0) return;
  if (!source) {
    await addSource(into, { name, config: { kind: "qa", questions: fresh } });
    return;
  }
  const params = { ...at.params, datasourceId: source.id };
  await askInside(addQuestions, { organizationId, params, body: { data: { questions: fresh } } });
}

function sizeOf({ question, answer }: AnsweredQuestion): number {
  return question.length + answer.length;
}

async function findSource(
  { askInside, organizationId, agentId }: KnowledgeInto,
  { name, kind }: { name: string; kind: "documents" },
): Promise<string | null> {
  const query = { limit: "100" };
  const { items } = await askInside(listDataSources, {
    organizationId,
    params: { productId: agentId },
    query,
  });
  return items.find((one) => one.name === name && one.config.kind === kind)?.id ?? null;
}

async function addSource(
  { askInside, organizationId, agentId }: KnowledgeInto,
  source: { name: string; config: object },
): Promise<string> {
  const { data } = await askInside(createDataSource, {
    organizationId,
    params: { productId: agentId },
    body: { data: source },
  });
  return data.id;
}
