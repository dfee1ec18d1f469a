import { proxy } from "valtio/vanilla";
import type { FormValues } from "../../shared/domain/forms.ts";
import type { Keep } from "./keep.ts";
import { chat } from "./state.ts";

/** What is filled in so far before the first message. */
export const firstForm = proxy({ values: {} as FormValues });

/** What a visitor's browser knows of the form before their first message. */
interface KeptForm {
  skillId: string;
  values: FormValues;
  step: "typing" | "ready" | "sent";
}

export type FirstForm = ReturnType<typeof createFirstForm>;

/** Keeps what the visitor fills in before their first message, which takes it along. It is asked once in a browser. */
export function createFirstForm(keep: Pick<Keep, "read" | "update">) {
  let step: KeptForm["step"] = "typing";

  const asked = () => chat.configuration?.form ?? null;

  function write(): void {
    const form = asked();
    if (!form) return;
    // A browser gives no page the file that was chosen before.
    const isKept = (id: string) =>
      step === "ready" || form.fields.some((field) => field.id === id && field.type !== "file");
    const kept = Object.entries(step === "sent" ? {} : firstForm.values).filter(([id]) => isKept(id));
    const state: KeptForm = { skillId: form.skillId, values: Object.fromEntries(kept), step };
    keep.update("form", () => JSON.stringify(state));
  }

  /** Asks as long as nothing was written; the page may send a message of its own. */
  function look(): void {
    const { thread, messages, pending } = chat;
    const isFirst = thread === null && messages.length === 0 && pending.length === 0;
    chat.isAsked = isFirst && asked() !== null && step === "typing";
  }

  return {
    look,
    async restore(): Promise<void> {
      const kept = asked() && parse(await keep.read("form"));
      if (!kept || kept.skillId !== asked()?.skillId) return;
      step = kept.step;
      firstForm.values = kept.values;
      look();
    },
    fill(values: FormValues, isDone: boolean): void {
      firstForm.values = values;
      step = isDone ? "ready" : "typing";
      write();
      look();
    },
    toSend(): Pick<KeptForm, "skillId" | "values"> | null {
      const form = asked();
      return form && step === "ready" ? { skillId: form.skillId, values: { ...firstForm.values } } : null;
    },
    sent(): void {
      if (step !== "ready") return;
      step = "sent";
      write();
    },
    /** The next visitor of this document is asked again. */
    leave(): void {
      step = "typing";
      firstForm.values = {};
      look();
    },
  };
}

function parse(text: string | null): KeptForm | null {
  try {
    const kept = JSON.parse(text ?? "null") as Partial<KeptForm> | null; // whatever stands in the storage
    const isForm = typeof kept?.skillId === "string" && typeof kept.values === "object" && kept.step;
    return isForm ? (kept as KeptForm) : null; // checked as far as it matters: the server checks the values
  } catch {
    return null;
  }
}
