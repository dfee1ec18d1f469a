import { proxy } from "valtio";
import { toRequestError } from "../../../shared/client/requestError.ts";

/** What came of the last call on one data source. `gone`: it was deleted, here or elsewhere. */
export type SourceMark = "exists" | "updated" | "gone";

interface SourceMarks {
  /** The agent in which a source was created last, or could not be. */
  agentId: string;
  /** Whether that went well: "create success marks the zone as registered, failure not" (specification 4). */
  isRegistered: boolean | null;
  /** By the source's id: "update, get and delete set updated or exists flags". */
  sources: Record<string, SourceMark>;
}

/** What the last calls on data sources came to (specification 4, Data source state). */
export const sourceMarks = proxy<SourceMarks>({ agentId: "", isRegistered: null, sources: {} });

/** Creates a source, and notes whether the agent's zone has got one by it. */
export async function markCreation<T>(agentId: string, create: () => Promise<T>): Promise<T> {
  try {
    const created = await create();
    Object.assign(sourceMarks, { agentId, isRegistered: true });
    return created;
  } catch (error) {
    Object.assign(sourceMarks, { agentId, isRegistered: false });
    throw error;
  }
}

/** Asks for a source or changes it, and notes what it is then; one that is not there is `gone`, other errors tell nothing. */
export async function markSource<T>(sourceId: string, mark: SourceMark, ask: () => Promise<T>): Promise<T> {
  try {
    const answer = await ask();
    sourceMarks.sources[sourceId] = mark;
    return answer;
  } catch (error) {
    if (toRequestError(error).code === "not_found") sourceMarks.sources[sourceId] = "gone";
    throw error;
  }
}
