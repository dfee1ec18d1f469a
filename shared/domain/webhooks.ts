import { contactFieldNames } from "./contactFields.ts";

/** What a webhook can be told of, each with what it is in words. */
export const webhookEvents = {
  "conversation.created": "A conversation begins",
  "conversation.status_changed": "A conversation is opened, put off or resolved",
  "conversation.assigned": "A conversation is given to a person or a team",
  "conversation.handed_over": "A conversation goes from the agent to people, or back",
  "conversation.sla_breached": "The team's reply to a visitor is overdue",
  "conversation.rated": "A visitor rates a conversation",
  "conversation.updated":
    "Labels, priority, custom fields, outcome, title or contact of a conversation change",
  "conversation.deleted": "A conversation is deleted for good",
  "message.created": "A visitor, the agent or a person has written",
  "message.updated": "A message is changed, rewritten or rated",
  "message.deleted": "A message is deleted for good, and its conversation stays",
  "contact.created": "Somebody is met for the first time",
  "contact.identified": "It becomes known who a contact is",
  "contact.updated": "What is known of a contact changes, they are blocked or let in, agree or take it back",
  "contact.merged": "Two contacts are made one",
  "contact.unmerged": "Two contacts that were made one are two again",
  "contact.deleted": "A contact is deleted or erased for good",
  "label.deleted": "A label is deleted, and is on no conversation any more",
  "custom_field.deleted": "A custom field is deleted, and no conversation has it any more",
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
