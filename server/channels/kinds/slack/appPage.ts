import { hasAgent } from "../../../agents/find.ts";
import type { Db } from "../../../database/store.ts";
import { readBody } from "../../../requests/body.ts";
import type { PageRoute } from "../../../requests/page.ts";
import type { ChannelDeps } from "../../deps.ts";
import { keepUpdates } from "../../keepUpdates.ts";
import type { ChannelRow } from "../../tables.ts";
import { isRemoval, readSlackBody, readWorkspace, toUpdates } from "./read.ts";
import { isSlacks } from "./slack.ts";

/** Where Slack sends what happens in all workspaces that added this installation's app. */
export const slackAppPath = "/api/channels/slack";
const maxBytes = 2 * 1024 * 1024;

/** The address of the installation's own Slack app; none without one. */
export function slackPages({ slackApp, ...deps }: ChannelDeps): PageRoute[] {
  if (!slackApp) return [];
  const page: PageRoute = {
    path: slackAppPath,
    method: "POST",
    async handler({ request, uncount }) {
      const body = await readBody(request, { maxBytes });
      const { headers } = request;
      if (!isSlacks({ headers, body }, { secret: slackApp.signingSecret, now: deps.now() }))
        return new Response("The signature is not right.", { status: 401 });
      uncount();
      const said = readSlackBody(body);
      if (said["type"] === "url_verification") return Response.json({ challenge: said["challenge"] });
      const row = await findInstalled(deps.store.db, readWorkspace(said));
      // Slack would repeat what it sends for a workspace that no agent has. A removal frees the workspace for other agents.
      if (row && (isRemoval(said) || (await isAnswered(deps.store.db, row)))) {
        const { organizationId, agentId, type } = row;
        const updates = toUpdates(said);
        await deps.store.transaction((tx) =>
          keepUpdates(deps, tx, { organizationId, agentId, type, updates }),
        );
      }
      return new Response(null, { status: 200 });
    },
  };
  return [page];
}

async function findInstalled(db: Db, workspace: string): Promise<ChannelRow | undefined> {
  return db.selectFrom("channels").selectAll().where("installedIn", "=", workspace).executeTakeFirst();
}

/** Whether an agent that is not deleted answers there. */
async function isAnswered(db: Db, row: ChannelRow): Promise<boolean> {
  return row.enabled === 1 && (await hasAgent(db, row));
}
