import type { OfficePackage } from "./openPackage.ts";
import { createRichText } from "./richText.ts";
import { childOf, listElements, readTree } from "./readTree.ts";
import type { XmlElement } from "./readTree.ts";
import { listParagraphs } from "./readParagraphs.ts";
import { unescapeText } from "./unescapeText.ts";
import { walkXml } from "./walkXml.ts";

/** What somebody noted beside a cell, or answered to such a note. */
export interface CellComment {
  /** The cell, as `B2`. */
  cell: string;
  author: string;
  text: string;
}

/** A file may hold a comment for each of its cells; nobody reads that many. */
const mostComments = 10_000;

/** Gives the comments of a sheet in their order: conversations of new programs, else the notes of old ones. */
export function listCellComments(office: OfficePackage, sheet: string): CellComment[] {
  const relations = office.relations(sheet);
  const partOf = (type: string) => office.part(relations.find((one) => one.type === type)?.target ?? "");
  const threads = partOf("threadedComment");
  const notes = readNotes(partOf("comments"));
  if (!threads) return notes;
  const people = readPeople(office);
  const said = listElements(readTree(threads), "threadedComment")
    .filter(({ attributes }) => attributes.ref && !isResolved(attributes))
    .map(({ attributes, children }) => ({
      cell: attributes.ref ?? "",
      author: people.get(attributes.personId ?? "") ?? "",
      text: tidy(children.find(({ name }) => name === "text")?.text ?? ""),
    }));
  const inThreads = new Set(
    listElements(readTree(threads), "threadedComment").map((one) => one.attributes.ref),
  );
  // A note for old programs repeats each conversation.
  return [...said, ...notes.filter(({ cell }) => !inThreads.has(cell))].slice(0, mostComments);
}

function isResolved({ done }: Record<string, string>): boolean {
  return done === "1" || done === "true";
}

function readNotes(data: Uint8Array | undefined): CellComment[] {
  const notes: CellComment[] = [];
  if (!data) return notes;
  const authors: string[] = [];
  const rich = createRichText();
  let cell: { ref: string; author: number } | undefined;
  let author: string | undefined;
  walkXml(data, {
    open(name, attributes) {
      if (name === "author") author = "";
      else if (name === "comment") cell = { ref: attributes.ref ?? "", author: Number(attributes.authorId) };
      else if (cell) rich.open(name, attributes);
    },
    text(text) {
      if (author !== undefined) author += text;
      else if (cell) rich.text(text);
    },
    close(name) {
      if (name === "author") {
        authors.push(author ?? "");
        author = undefined;
      } else if (name === "comment" && cell) {
        const text = tidy(rich.finish());
        if (text && notes.length < mostComments)
          notes.push({ cell: cell.ref, author: tidy(authors[cell.author] ?? ""), text });
        cell = undefined;
      } else if (cell) rich.close(name);
    },
  });
  return notes;
}

function readPeople(office: OfficePackage): Map<string, string> {
  const parts = office.names.filter((name) => /^xl\/persons\/[^/]+\.xml$/.test(name));
  return new Map(
    parts.flatMap((name) => {
      const data = office.part(name);
      return listElements(data ? readTree(data) : emptyTree, "person").map(
        ({ attributes }): [string, string] => [attributes.id ?? "", tidy(attributes.displayName ?? "")],
      );
    }),
  );
}

const emptyTree: XmlElement = { name: "", attributes: {}, children: [], text: "" };

/** Gives the comments of a slide as lines, answers below what they answer; those that are settled are left out. */
export function listSlideComments(office: OfficePackage, slide: string): string[] {
  const authors = readAuthors(office);
  return office
    .relations(slide)
    .filter(({ type }) => type === "comments")
    .flatMap(({ target }) => {
      const data = office.part(target);
      const comments = data ? listElements(readTree(data), "cm") : [];
      return comments.slice(0, mostComments).flatMap((comment) =>
        comment.attributes.status === "resolved"
          ? []
          : [comment, ...listElements(childOf(comment, "replyLst") ?? emptyTree, "reply")].flatMap((one) => {
              const text = tidy(childOf(one, "text")?.text ?? readBody(one));
              return text
                ? [writeComment({ author: authors.get(one.attributes.authorId ?? "") ?? "", text })]
                : [];
            }),
      );
    });
}

function readBody(comment: XmlElement): string {
  const body = childOf(comment, "txBody");
  return body
    ? listParagraphs({ ...comment, children: [body] }, { relations: [], isList: false }).join(" ")
    : "";
}

function readAuthors(office: OfficePackage): Map<string, string> {
  const parts = office.names.filter((name) => /^ppt\/(?:commentauthors|authors)\.xml$/.test(name));
  return new Map(
    parts.flatMap((name) => {
      const data = office.part(name);
      const tree = data ? readTree(data) : emptyTree;
      return [...listElements(tree, "cmAuthor"), ...listElements(tree, "author")].map(
        ({ attributes }): [string, string] => [attributes.id ?? "", tidy(attributes.name ?? "")],
      );
    }),
  );
}

/** Gives a comment as a line: who says it about what. Old programs write the name into the comment itself. */
export function writeComment({
  author,
  text,
  about = "",
}: {
  author: string;
  text: string;
  about?: string;
}): string {
  const isNamed = author !== "" && !text.startsWith(`${author}:`);
  return `Comment${about && ` on ${about}`}${isNamed ? ` by ${author}` : ""}: ${text}`;
}

function tidy(text: string): string {
  return unescapeText(text).replace(/\s+/g, " ").trim();
}
