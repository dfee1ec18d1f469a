import type { ImportFormat, ImportedMessage, ImportedPerson, ImportedRecord } from "../records.ts";
import { asAttributes, asFields, asKey, asList, asText, asTime, fromHtml } from "./values.ts";
import type { Fields } from "./values.ts";

/** Answers of Intercom's API, one after another: conversations with their parts, contacts and articles. */
export const intercom: ImportFormat = {
  name: "intercom",
  lists: ["data", "conversations"],
  read(value) {
    const fields = asFields(value) ?? {};
    switch (fields["type"]) {
      case "conversation":
        return readConversation(fields);
      case "contact":
      case "user":
      case "lead":
        return [{ kind: "person", person: readPerson(fields, false) }];
      case "admin":
        return [{ kind: "person", person: readPerson(fields, true) }];
      case "article":
        return readArticle(fields);
      default:
        return [{ kind: "left", what: "object of another kind", example: asText(fields["type"]) }];
    }
  },
};

function readPerson(fields: Fields, isTeam: boolean): ImportedPerson {
  const externalId = asKey(fields["external_id"]);
  return {
    key: `${isTeam ? "admin" : "contact"}:${asKey(fields["id"])}`,
    name: asText(fields["name"]),
    email: asText(fields["email"]) || null,
    phone: asText(fields["phone"]) || null,
    attributes: {
      ...asAttributes(fields["custom_attributes"]),
      ...(externalId !== "" && { external_id: externalId }),
    },
    createdAt: asTime(fields["created_at"]),
    isTeam,
  };
}

function readConversation(fields: Fields): ImportedRecord[] {
  const key = asKey(fields["id"]);
  const source = asFields(fields["source"]) ?? {};
  const createdAt = asTime(fields["created_at"]);
  const author = asFields(source["author"]) ?? {};
  const contact =
    asList(asFields(fields["contacts"])?.["contacts"])[0] ?? (isContact(author) ? author : undefined);
  if (key === "" || createdAt === null || !contact)
    return [{ kind: "left", what: "conversation without an ID, a time or a contact", example: key }];
  const parts = asFields(fields["conversation_parts"]);
  const listed = asList(parts?.["conversation_parts"]);
  const total = Number(parts?.["total_count"] ?? listed.length);
  const tags = asList(asFields(fields["tags"])?.["tags"]);
  const begin = {
    ...source,
    created_at: fields["created_at"],
    part_type: "comment",
    id: `source:${asKey(source["id"])}`,
  };
  const authors = [author, ...listed.map((part) => asFields(part["author"]) ?? {})];
  return [
    { kind: "person", person: readPerson(contact, false) },
    ...authors
      .filter((one) => asKey(one["id"]) !== "" && one["type"] !== "bot" && one["type"] !== "team")
      .map((one): ImportedRecord => ({ kind: "person", person: readPerson(one, !isContact(one)) })),
    {
      kind: "conversation",
      conversation: {
        ...{ key, createdAt, contactKey: `contact:${asKey(contact["id"])}` },
        title: asText(fields["title"]) || fromHtml(asText(source["subject"])),
        isOpen: fields["state"] !== "closed",
        labels: tags.map((tag) => asText(tag["name"])).filter(Boolean),
      },
    },
    ...[begin, ...listed].flatMap((part) => readPart(part, key)),
    ...(total > listed.length
      ? [
          {
            kind: "left",
            what: "conversation of which the export has only the first 500 parts",
            example: key,
          } as const,
        ]
      : []),
  ];
}

function readPart(part: Fields, conversationKey: string): ImportedRecord[] {
  const text = fromHtml(asText(part["body"]));
  const type = asText(part["part_type"]);
  const at = asTime(part["created_at"]);
  const author = asFields(part["author"]) ?? {};
  const files = asList(part["attachments"]).map((file): ImportedRecord => ({
    kind: "left",
    what: "attachment",
    example: asText(file["name"]),
  }));
  if (text === "" || at === null)
    return type === "comment" || type === "note"
      ? files
      : [...files, { kind: "left", what: `event "${type.replaceAll("_", " ")}"` }];
  const isBot = author["type"] === "bot" || author["from_ai_agent"] === true;
  const message: ImportedMessage = {
    ...{ key: asKey(part["id"]), text, at, isNote: type === "note" },
    role: isBot ? "assistant" : isContact(author) ? "user" : "support",
    authorKey: `${isContact(author) ? "contact" : "admin"}:${asKey(author["id"])}`,
    authorName: asText(author["name"]) || null,
  };
  return [{ kind: "message", conversationKey, message }, ...files];
}

function isContact({ type }: Fields): boolean {
  return type === "user" || type === "lead" || type === "contact";
}

function readArticle(fields: Fields): ImportedRecord[] {
  const title = asText(fields["title"]);
  if (fields["state"] !== "published")
    return [{ kind: "left", what: "article that is not published", example: title }];
  const text = asText(fields["body"]);
  if (text === "") return [{ kind: "left", what: "article without text", example: title }];
  const url = asText(fields["url"]) || null;
  return [{ kind: "article", article: { key: asKey(fields["id"]), title, text, format: "html", url } }];
}
