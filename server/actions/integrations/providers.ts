import type { Provider } from "./Provider.ts";
import { airtable } from "./providers/airtable.ts";
import { calcom } from "./providers/calcom.ts";
import { calendly } from "./providers/calendly.ts";
import { custom } from "./providers/custom.ts";
import { github } from "./providers/github.ts";
import { googleCalendar } from "./providers/googleCalendar.ts";
import { googleSheets } from "./providers/googleSheets.ts";
import { hubspot } from "./providers/hubspot.ts";
import { notion } from "./providers/notion.ts";
import { shopify } from "./providers/shopify.ts";
import { slack } from "./providers/slack.ts";
import { stripe } from "./providers/stripe.ts";
import { zendesk } from "./providers/zendesk.ts";

/** The services in the order of the gallery. A new one is a file in `providers/` and a line here. */
export const providers: readonly Provider[] = [
  slack,
  googleCalendar,
  googleSheets,
  hubspot,
  notion,
  shopify,
  zendesk,
  github,
  calendly,
  calcom,
  stripe,
  airtable,
  custom,
];

export function findProvider(id: string): Provider | undefined {
  return providers.find((provider) => provider.id === id);
}

/** Whether the team says where a provider gives tokens, down to the host. */
export function isTokenUrlTyped(id: string): boolean {
  return findProvider(id)?.oauth?.tokenUrl.startsWith("{") === true;
}
