import type { Dashboard, FigurePart } from "../../shared/contract/analytics/analytics.ts";
import type {} from "../actions/skills/tables.ts";
import type {} from "../conversations/tables.ts";
import type { Db } from "../database/store.ts";
import type {} from "../knowledge/tables.ts";
import type {} from "../workflows/tables.ts";
import type { NamedAgent } from "./ownAgents.ts";
import type { FigureGroup, FigureOwner } from "./readFigures.ts";

/**
 * Gives the labels that there still are among these, with their names. Each agent has labels of its own: where two have
 * one of the same name, their agents stand behind it.
 */
export async function nameLabels(
  reader: Db,
  { organizationId, agents }: { organizationId: string; agents: readonly NamedAgent[] },
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .selectFrom("labels")
    .select(["id", "agentId", "name", "nameKey"])
    .where("organizationId", "=", organizationId)
    .where("id", "in", ids)
    .execute();
  const byName = Map.groupBy(rows, ({ nameKey }) => nameKey);
  const names = new Map(agents.map(({ id, name }) => [id, name]));
  return new Map(
    rows.map(({ id, agentId, name, nameKey }) => {
      const isAlone = byName.get(nameKey)?.length === 1;
      return [id, isAlone ? name : `${name} (${names.get(agentId) ?? agentId})`];
    }),
  );
}

/** Titles of deleted pages are unknown. */
export async function namePages(
  reader: Db,
  organizationId: string,
  groups: readonly FigureGroup[],
): Promise<Dashboard["pages"]> {
  const ids = groups.map(({ keys: [id = ""] }) => id);
  const rows =
    ids.length === 0
      ? []
      : await reader
          .selectFrom("pages")
          .select(["id", "title"])
          .where("organizationId", "=", organizationId)
          .where("id", "in", ids)
          .execute();
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return groups.map(({ keys: [key = "", sourceId = ""], values }) => ({
    ...{ key, sourceId, name: titles.get(key) ?? "", values },
  }));
}

/** Says which actions the tools are. Built-in tools are none, and what two agents have is not told apart. */
export async function findSkills(
  reader: Db,
  { organizationId, agentIds }: FigureOwner,
  parts: readonly FigurePart[],
): Promise<Dashboard["tools"]> {
  const names = parts.map(({ key }) => key.toLowerCase());
  const rows =
    names.length === 0 || agentIds.length === 0
      ? []
      : await reader
          .selectFrom("skills")
          .select(["id", "agentId", "nameKey"])
          .where("organizationId", "=", organizationId)
          .where("agentId", "in", agentIds)
          .where("nameKey", "in", names)
          .where("deletedAt", "is", null)
          .execute();
  const byName = Map.groupBy(rows, ({ nameKey }) => nameKey);
  return parts.map((part) => {
    const [skill, ...others] = byName.get(part.key.toLowerCase()) ?? [];
    const isOne = skill !== undefined && others.length === 0;
    return { ...part, skill: isOne ? { id: skill.id, agentId: skill.agentId } : null };
  });
}

/** A deleted workflow has no name. */
export async function nameWorkflows(
  reader: Db,
  organizationId: string,
  parts: readonly FigurePart[],
): Promise<Dashboard["workflows"]> {
  const ids = parts.map(({ key }) => key);
  const rows =
    ids.length === 0
      ? []
      : await reader
          .selectFrom("workflows")
          .select(["id", "name", "agentId"])
          .where("organizationId", "=", organizationId)
          .where("id", "in", ids)
          .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return parts.map((part) => ({
    ...part,
    name: known.get(part.key)?.name ?? "",
    agentId: known.get(part.key)?.agentId ?? null,
  }));
}
