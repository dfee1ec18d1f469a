import type { DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import type { SourceKind } from "../../../shared/domain/sourceKinds.ts";
import type { ShownSource } from "../../state/knowledge/dataSources.ts";
import { screenOf, type Draft, type DraftOf } from "./kinds/kinds.ts";

/** What an empty form of a kind starts from. */
export function blankDraft<Kind extends SourceKind>(kind: Kind): DraftOf<Kind> {
  return screenOf(kind).blank();
}

/** What the form of an existing source starts from. */
export function draftOf({ name, config }: Pick<ShownSource, "name" | "config">): Draft {
  return screenOf(config.kind).open(config, name);
}

/** Gives what the server takes; it says itself what is wrong with it. */
export function readDraft(draft: Draft): { name: string; config: DataSourceConfig } {
  return screenOf(draft.kind).read(draft);
}

/** The draft with what came to the source while it was edited. */
export function keepNews(draft: Draft, { config }: Pick<ShownSource, "config">): Draft {
  return screenOf(draft.kind).keep?.(draft, config) ?? draft;
}
