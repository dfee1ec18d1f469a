import { listWebhooks, type Webhook } from "../../../shared/contract/webhooks/webhooks.ts";
import { client } from "../platform/client.ts";

/** Gives the organization's webhooks whose name or address has the text in it. */
export async function findWebhooks(orgId: string, search: string): Promise<Webhook[]> {
  const { items } = await client.call(listWebhooks, { params: { orgId } });
  const wanted = search.toLowerCase();
  return items.filter(({ name, url }) => `${name} ${url}`.toLowerCase().includes(wanted)).slice(0, 5);
}
