import type { AllThreadFilters } from "../../../../shared/contract/conversations/inbox/allThreads.ts";
import { createResource } from "../../platform/resource.ts";
import type { Of } from "../../platform/resource.ts";

/**
 * What the conversations of all agents can be filtered by, with how many are in each queue; apart from what reads it.
 */
export const allFilters = createResource<Of<AllThreadFilters>>();
