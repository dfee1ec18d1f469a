import { generate } from "../../../shared/contract/agents/generate.ts";
import type { Generated } from "../../../shared/contract/agents/generate.ts";
import { otherScheme, readTypedAddress } from "../../../shared/domain/generate.ts";
import { builtinModel, findModel } from "../../../shared/domain/models.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { handle, type Route } from "../../requests/handle.ts";
import { askModel, type Write } from "./askModel.ts";
import { derive } from "./derive.ts";
import type { ReadSite, SiteFacts } from "./SiteFacts.ts";
import type { FindModelProblem } from "../work.ts";
import type { Drafts, GenerateTask } from "./task.ts";

export interface GenerateDeps {
  readSite: ReadSite;
  /** Has a model write; null where the organization has no way to it. */
  findWriter: (organizationId: string, model: string) => Promise<Write | null>;
  /** The model that drafts where nobody chooses; null for the built-in one. */
  findDraftModel: (organizationId: string) => Promise<string | null>;
  findModelProblem: FindModelProblem;
  /** Counts what a draft costs for whom it is written, once; `giveBack` undoes it. */
  charge: (draft: {
    organizationId: string;
    userId: string;
    credits: number;
  }) => Promise<{ giveBack(): Promise<void> }>;
}

/** The call that drafts an agent, its theme or its welcome content. */
export function generateRoutes(deps: GenerateDeps): Route[] {
  const { readSite, findWriter, findDraftModel, findModelProblem, charge } = deps;

  async function findWay(organizationId: string, named: string | undefined) {
    const model = named ?? (await findDraftModel(organizationId)) ?? builtinModel;
    if (model === builtinModel) return null;
    const problem = named === undefined ? null : await findModelProblem(organizationId, named);
    if (problem !== null) throw refuse("model", problem);
    const write = await findWriter(organizationId, model);
    const { creditsPerMessage: credits = 0, label } = findModel(model) ?? {};
    if (write) return { model, write, credits };
    if (named === undefined) return null;
    throw refuse("model", `There is no key for ${label}. Add one, or choose another model.`);
  }

  /** What is typed without a scheme may be http or https: the other one is asked where the first can't be read. */
  async function readTyped(typed: string, address: string, signal: AbortSignal): Promise<SiteFacts> {
    try {
      return await readSite(address, signal);
    } catch (error) {
      if (/^\s*https?:/i.test(typed)) throw error;
      return await readSite(otherScheme(address), signal).catch(() => {
        throw error;
      });
    }
  }

  /** A draft of which nothing was taken costs nothing. */
  async function writeAndCharge({ write, credits }: Way, { task, caller, signal }: Writing): Promise<Drafts> {
    const { organizationId, userId } = caller;
    const taken = await charge({ organizationId, userId, credits });
    try {
      return await askModel(task, write, signal);
    } catch (error) {
      await taken.giveBack();
      throw error;
    }
  }

  return [
    handle(generate, async ({ caller, body, request }) => {
      const { useCases, description, url, model } = body.data;
      const address = readAddress(url, description);
      const way = await findWay(caller.organizationId, model);
      const site = address === null ? null : await readTyped(url, address, request.signal);
      const task = { useCases, description: description.trim(), site };
      const parts = way ? await writeAndCharge(way, { task, caller, signal: request.signal }) : derive(task);
      const data: Generated = {
        model: way?.model ?? builtinModel,
        credits: way?.credits ?? 0,
        website: site && { url: site.url, title: site.pages[0]?.title ?? "", pages: site.pages.length },
        ...parts,
      };
      return { data };
    }),
  ];
}

interface Way {
  write: Write;
  credits: number;
}

interface Writing {
  task: GenerateTask;
  caller: { organizationId: string; userId: string };
  signal: AbortSignal;
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

function refuse(field: string, message: string): AppError {
  return new AppError("invalid_input", { fields: [{ path: `body.data.${field}`, message }] });
}
