import type { MessageAction } from "../../../shared/contract/conversations/actions/messageAction.ts";
import { addHidden, checkForm, showValue } from "../../../shared/domain/forms.ts";
import type { FormValues } from "../../../shared/domain/forms.ts";
import { signInField } from "../../../shared/domain/integrations.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import {
  changeRun,
  effectKeyOf,
  isDoneOnce,
  listEffects,
  lockRun,
  readRunInputs,
  readRunSkill,
} from "../../actions/skills/runs.ts";
import { renderOutcome } from "../../actions/skills/renderOutcome.ts";
import type { SkillRunRow } from "../../actions/skills/tables.ts";
import type { Tx } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";
import { lockContact } from "../contacts/contacts.ts";
import type { CheckedTypes } from "../files/attachments.ts";
import { addMessages } from "../messages/write.ts";
import type { Writer } from "../answers/writer.ts";
import { lockThread } from "../threads/find.ts";
import type { ThreadWanted } from "../threads/find.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";
import { describeTool, listValues, readCards, waitFor } from "./cards.ts";
import { expireLater } from "./expireLater.ts";
import { checkCardFiles, takeCardFiles } from "./formFiles.ts";
import { handOverBySkill } from "./handOverBySkill.ts";
import type { HandingOver } from "./handOverBySkill.ts";
import { keepFormInContact } from "./keepFormInContact.ts";
import { runLater, showEnd } from "./runAction.ts";
import { findCardMessage, showChange } from "./showChange.ts";

export interface Decision {
  wanted: ThreadWanted;
  actionId: string;
  decision: "confirm" | "decline";
  by: MessageAction["by"];
  /** The member's name, or `visitor`. */
  name: string;
  /** What the visitor filled in. */
  values?: Record<string, unknown>;
}

interface Deciding extends Omit<Decision, "wanted"> {
  thread: ThreadRow;
  run: SkillRunRow;
  /** The message that shows the card. */
  shown: MessageRow;
  card: MessageAction;
  /** Of the files that were chosen. */
  types: CheckedTypes;
  now: number;
  /** The process that writes the answer. */
  owner: string;
}

/** What a decision changed, and the answer that it began. */
interface Decided {
  message: MessageRow;
  answer: MessageRow | null;
}

/**
 * Takes somebody's word on what the agent wants to do. What was allowed is done by a job, so that it survives this process; the
 * same word said again changes nothing.
 */
export async function decideOnAction(
  deps: ConversationDeps,
  writer: Pick<Writer, "owner" | "start">,
  { wanted, ...decision }: Decision,
): Promise<MessageRow> {
  const types = await checkCardFiles(deps, wanted, decision);
  const { message, answer, refusal } = await deps.store.transaction(async (tx) => {
    const { agentId, contactId } = wanted;
    // What a form says of a visitor is kept with their contact, which is held before the conversation.
    if (contactId !== undefined)
      await lockContact(tx, { organizationId: wanted.organizationId, agentId, contactId, now: deps.now() });
    const thread = await lockThread(tx, wanted);
    const { organizationId, id: threadId } = thread;
    const run = await lockRun(tx, { organizationId, threadId, runId: decision.actionId });
    const shown = run && (await findCardMessage(tx, run));
    const card = shown && readCards(shown).find(({ id }) => id === run.id);
    if (!run || !shown || !card) throw new AppError("not_found");
    const repeated = { message: shown, answer: null, refusal: null };
    if (run.state !== "waiting" || card.by !== decision.by) {
      if (isRepeat(run, decision)) return repeated;
      throw new AppError("conflict", { message: "This was already decided, or has expired." });
    }
    const now = deps.now();
    return decide(deps, tx, { ...decision, thread, run, shown, card, types, now, owner: writer.owner });
  });
  if (answer) writer.start(answer);
  if (refusal !== null) throw new AppError("conflict", { message: refusal });
  return message;
}

function isRepeat(
  { state, decidedBy }: SkillRunRow,
  { decision, name }: Pick<Decision, "decision" | "name">,
): boolean {
  const isDeclined = state === "declined";
  return decidedBy === name && (decision === "decline") === isDeclined;
}

/** If it is too late, that is stored first, then reported. */
async function decide(
  deps: ConversationDeps,
  tx: Tx,
  deciding: Deciding,
): Promise<Decided & { refusal: string | null }> {
  const { thread, run, shown, card, types, decision, by, name, now, owner } = deciding;
  const end = async (state: "expired" | "withdrawn", refusal: string) => {
    const ended = await change(tx, run, { state, endedAt: now });
    const message = await showChange(deps, tx, { thread, run: ended, changes: { state, fields: [] }, now });
    await deps.procedures.takeEnd(tx, { thread, run: { ...ended, error: refusal } });
    return { message, answer: null, refusal };
  };
  if (card.expiresAt <= now)
    return end("expired", "This waited too long and was not done. Ask for it again.");
  if (by === "visitor" && thread.handledBy === "human")
    return end("withdrawn", "A person answers here now. Please ask them for this.");
  if (run.exchange !== null)
    return { ...(await answerAsk(deps, tx, { ...deciding, exchange: run.exchange })), refusal: null };
  if (decision === "decline") {
    const declined = await change(tx, run, { state: "declined", decidedBy: name, endedAt: now });
    // A person who declined needs no notice of it.
    if (by === "team") {
      const answer = await showEnd(deps, tx, { thread, run: declined, owner });
      return { message: await readMessage(tx, declined), answer, refusal: null };
    }
    const changes: Partial<MessageAction> = { state: "declined", fields: [] };
    const message = await showChange(deps, tx, { thread, run: declined, changes, now });
    await deps.procedures.takeEnd(tx, { thread, run: declined });
    return { message, answer: null, refusal: null };
  }
  const { [signInField]: code, ...typed } = readValues(deciding);
  const { fields } = card;
  const given = await takeCardFiles(tx, { thread, message: shown, fields, values: typed, types });
  const inputs = addHidden(readRunSkill(run).inputs, { ...readRunInputs(run), ...given });
  if (by === "visitor" && card.signIn) await takeSignIn(deps, tx, { thread, run, code: String(code ?? "") });
  if (await isDoneAlready(tx, run, inputs)) return end("withdrawn", "This is already done.");
  return { ...(await allow(deps, tx, { ...deciding, inputs })), refusal: null };
}

/** Goes on with what was confirmed: to the team's word, to the request, or for a form to its end. */
async function allow(
  deps: ConversationDeps,
  tx: Tx,
  { thread, run, by, name, inputs, now, owner }: Deciding & { inputs: FormValues },
): Promise<Decided> {
  const effectKey = effectKeyOf(run, { id: run.skillId }, inputs);
  const filled = { inputs: JSON.stringify(inputs), effectKey };
  if (run.risk === "approval" && by === "visitor") {
    const wait = waitFor(readRunSkill(run), { hasFields: false, now });
    const waiting = await change(tx, run, { ...filled, expiresAt: wait.expiresAt });
    await expireLater(deps, tx, waiting);
    const changes = { ...wait, fields: [], values: listValues(waiting) };
    return { message: await showChange(deps, tx, { thread, run: waiting, changes, now }), answer: null };
  }
  const skill = readRunSkill(run);
  if (skill.config.kind === "form" || skill.config.kind === "handover") {
    const sent = { ...filled, state: "done", decidedBy: name, picked: filled.inputs, endedAt: now } as const;
    const done = await change(tx, run, sent);
    await keepFormInContact(deps, tx, { thread, run: done, inputs, now });
    await showChange(deps, tx, { thread, run: done, changes: { values: listValues(done) }, now });
    const current =
      skill.config.kind === "handover"
        ? await sayAndHandOver(deps, tx, {
            thread: await lockThread(tx, wantedOf(thread)),
            skill,
            inputs,
            now,
          })
        : thread;
    const answer = await showEnd(deps, tx, { thread: current, run: done, owner });
    return { message: await readMessage(tx, done), answer };
  }
  if (readRunSkill(run).config.kind === "client") {
    const wait = waitFor(readRunSkill(run), { hasFields: false, isAllowed: true, now });
    const waiting = await change(tx, run, { ...filled, decidedBy: name, expiresAt: wait.expiresAt });
    await expireLater(deps, tx, waiting);
    const tool = describeTool(waiting, { isConfirmed: true });
    const decidedBy = by === "team" ? name : null;
    const changes = { ...wait, fields: [], values: listValues(waiting), tool, decidedBy };
    return { message: await showChange(deps, tx, { thread, run: waiting, changes, now }), answer: null };
  }
  const running = await change(tx, run, { ...filled, state: "running", decidedBy: name });
  await runLater(deps, tx, running);
  const decidedBy = by === "team" ? name : null;
  const changes: Partial<MessageAction> = {
    ...{ state: "running", fields: [], values: listValues(running), decidedBy },
  };
  return { message: await showChange(deps, tx, { thread, run: running, changes, now }), answer: null };
}

/** Nobody writes an answer after a handover: what its skill says is said before. */
async function sayAndHandOver(deps: ConversationDeps, tx: Tx, handing: HandingOver): Promise<ThreadRow> {
  const { thread, skill, inputs, now } = handing;
  if (skill.answer.trim() === "") return handOverBySkill(deps, tx, handing);
  const content = renderOutcome(skill.answer, { data: null, inputs });
  const message = { role: "assistant", kind: "text", content } as const;
  const said = await addMessages(deps, tx, { thread, messages: [message], now });
  return handOverBySkill(deps, tx, { ...handing, thread: said.thread });
}

function wantedOf({ organizationId, agentId, id: threadId }: ThreadRow) {
  return { organizationId, agentId, threadId };
}

/** The access that the visitor gave at the service is theirs from now on. */
async function takeSignIn(
  { skills }: Pick<ConversationDeps, "skills">,
  tx: Tx,
  { thread, run, code }: { thread: ThreadRow; run: SkillRunRow; code: string },
): Promise<void> {
  const { organizationId, contactId } = thread;
  if (await skills.acceptSignIn(tx, { organizationId, contactId, runId: run.id, code })) return;
  const message = "This code is wrong or too old. Sign in again.";
  throw new AppError("invalid_input", { fields: [{ path: `body.data.values.${signInField}`, message }] });
}

/** Goes on with a run whose far side asked for something: it is told what was filled in, or that nothing was. */
async function answerAsk(
  deps: ConversationDeps,
  tx: Tx,
  { thread, run, card, decision, name, values = {}, now, exchange }: Deciding & { exchange: string },
): Promise<Decided> {
  const isGiven = decision === "confirm";
  const given = isGiven ? readValues({ card, values }) : {};
  const action = isGiven ? "accept" : "decline";
  const answered = deps.skills.answer(exchange, { action, values: given });
  const running = await change(tx, run, { exchange: answered, state: "running", decidedBy: name });
  await runLater(deps, tx, running);
  const known = deps.skills.listAnswers(answered);
  const shown = [
    ...listValues(running),
    ...known.map(({ label, value }) => ({ label, value: showValue(value) })),
  ];
  const changes: Partial<MessageAction> = { state: "running", fields: [], values: shown, note: null };
  return { message: await showChange(deps, tx, { thread, run: running, changes, now }), answer: null };
}

async function isDoneAlready(tx: Tx, run: SkillRunRow, inputs: FormValues): Promise<boolean> {
  if (!isDoneOnce(readRunSkill(run))) return false;
  const key = effectKeyOf(run, { id: run.skillId }, inputs);
  const others = (await listEffects(tx, run)).filter(({ id, state }) => id !== run.id && state !== "waiting");
  return others.some(({ effectKey }) => effectKey === key);
}

function readValues({ card, values = {} }: Pick<Deciding, "card" | "values">): FormValues {
  const checked = checkForm(card.fields, values);
  if ("values" in checked) return checked.values;
  const fields = Object.entries(checked.errors).map(([id, message]) => ({
    path: `body.data.values.${id}`,
    message,
  }));
  throw new AppError("invalid_input", { fields });
}

async function change(tx: Tx, run: SkillRunRow, changes: Partial<SkillRunRow>): Promise<SkillRunRow> {
  const changed = await changeRun(tx, run, changes);
  if (!changed) throw new AppError("conflict");
  return changed;
}

async function readMessage(tx: Tx, run: SkillRunRow): Promise<MessageRow> {
  const message = await findCardMessage(tx, run);
  if (!message) throw new AppError("not_found");
  return message;
}
