import { may } from "../../shared/domain/access.ts";
import type { Action } from "../../shared/domain/access.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Capability, Leaf } from "../agents/capability.ts";
import { readApiKey } from "../requests/apiKey.ts";
import type { Gates } from "../requests/gates.ts";
import type { Limits } from "../requests/limits.ts";
import type { PageVisit } from "../requests/page.ts";
import type { ConsoleAsked } from "./consoleServer.ts";
import { openTarget } from "./target.ts";

export interface ConsoleMcpDeps {
  limits: Pick<Limits, "take">;
  findApiKey: Gates["findApiKey"];
  /** Answers a request as if it came over the network, from this address. */
  answerInside(request: Request, from: { address: string }): Promise<Response>;
  version: string;
  report: (error: unknown) => void;
}

/** Where the console is an MCP server, for programs with an API key of the organization. */
export const consoleMcpPath = "/api/mcp/org/{orgId}";

/** Makes the console an MCP server. Its tools make the contract's calls with the same key, so that every gate holds. */
export const consoleMcp: Leaf<ConsoleMcpDeps> = { create: createConsoleMcp };

function createConsoleMcp(deps: ConsoleMcpDeps): Capability {
  let answer: Promise<(asked: ConsoleAsked, request: Request) => Promise<Response>> | undefined;
  return {
    name: "consoleMcp",
    pages: [
      {
        path: consoleMcpPath,
        method: ["POST", "GET"],
        async handler({ request, params, facts }) {
          try {
            const asked = await admit(deps, { organizationId: params["orgId"] ?? "", facts });
            // The protocol is large, and many installations never need it.
            answer ??= import("./consoleServer.ts").then(({ createConsoleAnswer }) =>
              createConsoleAnswer(deps),
            );
            return await (
              await answer
            )(asked, request);
          } catch (error) {
            if (error instanceof AppError && error.status === 401)
              facts.setHeader("WWW-Authenticate", 'Bearer realm="Pilothouse"');
            throw error;
          }
        },
      },
    ],
  };
}

async function admit(
  { limits, findApiKey, answerInside }: ConsoleMcpDeps,
  { organizationId, facts }: Pick<PageVisit, "facts"> & { organizationId: string },
): Promise<ConsoleAsked> {
  const apiKey = readApiKey(facts.headers);
  if (apiKey === null) throw new AppError("unauthenticated");
  const { address } = facts;
  const found = await findApiKey(apiKey, address);
  if (!found) throw new AppError("api_key_refused");
  limits.take("apiKey", found.id);
  limits.take("organization", found.organizationId);
  if (found.organizationId !== organizationId) throw new AppError("not_found");
  if (found.lacksSecondFactor) throw new AppError("second_factor_required");
  const mayDo = (action: Action) => found.scopes.includes(action) && may(found.roles, action);
  if (!mayDo("agents.read"))
    throw new AppError("forbidden", { message: "This API key has no right to do this." });
  const publicOrigin = await facts.lookOrigin();
  const fetch: typeof globalThis.fetch = (input, init) => answerInside(new Request(input, init), { address });
  // The requests stay inside, so any origin will do.
  const url = publicOrigin ?? "http://localhost";
  return {
    ...{ publicOrigin, keyId: found.id, may: mayDo },
    target: openTarget({ url, apiKey, organizationId, fetch }),
  };
}
