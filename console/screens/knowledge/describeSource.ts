import type { ShownSource } from "../../state/knowledge/dataSources.ts";
import { screenOf } from "./kinds/kinds.ts";

/** Gives in a few words what a source reads. */
export function describeSource({ config, files }: Pick<ShownSource, "config" | "files">): string {
  return screenOf(config.kind).describe(config, files);
}
