/** What a webhook can be told of, each with what it is in words. */
export const webhookEvents = {
  "conversation.created": "A conversation begins",
  "conversation.status_changed": "A conversation is opened, put off or resolved",
  "conversation.assigned": "A conversation is given to a person or a team",
  "conversation.handed_over": "A conversation goes from the agent to people, or back",
  "conversation.sla_breached": "The team's reply to a visitor is overdue",
  "conversation.rated": "A visitor rates a conversation",
  "message.created": "A visitor, the agent or a person has written",
  "message.updated": "A message is changed, written anew or rated",
  "contact.created": "Somebody is met for the first time",
  "contact.identified": "It becomes known who a contact is",
} as const;

export type WebhookEvent = keyof typeof webhookEvents;
export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[]; // keys of a literal object

/** Sent when somebody tries a webhook; no webhook has to ask for it. */
export const testEvent = "webhook.test";

/** How many webhooks an organisation has at most. */
export const maxWebhooks = 20;
/** For so long the secret before signs too. */
export const oldSecretForMs = 24 * 60 * 60 * 1000;
/** A webhook that took nothing for so long is turned off. */
export const failingForMs = 3 * 24 * 60 * 60 * 1000;
/** For so long it is kept what was sent, and so many deliveries of each webhook. */
export const deliveriesKeptForMs = 14 * 24 * 60 * 60 * 1000;
export const deliveriesKept = 5000;
