import type { AnswerSide } from "../../shared/contract/evaluation/evaluation.ts";
import { audienceFlags } from "../../shared/domain/sourceAudience.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { findAnsweringAgent } from "../agents/find.ts";
import type { AnsweringAgent } from "../agents/find.ts";
import type { AgentKey } from "../agents/parts.ts";
import { readConfiguration } from "../agents/present.ts";
import type { Db } from "../database/store.ts";
import type { Asked } from "./ask.ts";
import { readCase } from "./present.ts";

/** A question of a run: a case, or a visitor's with the answer that they got. */
export interface Planned {
  asked: Asked;
  caseId?: string;
  threadId?: string;
  messageId?: string;
  before?: AnswerSide;
}

/** The saved cases of an agent, or these, as they are asked. */
export async function planCases(
  db: Db,
  { organizationId, agentId, caseIds }: AgentKey & { caseIds?: string[] | undefined },
): Promise<Planned[]> {
  let found = db
    .selectFrom("testCases")
    .select(["id", "body"])
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId);
  if (caseIds) found = found.where("id", "in", caseIds);
  const rows = await found.orderBy("id").execute();
  if (caseIds && rows.length < new Set(caseIds).size) throw new AppError("not_found");
  return rows.map((row) => {
    const { audience = "everyone", ...given } = readCase(row);
    const { question, history, kind, expected, forbidden, source, wrongSource } = given;
    const expectation = { kind, expected, forbidden, source, wrongSource };
    const about = { context: null, pageUrl: null, ...audienceFlags(audience), rating: null };
    return { caseId: row.id, asked: { question, history, expectation, ...about } };
  });
}

/** The agent as a run asks it: the draft, or a version; with only the model replaced if one is given. */
export async function findRunAgent(
  db: Db,
  {
    organizationId,
    agentId,
    version,
    model = null,
  }: AgentKey & { version: number | null; model?: string | null },
): Promise<AnsweringAgent> {
  const key = { organizationId, agentId };
  const draft = await findAnsweringAgent(db, key, { preview: true });
  if (!draft) throw new AppError("not_found");
  const agent = version === null ? draft : await findVersion(db, draft, version);
  // Pictures are of no use to an answer, and runs are kept.
  const configuration = { ...agent.configuration, icon: "compass" };
  if (model === null) return { ...agent, configuration };
  return { ...agent, configuration: { ...configuration, model, fallbackModel: null } };
}

async function findVersion(db: Db, draft: AnsweringAgent, version: number): Promise<AnsweringAgent> {
  const row = await db
    .selectFrom("agentVersions")
    .select(["configuration", "parts"])
    .where("organizationId", "=", draft.organizationId)
    .where("agentId", "=", draft.agentId)
    .where("version", "=", version)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  const parts = JSON.parse(row.parts) as AnsweringAgent["parts"]; // an object, written by publish
  return { ...draft, version, configuration: readConfiguration(row.configuration), parts };
}
