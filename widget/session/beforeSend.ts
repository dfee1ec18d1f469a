import type { PageToFrame } from "../../shared/frame/messages.ts";
import type { Page } from "./page.ts";

/** A page that is silent for this long agrees. */
const pageAnswersWithinMs = 1000;

/** Asks the page before a message leaves, where it wants that. */
export function createBeforeSend(page: Page) {
  const asked = new Map<number, (text: string | null) => void>();
  let count = 0;
  return {
    /** Gives the text to send, or null where the page holds it back. */
    async ask(text: string): Promise<string | null> {
      if (!page.options.asksBeforeSend || text === "") return text;
      const id = ++count;
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, pageAnswersWithinMs, text);
        asked.set(id, (answer) => {
          clearTimeout(timer);
          asked.delete(id);
          resolve(answer);
        });
        page.send("before-send", { id, text });
      });
    },
    answer({ id, text }: PageToFrame["before-send-answer"]): void {
      asked.get(id)?.(text?.trim() === "" ? null : text);
    },
  };
}
