import type { Message, VisitorThread } from "../../../../shared/contract/conversations/conversations.ts";

interface Acted {
  method: string;
  /** What stands behind the thread in the path: "/read". */
  rest: string;
  body: unknown;
  thread: VisitorThread;
  messages: Message[];
  /** Stores an event of the conversation. */
  note(name: string): void;
}

/**
 * What a visitor's server does on the smaller calls about one conversation, and answers; undefined for a call that it does
 * not know here.
 */
export function actOnThread({ method, rest, body, thread, messages, note }: Acted): unknown {
  const { data } = (body ?? {}) as { data?: Record<string, unknown> }; // as the client wrote it
  const [, messageId] = /^\/messages\/([^/]+)\/feedback$/.exec(rest) ?? [];
  if (messageId) {
    const message = messages.find(({ id }) => id === messageId);
    if (!message || !data) return undefined;
    const { value, reason, text } = data;
    message.feedback = value === null ? null : ({ value, reason, text } as Message["feedback"]); // the contract's
    message.updatedAt += 1;
    return { data: message };
  }
  switch (`${method} ${rest}`) {
    case "PUT /read":
      thread.visitorReadTo = Math.max(thread.visitorReadTo, Number(data?.["readTo"]));
      return {};
    case "PUT /rating":
      thread.rating = { ...(data as unknown as { score: number; remark: string }), at: 1 }; // the contract's
      return { data: thread };
    case "POST /typing":
      return {};
    case "DELETE /person":
      thread.isWaitingForPerson = false;
      note("person_left");
      return { data: thread };
    case "POST /end":
      thread.status = "resolved";
      note("ended");
      return { data: thread };
    default:
      return undefined;
  }
}
