import type { MessageAction } from "../../shared/contract/conversations/actions/messageAction.ts";
import type { Message } from "../../shared/contract/conversations/conversations.ts";
import type { FormValues } from "../../shared/domain/forms.ts";
import type { Decision } from "./chat.ts";
import { chat } from "./state.ts";

/** What this document knows of a card besides its action. */
export interface ActionCardState {
  /** What is filled in so far. */
  values: FormValues;
  /** What the last check said, by field ID. */
  errors: Record<string, string>;
  /** The word that is on its way to the server. */
  sending: Decision["decision"] | null;
  /** Why the last word did not count. */
  notice: string;
  /** The visitor took back the access to their account. */
  hasForgotten?: boolean;
  /** The page wants the visitor asked before it does this. */
  isAsked?: boolean;
}

export function findAction(actionId: string): { message: Message; action: MessageAction } | null {
  for (const message of chat.messages) {
    const action = message.actions?.find(({ id }) => id === actionId);
    if (action) return { message, action };
  }
  return null;
}
