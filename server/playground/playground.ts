import { tryAgent } from "../../shared/contract/playground/playground.ts";
import type { Model } from "../../shared/contract/models/models.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { findAnsweringAgent } from "../agents/find.ts";
import type { Capability, Leaf } from "../agents/capability.ts";
import type { Answering } from "../answering/answering.ts";
import type { Store } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import { streamTry } from "./streamTry.ts";

export interface PlaygroundDeps {
  store: Pick<Store, "db">;
  answering: Answering;
  /** The models that an organization sees, with whether there is a way to each. */
  listModels(organizationId: string): Promise<Model[]>;
}

/** The call by which those who build an agent ask it, and see what is behind the answer. */
export const playground: Leaf<PlaygroundDeps> = { create: createPlayground };

function createPlayground({ store, answering, listModels }: PlaygroundDeps): Capability {
  const routes = [
    handle(tryAgent, async ({ caller, params, body, request }) => {
      const { organizationId } = caller;
      const { version, model, ...asked } = body.data;
      const key = { organizationId, agentId: params.productId };
      const agent = await findAnsweringAgent(store.db, key, { preview: version === "draft" });
      if (!agent) throw new AppError("not_found");
      if (model !== undefined) await refuseUnusable(organizationId, model);
      return streamTry(answering, { agent, model, ...asked, signal: request.signal });
    }),
  ];
  return { name: "playground", routes };

  /** A model of another organization's key is as unknown here as one that does not exist. */
  async function refuseUnusable(organizationId: string, model: string): Promise<void> {
    const entry = (await listModels(organizationId)).find(({ value }) => value === model);
    if (entry?.isAvailable) return;
    const message = entry ? `There is no key for ${entry.label}.` : "Choose a model of the list.";
    throw new AppError("invalid_input", { fields: [{ path: "body.data.model", message }] });
  }
}
