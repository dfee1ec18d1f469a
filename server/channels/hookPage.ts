import { AppError } from "../../shared/errors/errors.ts";
import { isChannelType } from "../../shared/domain/channels.ts";
import { readBody } from "../requests/body.ts";
import type { PageRoute } from "../requests/page.ts";
import { markChannel } from "./connect.ts";
import type { ChannelDeps } from "./deps.ts";
import { keepUpdates } from "./keepUpdates.ts";
import type { ChannelKinds } from "./kinds/kinds.ts";
import { findByHook, hookPath, openChannel } from "./open.ts";

const mostBytes = 2 * 1024 * 1024;

/**
 * The address that providers send to. A request is acknowledged once its updates are stored, and says nothing more of them; one
 * that isn't signed as its channel's provider signs is refused alike for every reason. One that can't be taken until somebody
 * changes a setting at the provider marks the channel and stays with the provider.
 */
export function hookPages(deps: ChannelDeps, kinds: ChannelKinds): PageRoute[] {
  const page = hookPage(deps, kinds);
  // By this ending Mailgun is asked for whole mails.
  return [page, { ...page, path: `${hookPath}/mime` }];
}

function hookPage(deps: ChannelDeps, kinds: ChannelKinds): PageRoute {
  return {
    path: hookPath,
    method: ["GET", "POST"],
    async handler({ request, params: { type = "", key = "" }, uncount }) {
      if (!isChannelType(type) || !kinds[type].receive) throw new AppError("not_found");
      const row = await findByHook(deps.store.db, type, key);
      const channel = await openChannel(deps, row);
      const maxBytes = kinds[type].mostReceivedBytes?.(channel) ?? mostBytes;
      const body = request.method === "POST" ? await readBody(request, { maxBytes }) : new Uint8Array();
      const { search } = new URL(request.url);
      const url = new URL((channel.webhookUrl ?? "http://localhost") + search);
      const { method, headers } = request;
      const received = await kinds[type].receive({ method, url, headers, body }, channel);
      if ("refused" in received) return new Response("The signature is wrong.", { status: 401 });
      uncount();
      if ("problem" in received) {
        const { problem } = received;
        await markChannel(deps, row, { state: "broken", problem });
        // Not a 4xx: SendGrid drops what it answers.
        return new Response(problem, { status: 503 });
      }
      const { updates, answer, settled } = received;
      if (updates.length > 0)
        await deps.store.transaction((tx) =>
          keepUpdates(deps, tx, { organizationId: row.organizationId, agentId: row.agentId, type, updates }),
        );
      if (settled !== undefined && row.problem === settled)
        await markChannel(deps, row, { state: "connected", problem: null });
      return answer ?? new Response(null, { status: 200 });
    },
  };
}
