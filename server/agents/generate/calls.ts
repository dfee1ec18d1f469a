import { generate } from "../../../shared/contract/generate.ts";
import type { Generated } from "../../../shared/contract/generate.ts";
import { readTypedAddress } from "../../../shared/domain/generate.ts";
import { builtinModel, findModel } from "../../../shared/domain/models.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { handle, type Route } from "../../door/handle.ts";
import { askModel, type Write } from "./askModel.ts";
import { derive } from "./derive.ts";
import type { ReadSite } from "./SiteFacts.ts";

export interface GenerateDeps {
  readSite: ReadSite;
  /** Has a model write; null where the organisation has no way to it. */
  findWriter: (organizationId: string, model: string) => Promise<Write | null>;
  /** The model of new agents where nobody chooses; null for the built-in one. */
  findDefaultModel: (organizationId: string) => Promise<string | null>;
}

/** The call that drafts an agent, its theme or its welcome content. */
export function generateRoutes({ readSite, findWriter, findDefaultModel }: GenerateDeps): Route[] {
  async function findWay(organizationId: string, named: string | undefined) {
    const model = named ?? (await findDefaultModel(organizationId)) ?? builtinModel;
    if (model === builtinModel) return null;
    const write = await findWriter(organizationId, model);
    if (write) return { model, write };
    if (named === undefined) return null;
    throw refuse("model", sayWhyNot(model));
  }

  return [
    handle(generate, async ({ caller, body, request }) => {
      const { useCases, description, url, model } = body.data;
      const address = readAddress(url, description);
      const way = await findWay(caller.organizationId, model);
      const site = address === null ? null : await readSite(address, request.signal);
      const task = { useCases, description: description.trim(), site };
      const parts = way ? await askModel(task, way.write, request.signal) : derive(task);
      const data: Generated = {
        model: way?.model ?? builtinModel,
        website: site && { url: site.url, title: site.pages[0]?.title ?? "", pages: site.pages.length },
        ...parts,
      };
      return { data };
    }),
  ];
}

function readAddress(typed: string, description: string): string | null {
  if (typed.trim() !== "") {
    const address = readTypedAddress(typed);
    if (address === null) throw refuse("url", "This is not a web address. Write one like www.example.com.");
    return address;
  }
  if (description.trim() === "") throw refuse("description", "Field is required");
  return null;
}

function sayWhyNot(model: string): string {
  const entry = findModel(model);
  return entry
    ? `No key leads to ${entry.label}. Add one, or choose another model.`
    : "Choose a model of the list.";
}

function refuse(field: string, message: string): AppError {
  return new AppError("invalid_input", { fields: [{ path: `body.data.${field}`, message }] });
}
