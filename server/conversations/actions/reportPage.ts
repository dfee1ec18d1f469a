import type { BodyOf } from "../../../shared/contract/call.ts";
import type { reportPageAction } from "../../../shared/contract/conversations/actions/actions.ts";
import type { MessageAction } from "../../../shared/contract/conversations/actions/messageAction.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { readPageResult } from "../../actions/skills/client/readPageResult.ts";
import { changeRun, lockRun, readRunSkill } from "../../actions/skills/runs.ts";
import type { SkillRunRow } from "../../actions/skills/tables.ts";
import type { Tx } from "../../database/store.ts";
import type { Writer } from "../answers/writer.ts";
import type { ConversationDeps } from "../deps.ts";
import { lockThread } from "../threads/find.ts";
import type { ThreadWanted } from "../threads/find.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";
import { readCards } from "./cards.ts";
import { expireLater } from "./expireLater.ts";
import { showEnd } from "./runAction.ts";
import { findCardMessage, showChange } from "./showChange.ts";

export interface PageReport {
  wanted: ThreadWanted;
  actionId: string;
  report: BodyOf<typeof reportPageAction>["data"];
}

interface Reporting {
  thread: ThreadRow;
  run: SkillRunRow;
  message: MessageRow;
  report: PageReport["report"];
  now: number;
  owner: string;
}

/** What a report changed, and the answer that it began. */
interface Reported {
  message: MessageRow;
  answer: MessageRow | null;
}

/** A page that is told of a slow network still has its outcome taken. */
const graceMs = 5000;

/**
 * Takes what the visitor's page says of an action: that it begins, and what came of it. Each is kept before anybody acts on
 * it, so that a closed tab or another process loses nothing.
 */
export async function reportFromPage(
  deps: ConversationDeps,
  writer: Pick<Writer, "owner" | "start">,
  { wanted, actionId, report }: PageReport,
): Promise<MessageRow> {
  const { message, answer } = await deps.store.transaction(async (tx) => {
    const thread = await lockThread(tx, wanted);
    const { organizationId, id: threadId } = thread;
    const run = await lockRun(tx, { organizationId, threadId, runId: actionId });
    const message = run && (await findCardMessage(tx, run));
    const card = message && readCards(message).find(({ id }) => id === run.id);
    if (!run || !message || !card) throw new AppError("not_found");
    if (card.by !== "page") throw new AppError("conflict", { message: "This is waiting for a decision." });
    const reporting = { thread, run, message, report, now: deps.now(), owner: writer.owner };
    return report.step === "begin" ? begin(deps, tx, reporting) : end(deps, tx, reporting);
  });
  if (answer) writer.start(answer);
  return message;
}

async function begin(deps: ConversationDeps, tx: Tx, reporting: Reporting): Promise<Reported> {
  const { thread, run, message, report, now } = reporting;
  const beginId = report.step === "begin" ? (report.beginId ?? null) : null;
  const isRepeat = beginId !== null && run.holder === report.holder && run.beginId === beginId;
  // The answer to it was lost on the way: nothing has run yet.
  if (isRepeat && run.state === "running") return { message, answer: null };
  const { timeoutSeconds } = readRunSkill(run);
  // A page that was reloaded begins once more, where that changes nothing.
  const isAgain = run.state === "running" && run.holder === report.holder && run.risk === "read";
  if (run.state !== "waiting" && !isAgain) throw new AppError("conflict", { message: taken });
  if ((run.expiresAt ?? 0) <= now) throw new AppError("conflict", { message: taken });
  if (thread.handledBy === "human") {
    const withdrawn = await changeRun(tx, run, { state: "withdrawn", endedAt: now });
    return show(deps, tx, {
      ...reporting,
      run: withdrawn ?? run,
      changes: { state: "withdrawn", fields: [] },
    });
  }
  const expiresAt = now + timeoutSeconds * 1000 + graceMs;
  const begun = await changeRun(tx, run, {
    ...{ state: "running", holder: report.holder, beginId, sentAt: now, expiresAt },
  });
  if (begun) await expireLater(deps, tx, begun);
  return show(deps, tx, { ...reporting, changes: { state: "running" } });
}

async function end(deps: ConversationDeps, tx: Tx, reporting: Reporting): Promise<Reported> {
  const { thread, run, message, report, now, owner } = reporting;
  const isOpen = run.state === "running" && run.holder === report.holder;
  // Nothing has to begin for a page to say that it can't, or that the visitor does not want it.
  const isUnbegun = run.state === "waiting" && (report.step === "missing" || report.step === "declined");
  if (!isOpen && !isUnbegun) {
    if (run.holder === report.holder && run.endedAt !== null) return { message, answer: null };
    throw new AppError("conflict", { message: taken });
  }
  // Another page of the same tab: what the page before it had begun is known to nobody.
  const isLeft = isOpen && run.risk !== "read" && (report.step === "missing" || report.step === "declined");
  if (isLeft) throw new AppError("conflict", { message: taken });
  const ms = run.sentAt === null ? null : now - run.sentAt;
  const ended = { holder: report.holder, endedAt: now, ms };
  if (report.step === "declined") {
    // A person who declined needs no notice of it.
    const declined = await changeRun(tx, run, { ...ended, state: "declined", decidedBy: "visitor" });
    return show(deps, tx, { ...reporting, run: declined ?? run, changes: { state: "declined", fields: [] } });
  }
  const done = await changeRun(tx, run, { ...ended, ...readOutcome(run, report) });
  const answer = done ? await showEnd(deps, tx, { thread, run: done, owner }) : null;
  return { message: (await findCardMessage(tx, run)) ?? message, answer };
}

/** What came of it, as the run keeps it. */
function readOutcome(
  run: SkillRunRow,
  report: Reporting["report"],
): Pick<SkillRunRow, "state" | "picked" | "error"> {
  const fail = (error: string) => ({ state: "failed", picked: null, error }) as const;
  const { config, title } = readRunSkill(run);
  if (report.step === "missing") return fail(`This page does not offer “${title}”.`);
  if (report.step === "failed") return fail(`The page reported a problem: ${report.message}`);
  if (report.step !== "done" || config.kind !== "client") return fail("The page said nothing.");
  const read = readPageResult(report.result, config);
  return "problem" in read ? fail(read.problem) : { state: "done", picked: read.text, error: null };
}

async function show(
  deps: ConversationDeps,
  tx: Tx,
  { thread, run, now, changes }: Reporting & { changes: Partial<MessageAction> },
): Promise<Reported> {
  return { message: await showChange(deps, tx, { thread, run, changes, now }), answer: null };
}

const taken = "Another tab does this, or it has expired.";
