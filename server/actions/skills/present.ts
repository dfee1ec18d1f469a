import type { Skill, SkillInput, SkillRun } from "../../../shared/contract/skills/skills.ts";
import type { PublicConfiguration } from "../../../shared/contract/surfaces/surfaces.ts";
import { withoutHidden } from "../../../shared/domain/forms.ts";
import { readRecorded } from "./recorded.ts";
import { readRunInputs, readRunSkill } from "./runs.ts";
import { listKeyEndings } from "./search/searchKeys.ts";
import { readSkill } from "./stored.ts";
import type { DraftedSkill } from "./stored.ts";
import type { SkillRow, SkillRunRow } from "./tables.ts";

type PublicField = NonNullable<PublicConfiguration["form"]>["fields"][number];

export interface SkillUse {
  uses: number;
  failures: number;
  lastUsedAt: number | null;
}

/** A form as strangers see it who are to fill it in before their first message; what the server fills in is not among it. */
export function presentFirstForm(form: DraftedSkill | null): PublicConfiguration["form"] {
  if (!form) return null;
  const open = withoutHidden(form.inputs.filter(({ from }) => from === null));
  return open.length > 0 ? { skillId: form.id, title: form.title, fields: open.map(presentField) } : null;
}

/** A field as visitors see it who fill it in: who else could, and where its options come from, is the team's. */
export function presentField({
  id,
  type,
  label,
  description,
  options,
  validations,
  when,
}: SkillInput): PublicField {
  return { id, type, label, description, options, validations, ...(when && { when }) };
}

/** A skill as the team sees it: of its secret the end alone. */
export function presentSkill(row: SkillRow, { uses, failures, lastUsedAt }: SkillUse): Skill {
  return {
    ...readSkill(row),
    hasSecret: row.sealedSecret !== null,
    secretEnding: row.secretEnding,
    searchKeyEndings: listKeyEndings(row),
    recordedAt: readRecorded(row)?.at ?? null,
    ...{ uses, failures, lastUsedAt, updatedAt: row.updatedAt },
  };
}

export function presentRun(row: SkillRunRow): SkillRun {
  return {
    id: row.id,
    skillId: row.skillId,
    title: readRunSkill(row).title,
    state: row.state,
    risk: row.risk,
    inputs: readRunInputs(row),
    threadId: row.threadId,
    decidedBy: row.decidedBy,
    request: row.request === null ? null : (JSON.parse(row.request) as SkillRun["request"]), // written by outcomeColumns
    response: row.response === null ? null : (JSON.parse(row.response) as SkillRun["response"]), // written by outcomeColumns
    error: row.error,
    ms: row.ms,
    createdAt: row.createdAt,
    endedAt: row.endedAt,
  };
}
