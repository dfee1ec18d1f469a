import type { AgentCode } from "./agentYaml.ts";

/** One thing that differs between a file and the server. */
export interface Difference {
  /** `extra`: the server has it and the file does not. */
  kind: "add" | "change" | "extra";
  /** The part of the file: `agent`, `look`, or a list of things with names. */
  part: "agent" | "look" | "sources" | "skills" | "tests" | "collections" | "connections" | "mcps";
  /** Which setting, or which thing of the list. */
  name: string;
  from?: unknown;
  to?: unknown;
}

type Content = AgentCode["content"];

/** How the things of a list are told apart. */
const lists: {
  part: Exclude<Difference["part"], "agent" | "look">;
  read: (content: Content) => readonly object[];
  nameBy: string;
}[] = [
  { part: "sources", read: ({ knowledge }) => knowledge?.sources ?? [], nameBy: "name" },
  { part: "skills", read: ({ skills }) => skills?.skills ?? [], nameBy: "name" },
  { part: "tests", read: ({ evaluation }) => evaluation?.cases ?? [], nameBy: "question" },
  { part: "collections", read: ({ collections }) => collections?.collections ?? [], nameBy: "name" },
  { part: "connections", read: ({ integrations }) => integrations?.connections ?? [], nameBy: "name" },
  { part: "mcps", read: ({ mcps }) => mcps?.servers ?? [], nameBy: "name" },
];

/** Says by meaning what differs: settings by their names, things of a list by theirs, in whatever order they stand. */
export function compare(live: Content, wanted: Content): Difference[] {
  return [
    ...compareFields("agent", live.agent, wanted.agent),
    ...compareFields("look", live.surfaces?.widget ?? {}, wanted.surfaces?.widget ?? {}),
    ...lists.flatMap(({ part, read, nameBy }) => {
      const before = byName(read(live), nameBy);
      const after = byName(read(wanted), nameBy);
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
    // A model that only an own key knows does not travel: the file says nothing of it.
    if (to === null && (name === "model" || name === "fallbackModel")) return [];
    return isSame(from, to) ? [] : [{ kind: "change", part, name, from, to }];
  });
}

function byName(list: readonly object[], nameBy: string): Map<string, unknown> {
  return new Map(list.map((one) => [String(Reflect.get(one, nameBy)), one]));
}

function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** The same text for what means the same: keys in order, and nothing for what is left out. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

const signs = { add: "+", change: "~", extra: "-" } as const;
const longest = 60;

/** The differences of one agent, a line each. */
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
