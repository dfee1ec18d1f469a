import { configuration } from "./configuration.ts";

/** The product's events with what each carries: never a person, an organization, an agent or a text of theirs. */
export interface AnalyticsEvents {
  agent_created: Record<never, never>;
  upgrade_dialog_opened: { metric: string };
  upgrade_now_clicked: { metric: string };
  view_all_plans_clicked: { metric: string };
  billing_portal_opened: Record<never, never>;
  book_demo_clicked: Record<never, never>;
  get_help_clicked: Record<never, never>;
  documentation_clicked: Record<never, never>;
  learning_card_clicked: { card: string };
}

export type AnalyticsEvent = keyof AnalyticsEvents;

/** The registry: an event that is not in it is not sent. */
const registered: Record<AnalyticsEvent, true> = {
  agent_created: true,
  upgrade_dialog_opened: true,
  upgrade_now_clicked: true,
  view_all_plans_clicked: true,
  billing_portal_opened: true,
  book_demo_clicked: true,
  get_help_clicked: true,
  documentation_clicked: true,
  learning_card_clicked: true,
};

declare global {
  /** What a tag manager reads; there only where one is configured. */
  var dataLayer: Record<string, unknown>[] | undefined;
}

const warned = new Set<string>();

/** Hands an event to the tag manager, where one is configured; nothing leaves this page otherwise. */
export function track<Name extends AnalyticsEvent>(event: Name, properties: AnalyticsEvents[Name]): void {
  if (!Object.hasOwn(registered, event)) return warnOnce(`Unregistered analytics event: ${event}`);
  if (!configuration.tagManagerId) return warnOnce("Tag manager id is missing: analytics events go nowhere.");
  globalThis.dataLayer ??= [];
  globalThis.dataLayer.push({ event, environment: configuration.environment, ...properties });
}

function warnOnce(message: string): void {
  if (warned.has(message)) return;
  warned.add(message);
  console.warn(message);
}
