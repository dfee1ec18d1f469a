import { sql } from "kysely";
import { getUsage, mostUsageDays } from "../../shared/contract/billing/usage.ts";
import type { UsePart } from "../../shared/contract/billing/usage.ts";
import {
  creditAlerts,
  readAgentLimit,
  readCharacterLimit,
  readCreditLimit,
} from "../../shared/domain/subscription.ts";
import { monthOf, sumOfMonth } from "../billing/creditMonth.ts";
import { dayOf } from "../billing/credits.ts";
import { foldFigures } from "../conversations/figures/fold.ts";
import { countOthers } from "../knowledge/usage/characterUsage.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import type { AnalyticsDeps } from "./deps.ts";
import { addDays, countDays, lastDays } from "./lastDays.ts";
import { listOwnAgents } from "./ownAgents.ts";
import { refuse } from "./question.ts";
import { questionOf } from "./questionOf.ts";
import { readFigures } from "./readFigures.ts";

/** What belongs to no agent, model or surface that there still is: drafts, and what was deleted since. */
const rest = { key: "", name: "Drafts, and what was deleted" };

/** The call that says what is used of a plan. Days and agents come from the ledger, by which credits are bounded. */
export function usageRoutes({ store, now, findSubscription, storage }: AnalyticsDeps): Route[] {
  return [
    handle(getUsage, async ({ caller, query }) => {
      const { organizationId } = caller;
      const usual = lastDays(now(), "UTC");
      const to = query.to ?? usual.to;
      const days = { from: query.from ?? addDays(to, -29), to, timezone: "UTC" };
      const length = countDays(days);
      if (length < 1) refuse("query.from", "The first day comes after the last one.");
      if (length > mostUsageDays) refuse("query.from", `Ask for ${mostUsageDays} days at most.`);

      await foldFigures(store);
      const everybody = { organizationId, agentIds: null };
      const [{ plan }, agents, ledger] = await Promise.all([
        findSubscription(organizationId),
        listOwnAgents(store.db, everybody),
        readLedger(store.reader, { organizationId, ...days }),
      ]);
      const total = ledger.reduce((sum, { credits }) => sum + credits, 0);
      const owner = { organizationId, agentIds: agents.map(({ id }) => id) };
      const splitBy = async (dimension: "model" | "surface"): Promise<UsePart[]> => {
        const question = questionOf(days, ["answerCredits"], { by: [dimension] });
        const groups = await readFigures(store.reader, owner, question);
        const parts = groups.map(({ keys: [key = ""], values }) => ({
          ...{ key, name: key, credits: values["sum_answerCredits"] ?? 0 },
        }));
        return fillUp(parts, total);
      };
      const month = monthOf(dayOf(now()));
      const creditLimit = readCreditLimit(plan);
      const usedCredits = await sumOfMonth(store.reader, { organizationId, month });
      const ofAgents = agents.map(({ id, name }) => ({
        key: id,
        name,
        credits: sumOf(ledger, { agentId: id }),
      }));
      return {
        data: {
          ...{ from: days.from, to: days.to, total },
          agents: { used: agents.length, limit: readAgentLimit(plan) },
          characters: {
            used: await countOthers(store.reader, { organizationId, sourceId: "" }),
            limit: readCharacterLimit(plan),
          },
          files: await storage.readUse(organizationId),
          credits: {
            ...{ used: usedCredits, limit: creditLimit, month, resetsAt: endOfMonth(month) },
            alerts: creditAlerts.map((percent) => ({
              percent,
              isReached: creditLimit !== null && usedCredits * 100 >= creditLimit * percent,
            })),
          },
          days: Array.from({ length }, (_, index) => {
            const day = addDays(days.from, index);
            return { day, credits: sumOf(ledger, { day }) };
          }),
          byAgent: fillUp(ofAgents, total),
          byModel: await splitBy("model"),
          bySurface: await splitBy("surface"),
        },
      };
    }),
  ];
}

interface LedgerRow {
  agentId: string;
  day: string;
  credits: number;
}

async function readLedger(
  reader: AnalyticsDeps["store"]["reader"],
  { organizationId, from, to }: { organizationId: string; from: string; to: string },
): Promise<LedgerRow[]> {
  return reader
    .selectFrom("creditUse")
    .select(["agentId", "day", "credits"])
    .where("organizationId", "=", organizationId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where(sql<boolean>`"contactId" = ''`)
    .execute();
}

function sumOf(rows: readonly LedgerRow[], by: Partial<LedgerRow>): number {
  return rows
    .filter((row) => (by.agentId ?? row.agentId) === row.agentId && (by.day ?? row.day) === row.day)
    .reduce((sum, { credits }) => sum + credits, 0);
}

/** The parts that cost something, the most expensive first, and what is left of the total. */
function fillUp(parts: readonly UsePart[], total: number): UsePart[] {
  const known = parts.filter(({ credits }) => credits > 0);
  const left = total - known.reduce((sum, { credits }) => sum + credits, 0);
  const all = left > 0 ? [...known, { ...rest, credits: left }] : known;
  return all.toSorted((one, other) => other.credits - one.credits);
}

function endOfMonth(month: string): number {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return Date.UTC(year, number, 1);
}
