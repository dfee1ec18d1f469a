import { findEmbeddingModel } from "../../shared/domain/embeddingModels.ts";
import { builtinModel, findModel } from "../../shared/domain/models.ts";
import { findSpeechModel } from "../../shared/domain/speechModels.ts";
import { readConfiguration } from "../agents/present.ts";
import type {} from "../agents/tables.ts";
import type { Db } from "../database/store.ts";
import type { KeyUse } from "../mail/keyLetter.ts";
import { pickKey, readKeys, type NamedModel } from "./keys.ts";
import type { ModelJob, ModelKeyRow } from "./tables.ts";

export interface UsesWanted {
  /** Refused. */
  row: Pick<ModelKeyRow, "organizationId" | "id">;
  /** Whether the installation's own settings lead to a model. */
  isAvailable(entry: Pick<NamedModel, "provider" | "value">): boolean;
}

type Instead = Pick<KeyUse, "instead" | "name">;

/** Gives who would use a key that is refused, as they are live, and what does the work meanwhile. */
export async function listUses(db: Db, { row, isAvailable }: UsesWanted): Promise<KeyUse[]> {
  const { organizationId, id } = row;
  const keys = await readKeys(db, organizationId);
  const asBefore = keys.map((key) => (key.id === id ? { ...key, refusal: null } : key));
  const needs = (entry: NamedModel) => pickKey(asBefore, entry)?.id === id;

  function findWay(entry: NamedModel): Instead | null {
    const other = pickKey(keys, entry);
    if (other) return { instead: "key", name: other.name };
    return isAvailable(entry) ? { instead: "server" } : null;
  }

  function useOfAgent(json: string): KeyUse[] {
    const { name: agent, model, fallbackModel } = readConfiguration(json);
    const entry = findModel(model);
    const next = fallbackModel === null ? undefined : findModel(fallbackModel);
    if (entry && needs(entry)) {
      const byNext: Instead | null =
        next && next.value !== builtinModel && findWay(next) ? { instead: "model", name: next.label } : null;
      return [{ user: "agent", agent, ...(findWay(entry) ?? byNext ?? { instead: "builtin" }) }];
    }
    if (model === builtinModel || !next || !needs(next)) return [];
    return [{ user: "fallback", agent, ...(findWay(next) ?? { instead: "builtin" }) }];
  }

  const published = await listPublished(db, organizationId);
  const defaults = await listDefaults(db, organizationId);
  return [
    ...published.flatMap(useOfAgent),
    ...defaults.flatMap(({ job, model }): KeyUse[] => {
      const entry = findEntry[job](model);
      return entry && needs(entry)
        ? [{ user: job, ...(findWay(entry) ?? { instead: withoutWay[job] }) }]
        : [];
    }),
  ];
}

/** What does a job whose model nothing leads to. */
const withoutWay: Record<ModelJob, KeyUse["instead"]> = {
  chat: "builtin",
  code: "builtin",
  embedding: "words",
  speech: "nothing",
};

/** The entry of a job's model. */
export const findEntry: Record<ModelJob, (value: string) => NamedModel | undefined> = {
  chat: findModel,
  code: findModel,
  embedding: findEmbeddingModel,
  speech: findSpeechModel,
};

async function listPublished(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("agents")
    .innerJoin("agentVersions", (join) =>
      join
        .onRef("agentVersions.organizationId", "=", "agents.organizationId")
        .onRef("agentVersions.agentId", "=", "agents.id")
        .onRef("agentVersions.version", "=", "agents.publishedVersion"),
    )
    .select("agentVersions.configuration")
    .where("agents.organizationId", "=", organizationId)
    .orderBy("agents.createdAt")
    .orderBy("agents.id")
    .execute();
  return rows.map(({ configuration }) => configuration);
}

function listDefaults(db: Db, organizationId: string) {
  return db
    .selectFrom("modelDefaults")
    .select(["job", "model"])
    .where("organizationId", "=", organizationId)
    .orderBy("job")
    .execute();
}
