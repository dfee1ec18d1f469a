import type { Trial, TrialAnswer } from "../../shared/contract/trial/trial.ts";
import { trialOrganizationId } from "../billing/trialOrganization.ts";
import type { Db } from "../database/store.ts";
import type {} from "../knowledge/tables.ts";
import type { TrialRow } from "./tables.ts";

const mostTitles = 6;

/** A trial as everybody sees it who knows its name: nothing of its secret, of its network, or of an organization. */
export async function presentTrial(db: Db, row: TrialRow): Promise<Trial> {
  const learned = row.agentId === null ? null : await readLearned(db, row.agentId);
  const state =
    row.problem !== null || learned?.hasFailed
      ? "failed"
      : learned === null
        ? "reading"
        : learned.isReady
          ? "ready"
          : "learning";
  return {
    anonymousId: row.id,
    state,
    problem: row.problem ?? (learned?.hasFailed ? "The pages could not be read. Try another address." : null),
    name: row.name ?? "",
    primary: row.primary,
    pages: learned?.pages ?? 0,
    titles: learned?.titles ?? [],
    suggestions: JSON.parse(row.suggestions) as string[], // written by build.ts
    answers: row.answers === null ? null : (JSON.parse(row.answers) as TrialAnswer[]), // written by answers.ts
    chatPath: state === "ready" && row.slug !== null ? `/p/${row.slug}` : null,
    expiresAt: Number(row.expiresAt),
  };
}

interface Learned {
  isReady: boolean;
  hasFailed: boolean;
  pages: number;
  titles: string[];
}

/** What the agent of a trial has read so far. */
export async function readLearned(db: Db, agentId: string): Promise<Learned> {
  const source = await db
    .selectFrom("dataSources")
    .selectAll()
    .where("organizationId", "=", trialOrganizationId)
    .where("agentId", "=", agentId)
    .executeTakeFirst();
  if (!source) return { isReady: true, hasFailed: false, pages: 0, titles: [] };
  const titles = await db
    .selectFrom("pages")
    .select("title")
    .where("organizationId", "=", trialOrganizationId)
    .where("sourceId", "=", source.id)
    .orderBy("id")
    .limit(mostTitles)
    .execute();
  return {
    isReady: source.status === "ready" || source.status === "partly",
    hasFailed: source.status === "failed" || source.status === "empty",
    pages: source.pageCount,
    titles: titles.map(({ title }) => title),
  };
}
