import * as v from "valibot";
import { parse, stringify } from "yaml";
import { portableFile } from "../../shared/contract/agents/portable.ts";
import type { PortableFile } from "../../shared/contract/agents/portable.ts";
import { portableFormat, portableVersion } from "../../shared/domain/portable.ts";
import { CannotStart } from "../database/cannotStart.ts";

const format = "pilothouse-code/1";

/** An agent in a file: a portable file without the fields of a single export. */
export interface AgentCode {
  /** Stays the same in the repository, whatever the agent's name and server. */
  id: string;
  content: Content;
}

type Content = Omit<
  PortableFile,
  | "format"
  | "formatVersion"
  | "id"
  | "title"
  | "description"
  | "category"
  | "icon"
  | "author"
  | "usedCount"
  | "createdAt"
>;

/** Writes an agent as YAML. */
export function writeAgentYaml({ id, content }: AgentCode): string {
  const { agent, requires, ...pieces } = content;
  const head = "# An agent of Pilothouse. `npm run cli -- plan` says what would change on the server.\n";
  return head + stringify({ format, id, agent, ...pieces, requires }, { lineWidth: 100 });
}

/** Reads and checks an agent's file. Throws CannotStart with the wrong places. */
export function readAgentYaml(text: string, path: string): AgentCode {
  const { format: given, id, ...content } = parseYaml(text, path);
  if (given !== format)
    throw new CannotStart(`${path} is not an agent's file. It must begin with "format: ${format}".`);
  if (typeof id !== "string" || !/^[a-z0-9-]{1,64}$/.test(id))
    throw new CannotStart(`${path} needs an id of lowercase letters, digits and hyphens.`);
  const whole = toPortable({ id, content: content as unknown as Content }); // checked by the next line
  const checked = v.safeParse(portableFile, whole);
  if (!checked.success) {
    const places = checked.issues
      .slice(0, 10)
      .map((issue) => `  ${v.getDotPath(issue) ?? "file"}: ${issue.message}`);
    throw new CannotStart([`${path} has errors:`, ...places].join("\n"));
  }
  return { id, content: toContent(checked.output) };
}

function parseYaml(text: string, path: string): Record<string, unknown> {
  try {
    const value: unknown = parse(text, { maxAliasCount: 0 });
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch (error) {
    throw new CannotStart(
      `${path} is not valid YAML: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  throw new CannotStart(`${path} is empty.`);
}

/** The part of an export that describes the agent. */
export function toContent(file: PortableFile): Content {
  const { format: _format, formatVersion, id, title, description, category, icon, author, ...rest } = file;
  const { usedCount, createdAt, ...content } = rest;
  return content;
}

/** The form that a server imports. */
export function toPortable({ id, content }: AgentCode): PortableFile {
  const about = { description: "", category: "other", icon: content.agent?.icon, author: "" } as const;
  return {
    ...{ format: portableFormat, formatVersion: portableVersion, id, usedCount: 0, createdAt: 0 },
    ...{ title: content.agent?.name, ...about, ...content },
  };
}

/** A new ID for a file, from the agent's name. */
export function nameFile(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  const base = plain.replace(/^-+|-+$/g, "").slice(0, 50) || "agent";
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(id)) return id;
  }
}
