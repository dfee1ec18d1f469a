import type { Generated } from "../../../shared/contract/agents/generate.ts";
import type { GenerateUseCase } from "../../../shared/domain/generate.ts";
import type { SiteFacts } from "./SiteFacts.ts";

/** What is to be drafted, and from what. One of description and site is there. */
export interface GenerateTask {
  useCases: readonly GenerateUseCase[];
  description: string;
  site: SiteFacts | null;
}

/** The drafts; what was not asked for is null. */
export type Drafts = Pick<Generated, GenerateUseCase | "notes">;
