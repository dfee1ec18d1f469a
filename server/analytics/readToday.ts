import type { AgentToday } from "../../shared/contract/analytics/today.ts";
import { channelNames } from "../../shared/domain/channelNames.ts";
import { readClock } from "../../shared/domain/figureTime.ts";
import type {} from "../channels/tables.ts";
import type { Db } from "../database/store.ts";
import type {} from "../knowledge/tables.ts";
import { questionOf } from "./questionOf.ts";
import { readFigures } from "./readFigures.ts";
import type { FigureOwner } from "./readFigures.ts";

interface Wanted extends FigureOwner {
  timezone: string;
  now: number;
  /** Which problems the caller may see. */
  problems: { ofSources: boolean; ofChannels: boolean };
}

/** Gives each agent's answers since midnight in the zone, and its newest problem that is still there. */
export async function readToday(
  reader: Db,
  { timezone, now, problems: wanted, ...owner }: Wanted,
): Promise<AgentToday[]> {
  const [answered, problems] = await Promise.all([
    countAnswers(reader, owner, { timezone, now }),
    listProblems(reader, owner, wanted),
  ]);
  return owner.agentIds.map((agentId) => ({
    agentId,
    answers: answered.get(agentId) ?? 0,
    problem: problems.get(agentId) ?? null,
  }));
}

async function countAnswers(
  reader: Db,
  owner: FigureOwner,
  { timezone, now }: Pick<Wanted, "timezone" | "now">,
): Promise<Map<string, number>> {
  const local = readClock(now, timezone);
  const today = new Date(local).toISOString().slice(0, 10);
  const question = questionOf({ from: today, to: today, timezone }, ["answers"], { by: ["agent"] });
  const groups = await readFigures(reader, owner, question);
  return new Map(groups.map(({ keys: [agentId = ""], values }) => [agentId, values["sum_answers"] ?? 0]));
}

type Problem = NonNullable<AgentToday["problem"]>;

/** The newest of each agent's failed sources and broken channels, of those that the caller may see. */
async function listProblems(
  reader: Db,
  { organizationId, agentIds }: FigureOwner,
  wanted: Wanted["problems"],
): Promise<Map<string, Problem>> {
  if (agentIds.length === 0) return new Map();
  const sources = reader
    .selectFrom("dataSources")
    .select(["agentId", "name", "error", "updatedAt"])
    .where("organizationId", "=", organizationId)
    .where("agentId", "in", agentIds)
    .where("status", "=", "failed");
  const channels = reader
    .selectFrom("channels")
    .select(["agentId", "type", "problem", "updatedAt"])
    .where("organizationId", "=", organizationId)
    .where("agentId", "in", agentIds)
    .where("enabled", "=", 1)
    .where("state", "=", "broken");
  const [failed, broken] = await Promise.all([
    wanted.ofSources ? sources.execute() : [],
    wanted.ofChannels ? channels.execute() : [],
  ]);
  const found = [
    ...failed.map(({ agentId, name, error, updatedAt }) => ({
      ...{ agentId, at: updatedAt, of: "source" as const, name, text: error ?? "" },
    })),
    ...broken.map(({ agentId, type, problem, updatedAt }) => ({
      ...{ agentId, at: updatedAt, of: "channel" as const, name: channelNames[type], text: problem ?? "" },
    })),
  ];
  const oldestFirst = found.toSorted((one, other) => one.at - other.at);
  return new Map(oldestFirst.map(({ agentId, ...problem }) => [agentId, problem]));
}
