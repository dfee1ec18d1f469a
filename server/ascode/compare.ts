import { CannotStart } from "../database/cannotStart.ts";
import type { AgentCode } from "./agentYaml.ts";

/** A list in an agent's file. */
type ListPart = "sources" | "skills" | "workflows" | "tests" | "collections" | "connections" | "mcps";

/** One thing that differs between a file and the server. */
export interface Difference {
  /** `extra`: only the server has it. */
  kind: "add" | "change" | "extra";
  /** The part of the file. */
  part: "agent" | "look" | ListPart;
  /** The setting, or the entry of the list. */
  name: string;
  from?: unknown;
  to?: unknown;
}

type Content = AgentCode["content"];

/** The lists of a file, and the field that identifies their entries. */
const lists: {
  part: ListPart;
  read: (content: Content) => readonly object[];
  nameBy: string;
}[] = [
  { part: "sources", read: ({ knowledge }) => knowledge?.sources ?? [], nameBy: "name" },
  { part: "skills", read: ({ skills }) => skills?.skills ?? [], nameBy: "name" },
  { part: "workflows", read: ({ workflows }) => workflows?.workflows ?? [], nameBy: "name" },
  { part: "tests", read: ({ evaluation }) => evaluation?.cases ?? [], nameBy: "question" },
  { part: "collections", read: ({ collections }) => collections?.collections ?? [], nameBy: "name" },
  { part: "connections", read: ({ integrations }) => integrations?.connections ?? [], nameBy: "name" },
  { part: "mcps", read: ({ mcps }) => mcps?.servers ?? [], nameBy: "name" },
];

/**
 * Lists what differs: settings by name, entries of lists by theirs, in any order. Throws CannotStart where two entries of a list
 * have the same name, because it could not tell which one to change.
 */
export function compare(live: Content, wanted: Content): Difference[] {
  return [
    ...compareFields("agent", live.agent, wanted.agent),
    ...compareFields("look", live.surfaces?.widget ?? {}, wanted.surfaces?.widget ?? {}),
    ...lists.flatMap(({ part, read, nameBy }) => {
      const before = byName(read(live), { part, nameBy, where: "on the server" });
      const after = byName(read(wanted), { part, nameBy, where: "in the file" });
      const added = [...after].flatMap(([name, to]): Difference[] => {
        const from = before.get(name);
        if (from === undefined) return [{ kind: "add", part, name, to }];
        return isSame(from, to) ? [] : [{ kind: "change", part, name, from, to }];
      });
      const extra = [...before].flatMap(([name, from]): Difference[] =>
        after.has(name) ? [] : [{ kind: "extra", part, name, from }],
      );
      return [...added, ...extra];
    }),
  ];
}

function compareFields(part: "agent" | "look", live: object, wanted: object): Difference[] {
  const before = new Map(Object.entries(live));
  return Object.entries(wanted).flatMap(([name, to]): Difference[] => {
    const from: unknown = before.get(name);
    // Exports leave out models that need an organization's own key, so null says nothing.
    if (to === null && (name === "model" || name === "fallbackModel")) return [];
    return isSame(from, to) ? [] : [{ kind: "change", part, name, from, to }];
  });
}

function byName(
  list: readonly object[],
  { part, nameBy, where }: { part: ListPart; nameBy: string; where: string },
): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const one of list) {
    const name = String(Reflect.get(one, nameBy));
    if (found.has(name))
      throw new CannotStart(
        `Two ${part} ${where} have the ${nameBy} "${name}". Change one of them, then plan again.`,
      );
    found.set(name, one);
  }
  return found;
}

function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** Canonical JSON: sorted keys, undefined left out. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

const signs = { add: "+", change: "~", extra: "-" } as const;
const longest = 60;

/** One line for each difference of an agent. */
export function describeDifferences(found: readonly Difference[], prunes: boolean): string[] {
  return found.flatMap(({ kind, part, name, from, to }) => {
    if (kind === "extra")
      return [`  ${signs.extra} ${part} "${name}"${prunes ? "" : " (stays; --prune deletes it)"}`];
    if (kind === "add") return [`  ${signs.add} ${part} "${name}"`];
    if (part === "agent" || part === "look")
      return [`  ${signs.change} ${part}.${name}: ${short(from)} → ${short(to)}`];
    const fields = listFields(from, to);
    return [`  ${signs.change} ${part} "${name}": ${fields.join(", ")}`];
  });
}

function listFields(from: unknown, to: unknown): string[] {
  const [before, after] = [Object(from) as Record<string, unknown>, Object(to) as Record<string, unknown>];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => canonical(before[name]) !== canonical(after[name]),
  );
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
