import { checkForm } from "../../../shared/domain/forms.ts";
import type { FormField } from "../../../shared/domain/forms.ts";
import type { Turn } from "../../../shared/domain/workflows/simulations.ts";
import type { WaitReason } from "../../../shared/contract/workflows/runs.ts";
import type { SimulationLine } from "../../../shared/contract/workflows/simulations.ts";
import type { Session } from "../running/session.ts";
import { nothingWaited, readWork } from "../running/session.ts";
import { readAnswer } from "../steps/talk.ts";
import type { WorkflowRunStepRow } from "../tables.ts";
import { waitOf } from "./waits.ts";

/** What somebody does in a simulation, in place of what is expected. */
export type Act = Extract<Turn, { kind: "visitor" | "form" | "team" }>;

/** Why a turn of the script does not fit what the run does. */
export class ScriptProblem extends Error {}

interface Given {
  session: Session;
  lines: SimulationLine[];
}

/** Gives the run what somebody does; false where nothing waits for it. */
export function giveAct({ session, lines }: Given, turn: Act): boolean {
  const row = session.steps.find((one) => one.state === "waiting" && waitOf(one) === turn.kind);
  if (!row) return false;
  switch (turn.kind) {
    case "visitor": {
      lines.push({ by: "visitor", text: turn.text });
      wake(session, row, row.waitsFor === "event" ? { event: { text: turn.text } } : { text: turn.text });
      return true;
    }
    case "form": {
      const values = readForm(session, row, turn.values);
      lines.push({ by: "visitor", text: `Sent the form: ${JSON.stringify(turn.values)}` });
      wake(session, row, { state: "done", values });
      return true;
    }
    case "team":
      lines.push({ by: "team", text: turn.decision === "approve" ? "Approved" : "Declined" });
      wake(session, row, { decision: turn.decision, note: "" });
      return true;
    default:
      return turn satisfies never;
  }
}

function readForm(session: Session, row: WorkflowRunStepRow, typed: Record<string, string>) {
  const step = session.find(row);
  // A file can't be sent here.
  const fields: FormField[] =
    step?.kind === "form" ? step.config.fields.filter(({ type }) => type !== "file") : [];
  const read = Object.fromEntries(
    fields.map((field) => [
      field.id,
      typed[field.id] === undefined ? undefined : readAnswer(field, typed[field.id] ?? ""),
    ]),
  );
  const checked = checkForm(fields, read);
  if ("values" in checked) return checked.values;
  const wrong = Object.entries(checked.errors).map(([name, message]) => `${name}: ${message}`);
  throw new ScriptProblem(`The form doesn’t accept this. ${wrong.join(" ")}`);
}

/** Lets the time pass for one step that waits for it, or for what nobody does; false where none does. `forAll`: for people, too. */
export function passTime({ session, lines }: Given, { forAll = false } = {}): boolean {
  const row = session.steps.find(
    ({ state, waitsFor: reason }) =>
      state === "waiting" && reason !== null && (forAll || timed.includes(reason)),
  );
  if (!row) return false;
  lines.push({ by: "event", text: `Time passes: ${row.name}` });
  wake(session, row, row.waitsFor === "retry" ? undefined : { isLate: true });
  return true;
}

const timed: readonly WaitReason[] = ["retry", "time", "date", "event"];

function wake(session: Session, row: WorkflowRunStepRow, given: Record<string, unknown> | undefined): void {
  Object.assign(row, { state: "running", ...nothingWaited });
  row.work = JSON.stringify({ ...readWork(row), ...(given && { given }) });
  if (session.run.state === "waiting") session.run.state = "running";
}
