import * as v from "valibot";
import { portableCase } from "../../shared/contract/agents/portable.ts";
import type { EvaluationPiece, Pieces, PortableCase } from "../../shared/contract/agents/portable.ts";
import { maxExportedCaseBytes } from "../../shared/domain/portable.ts";
import { maxTestCases } from "../../shared/domain/testCases.ts";
import { createMask } from "../../shared/domain/personalData.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { AgentKey } from "../agents/parts.ts";
import { newId } from "../database/ids.ts";
import type { Db, Tx } from "../database/store.ts";
import { markOrigin } from "./origin.ts";
import { readCase } from "./present.ts";
import { lockAgent } from "./storedCases.ts";
import type { TestCaseRow } from "./tables.ts";

/**
 * An agent's test cases for its file. Where a visitor may have written it, personal data is a mark, and so is the conversation
 * that a case was made from.
 */
export async function exportCases(db: Db, key: AgentKey): Promise<Pieces> {
  const mask = createMask();
  const piece: EvaluationPiece = { cases: [], left: 0 };
  let bytes = 0;
  for (const row of await listCases(db, key)) {
    const one = hidePersonalData(row, (text) => mask.hide(text));
    const weight = weigh(one);
    // A mark may be longer than what it hides, and an older version may have taken what is too long today.
    if (bytes + weight > maxExportedCaseBytes || !v.is(portableCase, one)) {
      piece.left += 1;
      continue;
    }
    bytes += weight;
    piece.cases.push(one);
  }
  return { evaluation: piece };
}

/** Gives an agent the test cases of a file beside its own; one that it has already is not added again. */
export async function takeCases(
  tx: Tx,
  { organizationId, agentId, now }: AgentKey & { now: number },
  cases: readonly PortableCase[],
): Promise<void> {
  if (cases.length === 0) return;
  const key = { organizationId, agentId };
  await lockAgent(tx, key);
  const own = await listCases(tx, key);
  const known = new Set(own.map((row) => nameCase(readCase(row))));
  const added: PortableCase[] = [];
  for (const one of cases) {
    const name = nameCase(one);
    if (!known.has(name)) added.push(one);
    known.add(name);
  }
  if (own.length + added.length > maxTestCases) {
    const message = `An agent has at most ${maxTestCases} test cases: it has ${own.length}, and ${added.length} would come.`;
    throw new AppError("conflict", { message });
  }
  const bodies = added.map((one) => ({ body: JSON.stringify({ ...one, from: null }), createdBy: null }));
  await insertCases(tx, { ...key, now }, bodies);
}

/** Gives a copy in the same organization the test cases of the first agent, which stay bound to the visitors they came from. */
export async function shareCases(
  tx: Tx,
  { organizationId, from, to, now }: { organizationId: string; from: string; to: string; now: number },
): Promise<void> {
  const rows = await listCases(tx, { organizationId, agentId: from });
  await insertCases(tx, { organizationId, agentId: to, now }, rows);
}

async function insertCases(
  tx: Tx,
  { now, ...key }: AgentKey & { now: number },
  cases: readonly Pick<TestCaseRow, "body" | "createdBy">[],
): Promise<void> {
  if (cases.length === 0) return;
  const rows = cases.map(({ body, createdBy }) => ({
    ...{ ...key, id: newId(now), body, createdBy, createdAt: now, updatedAt: now },
  }));
  await tx.insertInto("testCases").values(rows).execute();
}

/** In the order in which they were added, so that an export of the same agent is the same. */
function listCases(db: Db, { organizationId, agentId }: AgentKey): Promise<TestCaseRow[]> {
  return db
    .selectFrom("testCases")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .orderBy("id")
    .execute();
}

/** What must hold of the answer is the team's own, unless the case was made from a conversation. */
function hidePersonalData(row: TestCaseRow, hide: (text: string) => string): PortableCase {
  const { from, origin: brought, question, history, ...wanted } = readCase(row);
  const origin = from ? markOrigin({ ...row, threadId: from.threadId }) : brought;
  const asked = {
    question: hide(question),
    history: history.map(({ role, content }) => ({ role, content: hide(content) })),
    ...(origin !== undefined && { origin }),
  };
  if (origin === undefined) return { ...asked, ...wanted };
  const { expected, forbidden, source, wrongSource } = wanted;
  return {
    ...{ ...asked, ...wanted },
    expected: expected.map(hide),
    forbidden: forbidden.map(hide),
    source: source === null ? null : hide(source),
    wrongSource: wrongSource === null ? null : hide(wrongSource),
  };
}

/** What a case takes of a file's room. Each text counts as a longer one, so that a file has never too many values. */
function weigh(one: PortableCase): number {
  const { history, expected, forbidden } = one;
  const values = 10 + history.length * 3 + expected.length + forbidden.length;
  return Buffer.byteLength(JSON.stringify(one)) + values * 75;
}

/** The same for cases that say the same, in whatever order their fields were written. */
function nameCase(one: PortableCase): string {
  const { question, history, audience = null, kind, expected, forbidden, source, wrongSource } = one;
  return JSON.stringify([question, history, audience, kind, expected, forbidden, source, wrongSource]);
}
