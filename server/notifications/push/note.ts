import { findEventNews } from "../../../shared/domain/eventNews.ts";
import type { EventNews } from "../../../shared/domain/eventNews.ts";
import { brandName } from "../../../shared/domain/product.ts";
import type { PushKind, PushNote } from "../../../shared/domain/push.ts";
import type { Db } from "../../database/store.ts";
import type { Back } from "./listBack.ts";

interface Noted {
  organizationId: string;
  threadId: string;
  messageId: string;
  kind: PushKind;
  hidesText: boolean;
}

type Described = Pick<PushNote, "title" | "body" | "about">;

/** How much of what was said fits on a lock screen. */
const mostCharacters = 140;

const words: Record<PushKind | EventNews, { title: (name: string) => string; hidden: string }> = {
  message: { title: (name) => name, hidden: "A visitor wrote." },
  asked: { title: (name) => `${name} asks for a person`, hidden: "A visitor asks for a person." },
  back: {
    title: (name) => `${name} waits for the team again`,
    hidden: "A visitor waits for the team again.",
  },
  assigned: { title: (name) => `Yours now: ${name}`, hidden: "A conversation was given to you." },
  overdue: { title: (name) => `Reply overdue: ${name}`, hidden: "A reply is overdue." },
  woken: { title: (name) => `The snooze is over: ${name}`, hidden: "The snooze of a conversation is over." },
  approval: {
    title: (name) => `Approval needed: ${name}`,
    hidden: "Something waits for your approval.",
  },
  mentioned: { title: (name) => `You are named: ${name}`, hidden: "You are named in a note." },
};

/** Gives what a device shows, as the conversation is now; null where that or the message is gone. */
export async function describeNote(
  db: Db,
  { organizationId, threadId, messageId, kind, hidesText }: Noted,
): Promise<Described | null> {
  const found = await db
    .selectFrom("threads as thread")
    .innerJoin("contacts as contact", (join) =>
      join
        .onRef("contact.organizationId", "=", "thread.organizationId")
        .onRef("contact.id", "=", "thread.contactId"),
    )
    .innerJoin("messages as message", (join) =>
      join
        .onRef("message.organizationId", "=", "thread.organizationId")
        .onRef("message.threadId", "=", "thread.id"),
    )
    .where("thread.organizationId", "=", organizationId)
    .where("thread.id", "=", threadId)
    .where("message.id", "=", messageId)
    .select(["contact.name", "message.kind", "message.content", "thread.unread"])
    .executeTakeFirst();
  if (!found) return null;
  const about = findEventNews(found) ?? kind;
  const { title, hidden } = words[about];
  const counted = countNew(found.unread);
  if (hidesText) return { title: `${brandName} Inbox${counted}`, body: hidden, about };
  const said = found.kind === "text" ? found.content : await readLastAsked(db, { organizationId, threadId });
  return { title: title(found.name) + counted, body: shorten(said), about };
}

/** How many of the visitors who wait again are named. */
const mostNames = 3;

/** Gives what a device shows of several conversations that wait for the team again. */
export function describeBack(waiting: readonly Back[], hidesText: boolean): Described {
  const said = `${waiting.length} conversations wait for the team again`;
  if (hidesText) return { title: `${brandName} Inbox`, body: `${said}.`, about: "back" };
  const names = waiting.slice(0, mostNames).map(({ name }) => name);
  const more = waiting.length > mostNames ? [`${waiting.length - mostNames} more`] : [];
  const body = shorten(new Intl.ListFormat("en").format([...names, ...more]));
  return { title: said, body, about: "back" };
}

/** One note stands for all that is new in its conversation: beside the newest it says how many these are. */
function countNew(unread: number): string {
  return unread > 1 ? ` · ${unread} new` : "";
}

/** What the visitor said last: the notified member wants to know the question, not what was answered to it. */
async function readLastAsked(
  db: Db,
  { organizationId, threadId }: Pick<Noted, "organizationId" | "threadId">,
): Promise<string> {
  const asked = await db
    .selectFrom("messages")
    .select("content")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("role", "=", "user")
    .where("kind", "=", "text")
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return asked?.content ?? "";
}

/** On one line, and cut between characters. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const characters = [...new Intl.Segmenter().segment(line.slice(0, mostCharacters * 8))];
  if (characters.length <= mostCharacters) return line;
  return `${characters
    .slice(0, mostCharacters - 1)
    .map(({ segment }) => segment)
    .join("")}…`;
}
