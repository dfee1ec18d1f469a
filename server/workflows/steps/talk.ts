import { checkForm, showValue } from "../../../shared/domain/forms.ts";
import type { FieldValue, FormField } from "../../../shared/domain/forms.ts";
import { filesOf } from "../../../shared/domain/workflows/steps.ts";
import type { StoredAttachment } from "../../conversations/tables.ts";
import { newId } from "../../database/ids.ts";
import { maySpeak, nameRun, needThread } from "./context.ts";
import type { InsideStep, InsideView } from "./context.ts";
import { writeCard } from "./writeCard.ts";

const day = 24 * 60 * 60_000;
const waitsForAnswerMs = 7 * day;

/** Writes a message, as any of the agent's. */
export const say: InsideStep<"say"> = {
  is: "inside",
  async take(view) {
    const { text, card, buttons } = view.step.config;
    needThread(view.run);
    if (!maySpeak(view.session)) return { is: "pauses" };
    const said = [view.fill(text), card ? writeCard(card, view.fill) : ""].filter((one) => one.trim() !== "");
    const files = filesOf(view.step.config).map(({ fileId: id, ...file }) => ({ id, ...file }));
    await speak(view, { text: said.join("\n\n"), buttons, files });
    return { is: "done", output: said.join("\n\n") };
  },
};

/** Asks for one thing until the answer is valid, or was not too often. */
export const ask: InsideStep<"ask"> = {
  is: "inside",
  async take(view) {
    const { step, work, fill } = view;
    const { text, field, retries, again } = step.config;
    needThread(view.run);
    const given = work.given as { text?: string; isLate?: boolean } | undefined; // given by takeMessage or wakeDue
    if (given?.isLate) return { is: "done", outlets: ["failed"] };
    if (!maySpeak(view.session)) return { is: "pauses" };
    if (given?.text === undefined) {
      await speak(view, { text: fill(text), buttons: buttonsOf(field) });
      return waits(0);
    }
    const checked = checkForm([field], { [field.id]: readAnswer(field, given.text) });
    if ("values" in checked) {
      const value = checked.values[field.id] ?? null;
      const output = value === null ? "" : showValue(value);
      return { is: "done", save: { [field.id]: value }, output };
    }
    const tries = Number(work.tries ?? 0);
    if (tries >= retries) return { is: "done", outlets: ["failed"], output: given.text };
    const repeated = fill(again) || `That doesn’t look right. ${fill(text)}`;
    await speak(view, { text: repeated, buttons: buttonsOf(field) });
    return waits(tries + 1);

    function waits(count: number) {
      const wakeAt = view.now + waitsForAnswerMs;
      return { is: "waits" as const, for: "answer" as const, wakeAt, work: { tries: count } };
    }
  },
};

/** Shows a form and waits until the visitor sends it. */
export const form: InsideStep<"form"> = {
  is: "inside",
  async take(view) {
    const { step, work, session, tx, deps, now } = view;
    const { fields, saveAs } = step.config;
    needThread(view.run);
    const given = work.given as { state?: string; values?: Record<string, FieldValue> } | undefined; // of takeEnd
    if (given?.state === "done")
      return { is: "done", save: { [saveAs]: given.values ?? {} }, output: given.values };
    // A person had the conversation when it was sent: it is shown again.
    const isAgain = given?.state === "withdrawn";
    if (given && !isAgain)
      return { is: "failed", message: "The visitor didn’t send the form.", isFinal: true };
    if (!maySpeak(session) || !session.thread) return { is: "pauses" };
    const { thread, runId } = await deps.acts.showForm(tx, {
      thread: session.thread,
      messageId: isAgain ? newId(now) : view.row.id,
      text: view.fill(step.config.text),
      title: step.name,
      by: nameRun(view.run),
      fields,
      now,
    });
    session.thread = thread;
    return { is: "waits", for: "form", wakeAt: now + 7 * day, token: runId };
  },
};

/** Writes a note that only the team sees. */
export const note: InsideStep<"note"> = {
  is: "inside",
  async take(view) {
    const { session, tx, deps, now } = view;
    needThread(view.run);
    const text = view.fill(view.step.config.text);
    if (session.thread) session.thread = await deps.acts.note(tx, { thread: session.thread, text, now });
    return { is: "done", output: text };
  },
};

async function speak(
  view: InsideView<"say" | "ask">,
  { text, buttons, files = [] }: { text: string; buttons: readonly string[]; files?: StoredAttachment[] },
): Promise<void> {
  const { session, tx, deps, run, now } = view;
  if (!session.thread || (text.trim() === "" && files.length === 0)) return;
  const by = nameRun(run);
  session.thread = await deps.acts.say(tx, { thread: session.thread, text, by, buttons, files, now });
}

function buttonsOf({ type, options }: FormField): readonly string[] {
  if (type === "yesNo") return ["Yes", "No"];
  return type === "choice" ? options.slice(0, 10) : [];
}

/** An answer as the field's check takes it: "yes" for true, an option however it is written, a list by commas. */
export function readAnswer({ type, options }: FormField, text: string): unknown {
  const said = text.trim();
  const find = (one: string) =>
    options.find((option) => option.toLowerCase() === one.trim().toLowerCase()) ?? one;
  switch (type) {
    case "yesNo":
    case "consent":
      return yesWords.has(said.toLowerCase()) ? "true" : noWords.has(said.toLowerCase()) ? "false" : said;
    case "choice":
      return find(said);
    case "several":
      return said.split(",").map(find);
    default:
      return said;
  }
}

const yesWords = new Set(["yes", "y", "true", "ja", "oui", "sí", "si", "ok", "okay"]);
const noWords = new Set(["no", "n", "false", "nein", "non"]);
