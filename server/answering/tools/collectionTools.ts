import { collectionTools } from "../../actions/collections/tools.ts";
import type { CollectionToolDeps } from "../../actions/collections/tools.ts";
import type { Question } from "../question.ts";
import type { Tool } from "./tool.ts";

/** What a model may do with the agent's data collections. A draft, a test and what is told of an action change no rows. */
export async function listCollectionTools(deps: CollectionToolDeps, asked: Question): Promise<Tool[]> {
  const { agent, asker, place, isDraft = false, done = null } = asked;
  if (done !== null) return [];
  const userId = asker.isVerified ? asker.signed?.userId : null;
  const visitor = userId ? { userId, email: asker.signed?.email ?? null } : null;
  const mayChange = place !== undefined && !isDraft;
  return (await collectionTools(deps, agent, visitor)).flatMap(({ hasEffects, ...tool }): Tool[] => {
    if (!hasEffects) return [{ ...tool, hasEffects }];
    // That the agent may add or change rows is the owner's own rule.
    return mayChange ? [{ ...tool, hasEffects, findObjection: () => null }] : [];
  });
}
