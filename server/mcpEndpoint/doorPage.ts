import { may } from "../../shared/domain/access.ts";
import type { Action } from "../../shared/domain/access.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { findAnsweringAgent } from "../agents/find.ts";
import { readApiKey } from "../requests/apiKey.ts";
import type { PageRoute, PageVisit } from "../requests/page.ts";
import type { AgentAsked } from "./agentServer.ts";
import type { McpEndpointDeps } from "./deps.ts";

/** Where each agent answers. */
export const doorPath = "/api/mcp/{agentId}";

/** The address at which an agent is an MCP server, for a program with an API key or for a visitor whom the site vouches for. */
export function doorPage(deps: McpEndpointDeps): PageRoute {
  let answer: Promise<(asked: AgentAsked, request: Request) => Promise<Response>> | undefined;
  return {
    path: doorPath,
    method: ["POST", "GET"],
    async handler({ request, params, facts }) {
      try {
        const asked = await admit(deps, { agentId: params["agentId"] ?? "", facts });
        // The protocol is large, and many installations never need it.
        answer ??= import("./agentServer.ts").then(({ createAgentAnswer }) => createAgentAnswer(deps));
        return await (
          await answer
        )(asked, request);
      } catch (error) {
        if (error instanceof AppError && error.status === 401)
          facts.setHeader("WWW-Authenticate", 'Bearer realm="Pilothouse"');
        throw error;
      }
    },
  };
}

/** Finds who asks which agent. One that is off, paused or deleted is as unknown as one that never was. */
async function admit(
  { store, findApiKey, identifyByToken, limits, hasPlan }: McpEndpointDeps,
  { agentId, facts }: Pick<PageVisit, "facts"> & { agentId: string },
): Promise<AgentAsked> {
  const row = await store.reader
    .selectFrom("mcpEndpoints")
    .selectAll()
    .where("agentId", "=", agentId)
    .where("enabled", "=", 1)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  const key = { organizationId: row.organizationId, agentId };
  const agent = await findAnsweringAgent(store.reader, key, { preview: false });
  if (agent?.status !== "live") throw new AppError("not_found");
  const token = /^Bearer (\S+)$/i.exec(facts.headers.get("authorization") ?? "")?.[1];
  if (token === undefined) throw new AppError("unauthenticated");
  if (!(await hasPlan(key.organizationId, agentId))) throw new AppError("plan_limit");
  const asked = { agent, publicOrigin: await facts.lookOrigin() };
  const apiKey = readApiKey(facts.headers);
  if (apiKey === null) {
    const contactId = await identifyByToken(key, token);
    return { ...asked, contactId, sessionId: contactId, may: () => true };
  }
  const found = await findApiKey(apiKey, facts.address);
  if (!found) throw new AppError("api_key_refused");
  limits.take("apiKey", found.id);
  limits.take("organization", found.organizationId);
  const isOthers = found.organizationId !== key.organizationId;
  if (isOthers || (found.agentIds && !found.agentIds.includes(agentId))) throw new AppError("not_found");
  if (found.lacksSecondFactor) throw new AppError("second_factor_required");
  const mayDo = (action: Action) => found.scopes.includes(action) && may(found.roles, action);
  if (!mayDo("conversations.reply") && !mayDo("knowledge.read"))
    throw new AppError("forbidden", { message: "This API key has no right to do this." });
  return { ...asked, contactId: null, sessionId: found.id, may: mayDo };
}
