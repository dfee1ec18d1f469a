import type {
  Pieces,
  PortableConfiguration,
  PortableFile,
} from "../../../shared/contract/agents/portable.ts";
import { findModel, languageModels, readOwnModel } from "../../../shared/domain/models.ts";
import { portableFormat, portableVersion } from "../../../shared/domain/portable.ts";
import type { AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import type { Db } from "../../database/store.ts";
import type { AgentPart, ExportChoice } from "../parts.ts";
import { readConfiguration } from "../present.ts";
import type { AgentRow } from "../tables.ts";
import { mostPlaces, stripSecrets, withoutTeam } from "./stripSecrets.ts";

/** What is said of the agent where it is exported. */
export type About = Pick<PortableFile, "title" | "description" | "category" | "icon" | "author">;

export interface Making {
  row: AgentRow;
  parts: AgentPart[];
  choice: ExportChoice;
  /** The export's. */
  id: string;
  about?: About;
  now: number;
}

/** Makes the file of an agent's draft: its configuration and each part's piece, all without secrets. */
export async function makeFile(
  db: Db,
  { row, parts, choice, id, about, now }: Making,
): Promise<PortableFile> {
  const { organizationId, id: agentId } = row;
  const configuration = readConfiguration(row.configuration);
  const pieces = await exportPieces(db, { organizationId, agentId, parts, choice });
  const agent = stripSecrets(loosen(configuration), "agent");
  const rest = stripSecrets(pieces, "file");
  const models = [configuration.model, configuration.fallbackModel].flatMap((value) => value ?? []);
  return {
    format: portableFormat,
    formatVersion: portableVersion,
    id,
    ...(about ?? describe(agent.value)),
    usedCount: 0,
    createdAt: now,
    agent: agent.value,
    ...rest.value,
    requires: {
      models: [...new Set(models.flatMap((value) => readOwnModel(value)?.name.slice(0, 200) ?? []))],
      providers: [...new Set(models.flatMap(providerOf))],
      secrets: [...agent.places, ...rest.places.map((place) => place.replace(/^file\./, ""))].slice(
        0,
        mostPlaces,
      ),
    },
  };
}

/** The pieces of all parts, together. */
export async function exportPieces(
  db: Db,
  from: { organizationId: string; agentId: string; parts: AgentPart[]; choice: ExportChoice },
): Promise<Pieces> {
  const { organizationId, agentId, parts, choice } = from;
  const pieces: Pieces = {};
  for (const part of parts)
    Object.assign(pieces, await part.exportPieces?.(db, { organizationId, agentId }, choice));
  return pieces;
}

/** A model of an own key is nobody else's, and so is a team: their values hold ids of this organization. */
function loosen(configuration: AgentConfiguration): PortableConfiguration {
  const { model, fallbackModel } = configuration;
  const isOwn = (value: string | null) => value !== null && readOwnModel(value) !== null;
  return {
    ...withoutTeam(configuration),
    model: isOwn(model) ? null : model,
    fallbackModel: isOwn(fallbackModel) ? null : fallbackModel,
  };
}

function providerOf(value: string): string[] {
  if (!languageModels.some((model) => model.value === value)) return [];
  const provider = findModel(value)?.provider ?? "builtin";
  return provider === "builtin" ? [] : [provider];
}

function describe({ name, description, icon }: PortableConfiguration): About {
  return { title: name, description, category: "other", icon, author: "" };
}
