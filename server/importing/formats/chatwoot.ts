import type { ImportFormat, ImportedPerson, ImportedRecord } from "../records.ts";
import { asAttributes, asFields, asKey, asList, asText, asTime } from "./values.ts";
import type { Fields } from "./values.ts";

/** Chatwoot's numbers of who wrote a message. */
const types = { incoming: 0, outgoing: 1, activity: 2, template: 3 };

/** Answers of Chatwoot's API: contacts, conversations, their messages, canned responses and articles. */
export const chatwoot: ImportFormat = {
  name: "chatwoot",
  lists: ["data", "payload"],
  read(value) {
    const fields = asFields(value) ?? {};
    if ("message_type" in fields && "conversation_id" in fields) return readMessage(fields);
    if ("short_code" in fields)
      return [
        { kind: "reply", reply: { name: asText(fields["short_code"]), text: asText(fields["content"]) } },
      ];
    if ("meta" in fields && "id" in fields) return readConversation(fields);
    if ("slug" in fields && "title" in fields) return readArticle(fields);
    if ("identifier" in fields || "phone_number" in fields)
      return [{ kind: "person", person: readContact(fields) }];
    return [{ kind: "left", what: "object of another kind", example: asText(fields["name"]) }];
  },
};

function readContact(fields: Fields): ImportedPerson {
  const identifier = asKey(fields["identifier"]);
  return {
    key: asKey(fields["id"]),
    name: asText(fields["name"]),
    email: asText(fields["email"]) || null,
    phone: asText(fields["phone_number"]) || null,
    attributes: {
      ...asAttributes(fields["custom_attributes"]),
      ...(identifier !== "" && { external_id: identifier }),
    },
    createdAt: asTime(fields["created_at"]),
    isTeam: false,
  };
}

function readConversation(fields: Fields): ImportedRecord[] {
  const key = asKey(fields["id"]);
  const sender = asFields(asFields(fields["meta"])?.["sender"]);
  const messages = asList(fields["messages"]);
  const createdAt =
    asTime(fields["created_at"]) ?? asTime(messages[0]?.["created_at"]) ?? asTime(fields["timestamp"]);
  if (!sender || createdAt === null)
    return [{ kind: "left", what: "conversation without a contact or a time", example: key }];
  const contact = readContact(sender);
  const labels = Array.isArray(fields["labels"]) ? fields["labels"].map(asText) : [];
  return [
    { kind: "person", person: contact },
    {
      kind: "conversation",
      conversation: {
        ...{ key, contactKey: contact.key, createdAt, title: "", isOpen: fields["status"] !== "resolved" },
        labels: labels.filter(Boolean),
      },
    },
    ...messages.flatMap((message) => readMessage({ conversation_id: key, ...message })),
  ];
}

function readMessage(fields: Fields): ImportedRecord[] {
  const type = fields["message_type"];
  const text = asText(fields["content"]);
  const at = asTime(fields["created_at"]);
  const sender = asFields(fields["sender"]);
  const files = asList(fields["attachments"]).map((file): ImportedRecord => ({
    kind: "left",
    what: "attachment",
    example: asText(file["file_type"]),
  }));
  if (type === types.activity) return [{ kind: "left", what: "activity message", example: text }];
  if (text === "" || at === null) return files;
  const isBot = type === types.template || sender?.["type"] === "agent_bot";
  const message = {
    ...{ key: asKey(fields["id"]), text, at, isNote: fields["private"] === true },
    role: type === types.incoming ? "user" : isBot ? "assistant" : "support",
    ...{ authorKey: null, authorName: asText(sender?.["name"]) || null },
  } as const;
  return [{ kind: "message", conversationKey: asKey(fields["conversation_id"]), message }, ...files];
}

function readArticle(fields: Fields): ImportedRecord[] {
  const title = asText(fields["title"]);
  const { status } = fields;
  if (status !== "published" && status !== 1)
    return [{ kind: "left", what: "article that is not published", example: title }];
  const text = asText(fields["content"]);
  if (text === "") return [{ kind: "left", what: "article without text", example: title }];
  return [
    { kind: "article", article: { key: asKey(fields["id"]), title, text, format: "markdown", url: null } },
  ];
}
