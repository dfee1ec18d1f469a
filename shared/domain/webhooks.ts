import { contactFieldNames } from "./contactFields.ts";

/** The events that webhooks can receive, each with its description. */
export const webhookEvents = {
  "conversation.created": "A conversation starts",
  "conversation.status_changed": "A conversation is opened, snoozed or resolved",
  "conversation.assigned": "A conversation is assigned to a person or a team",
  "conversation.handed_over": "A conversation is handed over to the team, or back to the agent",
  "conversation.sla_breached": "The team's reply to a visitor is overdue",
  "conversation.rated": "A visitor rates a conversation",
  "conversation.updated":
    "Labels, priority, custom fields, outcome, title or contact of a conversation change",
  "conversation.deleted": "A conversation is deleted for good",
  "message.created": "A visitor, the agent or a member writes a message",
  "message.updated": "A message is changed, rewritten or rated",
  "message.deleted": "A message is deleted for good, but not its conversation",
  "contact.created": "A contact is created",
  "contact.identified": "A contact is identified",
  "contact.updated": "A contact’s details, block or consent change",
  "contact.merged": "Two contacts are merged",
  "contact.unmerged": "Two contacts are unmerged",
  "contact.deleted": "A contact is deleted or erased for good",
  "label.deleted": "A label is deleted, and removed from all conversations",
  "custom_field.deleted": "A custom field is deleted, and removed from all conversations",
  "agent.deleted": "An agent is deleted for good, with all its conversations and contacts",
} as const;

export type WebhookEvent = keyof typeof webhookEvents;
export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[]; // keys of a literal object

/** What `conversation.updated` names as changed, as the thread has it; what else changes has an event of its own. */
export const threadParts = [
  "title",
  "priority",
  "resolution",
  "labelIds",
  "customFields",
  "contact",
] as const;
export type ThreadPart = (typeof threadParts)[number];

/** What `contact.updated` names as changed, as the contact has it there. */
export const contactParts = [
  "name" as const,
  ...contactFieldNames,
  ...(["attributes", "verified", "externalId", "isBlocked", "consent"] as const),
];
export type ContactPart = (typeof contactParts)[number];

/** Events that carry nothing but ids: they are still told, and kept, when all that is held about a person is erased. */
export const eventsOfIds = [
  ...(["conversation.deleted", "message.deleted", "contact.merged", "contact.deleted"] as const),
  ...(["label.deleted", "custom_field.deleted", "agent.deleted"] as const),
] satisfies WebhookEvent[];

/** With it begins the `webhook-id` of what is sent when somebody tries a webhook: a sample of an event that it asks for. */
export const testIdPrefix = "evt_test_";

/** How many webhooks an organization has at most. */
export const maxWebhooks = 20;
/** How long the secret before signs too. */
export const oldSecretForMs = 24 * 60 * 60 * 1000;
/** A webhook that took nothing for this long is turned off. */
export const failingForMs = 3 * 24 * 60 * 60 * 1000;
/** How long what was sent is kept, and how many deliveries of each webhook. */
export const deliveriesKeptForMs = 14 * 24 * 60 * 60 * 1000;
export const deliveriesKept = 5000;
