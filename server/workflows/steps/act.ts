import type { Tx } from "../../database/store.ts";
import { noteInput } from "../running/session.ts";
import { StepProblem, nameRun, needThread } from "./context.ts";
import type { InsideStep, OutsideStep } from "./context.ts";
import type { WorkflowRunRow } from "../tables.ts";

/** Puts the conversation into the team's queue. */
export const handOver: InsideStep<"handOver"> = {
  is: "inside",
  async take({ step, run, session, tx, deps, fill, now }) {
    needThread(run);
    const text = fill(step.config.note);
    if (session.thread) session.thread = await deps.acts.handOver(tx, { thread: session.thread, text, now });
    run.handedOver = 1;
    return { is: "done" };
  },
};

/** Gives the conversation to a member or a team. */
export const assign: OutsideStep<"assign"> = {
  is: "outside",
  async take({ step, run, deps, fill }) {
    const key = needThread(run);
    const memberId = fill(step.config.memberId);
    const teamId = fill(step.config.teamId);
    // A member who is given the conversation has it from then on, which would pause the run otherwise.
    const given = memberId && { memberId, inTransaction: (tx: Tx) => noteHandOver(tx, run) };
    await deps.acts.change(key, { ...given, ...(teamId && { teamId }) });
    return { is: "done" };
  },
};

async function noteHandOver(tx: Tx, { organizationId, id }: WorkflowRunRow): Promise<void> {
  await tx
    .updateTable("workflowRuns")
    .set({ handedOver: 1 })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Says goodbye and resolves the conversation. */
export const resolve: OutsideStep<"resolve"> = {
  is: "outside",
  async take({ step, run, row, deps, fill }) {
    const key = needThread(run);
    const by = nameRun(run);
    const text = fill(step.config.text);
    await deps.acts.change(key, { text, by, messageId: row.id, isResolved: true });
    return { is: "done" };
  },
};

/** Adds labels by name, made where they are not there, and takes others off. */
export const label: OutsideStep<"label"> = {
  is: "outside",
  async take({ step, run, deps, fill }) {
    const key = needThread(run);
    const { add, remove } = step.config;
    await deps.acts.label(key, { add: add.map(fill), remove: remove.map(fill) });
    return { is: "done" };
  },
};

/** Puts an e-mail into line. */
export const email: InsideStep<"email"> = {
  is: "inside",
  async take({ step, row, tx, deps, fill }) {
    const [to, subject, text] = [
      fill(step.config.to).trim(),
      fill(step.config.subject),
      fill(step.config.text),
    ];
    noteInput(row, { to, subject });
    if (!/^[^\s@,;<>]+@[^\s@,;<>]+$/.test(to))
      throw new StepProblem(`"${to.slice(0, 100)}" isn’t an e-mail address.`);
    if (!deps.mail.isConfigured)
      throw new StepProblem("No mail server is set up. Ask your operator to set SMTP_URL.");
    await deps.mail.post(tx, {
      ...{ to, text, subject: subject.replace(/[\r\n]+/g, " ").slice(0, 300) },
      html: `<p style="white-space: pre-wrap">${escapeHtml(text)}</p>`,
    });
    return { is: "done", output: to };
  },
};

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
