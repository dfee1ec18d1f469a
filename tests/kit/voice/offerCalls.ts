import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { getWidget, updateWidget } from "../../../shared/contract/surfaces/surfaces.ts";
import type { WidgetSettings } from "../../../shared/contract/surfaces/surfaces.ts";
import type { TalkingServer } from "../conversations/threads/talks.ts";

/** Lets an agent's visitors call it. */
export async function offerCalls(
  talk: TalkingServer,
  { id }: Agent,
  settings: Partial<WidgetSettings> = {},
): Promise<void> {
  const params = { productId: id };
  const owner = talk.server.as(talk.owner);
  const { data } = await owner.call(getWidget, { params });
  const { revision, allowedDomains, allowsNullOrigin } = data;
  await owner.call(updateWidget, {
    params,
    body: {
      data: {
        ...{ revision, enabled: true, allowedDomains, allowsNullOrigin },
        settings: { ...data.settings, hasCalls: true, ...settings },
      },
    },
  });
  await owner.call(publishAgent, { params });
}
