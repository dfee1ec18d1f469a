import type { ImportFormat, ImportedPerson, ImportedRecord } from "../records.ts";
import { asAttributes, asFields, asKey, asList, asText, asTime, fromHtml } from "./values.ts";
import type { Fields } from "./values.ts";

/** Zendesk's JSON exports of tickets and users (a line each), and its API's answers for tickets, users, macros and articles. */
export const zendesk: ImportFormat = {
  name: "zendesk",
  lists: ["tickets", "users", "macros", "articles"],
  read(value) {
    const fields = asFields(value) ?? {};
    if ("requester_id" in fields || "requester" in fields) return readTicket(fields);
    if ("actions" in fields) return readMacro(fields);
    if ("body" in fields && "title" in fields) return readArticle(fields);
    if ("role" in fields && "id" in fields) return [{ kind: "person", person: readPerson(fields) }];
    return [{ kind: "left", what: "object of another kind", example: asKey(fields["id"]) }];
  },
};

function readPerson(fields: Fields): ImportedPerson {
  const externalId = asKey(fields["external_id"]);
  return {
    key: asKey(fields["id"]),
    name: asText(fields["name"]),
    email: asText(fields["email"]) || null,
    phone: asText(fields["phone"]) || null,
    attributes: {
      ...asAttributes(fields["user_fields"]),
      ...(externalId !== "" && { external_id: externalId }),
    },
    createdAt: asTime(fields["created_at"]),
    isTeam: fields["role"] === "agent" || fields["role"] === "admin",
  };
}

function readTicket(fields: Fields): ImportedRecord[] {
  const key = asKey(fields["id"]);
  const requester = asFields(fields["requester"]);
  const contactKey = asKey(requester?.["id"] ?? fields["requester_id"]);
  const createdAt = asTime(fields["created_at"]);
  if (key === "" || contactKey === "" || createdAt === null)
    return [{ kind: "left", what: "ticket without an ID, a time or a requester", example: key }];
  if (fields["status"] === "deleted") return [{ kind: "left", what: "deleted ticket", example: key }];
  const team = [fields["assignee"], fields["submitter"]].map(asFields).filter((one) => one !== null);
  const comments = asList(fields["comments"]);
  const description = {
    ...{ id: `ticket:${key}`, author_id: contactKey, created_at: fields["created_at"] },
    ...{ plain_body: fields["description"], public: true },
  };
  const isWithoutComments = comments.length === 0 && asText(fields["description"]) !== "";
  const tags = Array.isArray(fields["tags"]) ? fields["tags"].map(asText) : [];
  return [
    {
      kind: "person",
      person: { ...readPerson(requester ?? { id: contactKey }), isTeam: false },
    },
    ...team
      .filter((one) => asKey(one["id"]) !== contactKey)
      .map((one): ImportedRecord => ({ kind: "person", person: readPerson(one) })),
    {
      kind: "conversation",
      conversation: {
        ...{ key, contactKey, createdAt, title: asText(fields["subject"]) },
        isOpen: !["solved", "closed"].includes(asText(fields["status"])),
        labels: tags.filter(Boolean),
      },
    },
    ...(isWithoutComments ? [description] : comments).flatMap((comment) => readComment(comment, key)),
    ...(isWithoutComments
      ? [{ kind: "left", what: "ticket whose comments are not in the export", example: key } as const]
      : []),
  ];
}

function readComment(comment: Fields, conversationKey: string): ImportedRecord[] {
  const plain = asText(comment["plain_body"]) || asText(comment["body"]);
  const text = fromHtml(asText(comment["html_body"])) || plain;
  const at = asTime(comment["created_at"]);
  const files = asList(comment["attachments"]).map((file): ImportedRecord => ({
    kind: "left",
    what: "attachment",
    example: asText(file["file_name"]),
  }));
  if (text === "" || at === null) return files;
  const message = {
    ...{ key: asKey(comment["id"]), text, at, isNote: comment["public"] === false },
    ...{ role: null, authorKey: asKey(comment["author_id"]), authorName: null },
  };
  return [{ kind: "message", conversationKey, message }, ...files];
}

function readMacro(fields: Fields): ImportedRecord[] {
  const name = asText(fields["title"]);
  const action = asList(fields["actions"]).find(({ field }) => asText(field).startsWith("comment_value"));
  // With the value may come the channel: ["channel:all", text].
  const value = Array.isArray(action?.["value"]) ? action["value"].at(-1) : action?.["value"];
  const text = action?.["field"] === "comment_value_html" ? fromHtml(asText(value)) : asText(value);
  if (text === "") return [{ kind: "left", what: "macro without a reply", example: name }];
  if (fields["active"] === false) return [{ kind: "left", what: "macro that is off", example: name }];
  return [{ kind: "reply", reply: { name, text } }];
}

function readArticle(fields: Fields): ImportedRecord[] {
  const title = asText(fields["title"]);
  if (fields["draft"] === true)
    return [{ kind: "left", what: "article that is not published", example: title }];
  const text = asText(fields["body"]);
  if (text === "") return [{ kind: "left", what: "article without text", example: title }];
  const url = asText(fields["html_url"]) || null;
  return [{ kind: "article", article: { key: asKey(fields["id"]), title, text, format: "html", url } }];
}
