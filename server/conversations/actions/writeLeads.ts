import { showValue } from "../../../shared/domain/forms.ts";
import { writeCsv } from "../../../shared/format/csv.ts";
import { readRunInputs, readRunSkill } from "../../actions/skills/runs.ts";
import type { StoredSkill } from "../../actions/skills/stored.ts";
import type { SkillRunRow } from "../../actions/skills/tables.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";
import { mostColumns, timeOf } from "../exports/cells.ts";

const leadsAtOnce = 500;

interface LeadsWanted extends AgentKey {
  skill: StoredSkill;
}

/** Gives what visitors wrote in a form as a table piece by piece, the oldest first: a column for each field that it has or had. */
export async function* writeLeads(db: Db, wanted: LeadsWanted): AsyncGenerator<string> {
  const labels = await readLabels(db, wanted);
  // By its mark spreadsheets know that the text is UTF-8.
  yield `\ufeff${writeCsv([["Sent", "Conversation", ...labels.values()]])}`;
  for await (const run of readLeads(db, wanted)) {
    const values = readRunInputs(run);
    const cells = [...labels.keys()].map((field) => showValue(values[field] ?? ""));
    yield writeCsv([[timeOf(run.endedAt ?? run.createdAt) ?? "", run.threadId, ...cells]]);
  }
}

/** The labels of all fields by their IDs: those of today, then those of earlier forms. */
async function readLabels(db: Db, wanted: LeadsWanted): Promise<Map<string, string>> {
  const labels = new Map(wanted.skill.inputs.map(({ id, label }) => [id, label]));
  for await (const run of readLeads(db, wanted)) {
    for (const { id, label } of readRunSkill(run).inputs) {
      if (!labels.has(id) && labels.size < mostColumns) labels.set(id, label);
    }
  }
  return labels;
}

/** What was sent, without previews and without who is being erased. */
async function* readLeads(
  db: Db,
  { organizationId, agentId, skill }: LeadsWanted,
): AsyncGenerator<SkillRunRow> {
  for (let last = ""; ;) {
    const rows = await db
      .selectFrom("skillRuns")
      .innerJoin("threads", (join) =>
        join
          .onRef("threads.organizationId", "=", "skillRuns.organizationId")
          .onRef("threads.id", "=", "skillRuns.threadId"),
      )
      .innerJoin("contacts", (join) =>
        join
          .onRef("contacts.organizationId", "=", "threads.organizationId")
          .onRef("contacts.id", "=", "threads.contactId"),
      )
      .selectAll("skillRuns")
      .where("skillRuns.organizationId", "=", organizationId)
      .where("skillRuns.agentId", "=", agentId)
      .where("skillRuns.skillId", "=", skill.id)
      .where("skillRuns.state", "=", "done")
      .where("skillRuns.preview", "=", 0)
      .where("contacts.eraseAskedAt", "is", null)
      .where("skillRuns.id", ">", last)
      .orderBy("skillRuns.id")
      .limit(leadsAtOnce)
      .execute();
    yield* rows;
    if (rows.length < leadsAtOnce) return;
    last = rows.at(-1)?.id ?? last;
  }
}
