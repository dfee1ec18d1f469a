import { sayConsent } from "../../shared/contract/conversations/contacts/consent.ts";
import { sayLater } from "./laterWords.ts";
import { chat } from "./state.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Tells the server that the visitor agreed, as soon as there is a session: before the first message there is none, and
 * nothing is sent. `isOurs`: the chat asked them, and not the page by its own means.
 */
export function createConsent(visitor: Pick<Visitor, "agentId" | "client" | "onSession">) {
  let untold: { text: string | null; at: number } | null = null;

  async function tell(): Promise<void> {
    const productId = visitor.agentId();
    if (!untold || !productId || chat.consent !== "granted") return;
    const { text, at } = untold;
    const told = untold;
    const agoMs = Math.max(0, Date.now() - at);
    const body = { data: { value: "granted" as const, text, agoMs } };
    try {
      await visitor.client.call(sayConsent, { params: { productId }, body });
      if (untold === told) untold = null;
    } catch {
      // The next session, or the next visit, tells it.
    }
  }

  visitor.onSession(() => void tell());
  return (isOurs: boolean): void => {
    const { consentText = "", consentUrl = null } = chat.configuration?.settings ?? {};
    const shown = [consentText || sayLater().consentNeeded, consentUrl].filter(Boolean).join(" ");
    untold = { text: isOurs ? shown : null, at: Date.now() };
    void tell();
  };
}
