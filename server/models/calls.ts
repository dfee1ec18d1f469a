import { listModels } from "../../shared/contract/models.ts";
import { languageModels } from "../../shared/domain/models.ts";
import type { LanguageModelEntry } from "../../shared/domain/models.ts";
import { handle } from "../door/handle.ts";
import type { Route } from "../door/handle.ts";

/** The calls about language models. */
export function createModelRoutes(isAvailable: (entry: LanguageModelEntry) => boolean): Route[] {
  return [
    handle(listModels, async () => ({
      items: languageModels.map((entry) => ({ ...entry, isAvailable: isAvailable(entry) })),
    })),
  ];
}
