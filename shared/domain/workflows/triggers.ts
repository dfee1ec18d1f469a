/** What begins a run. A new kind is a row here, its settings in the contract, and what starts it in `server/workflows`. */
export const triggerKinds = {
  manual: {
    label: "By hand",
    description: "A member or the API starts it.",
    inConversation: false,
  },
  message: {
    label: "Message",
    description: "A visitor writes something that matches.",
    inConversation: true,
  },
  event: { label: "Event", description: "Something happens in a conversation.", inConversation: true },
  schedule: { label: "Schedule", description: "At set times.", inConversation: false },
  webhook: { label: "Webhook", description: "Another program calls its address.", inConversation: false },
  service: {
    label: "Connected service",
    description: "A service that the agent is connected to reports an event.",
    inConversation: false,
  },
  skill: { label: "Agent decides", description: "The agent uses it as a skill.", inConversation: true },
} as const;
export type TriggerKind = keyof typeof triggerKinds;

/** What can happen in a conversation that begins a run, or that a run waits for. */
export const workflowEvents = {
  "conversation.started": "A conversation starts",
  "conversation.handed_over": "A conversation is handed over to the team",
  "conversation.handed_back": "A conversation is handed back to the agent",
  "conversation.resolved": "A conversation is resolved",
  "conversation.rated": "A visitor rates a conversation",
  "message.received": "A visitor writes a message",
  "form.sent": "A visitor sends a form",
  "contact.changed": "A contact changes",
} as const;
export type WorkflowEvent = keyof typeof workflowEvents;

/** How a message must match to begin a run. */
export const messageMatches = {
  first: "First message of a conversation",
  words: "Contains one of these words",
  intent: "Means the same as one of these examples",
  any: "Any message",
} as const;
export type MessageMatch = keyof typeof messageMatches;

/** How a webhook's caller shows that it may call. */
export const hookAuths = {
  none: "None",
  key: "Key in the address (?key=…)",
  basic: "User name and password",
  header: "Secret in a header",
  signature: "HMAC-SHA256 signature of the body",
} as const;
export type HookAuth = keyof typeof hookAuths;

/** What begins a workflow's runs. */
export type Trigger =
  | { kind: "manual" }
  | { kind: "message"; match: MessageMatch; phrases: string[] }
  | { kind: "event"; event: WorkflowEvent }
  /** Five fields of cron in a time zone: `0 9 * * 1-5` in `Europe/Berlin`. */
  | { kind: "schedule"; cron: string; timeZone: string }
  /** `name` is the header, or the user name of basic. */
  | { kind: "webhook"; auth: HookAuth; name: string }
  /** The connection by its name, and its events as the service calls them; all of them where none is chosen. */
  | { kind: "service"; connection: string; events: string[] }
  /** `name` is how models know it; the workflow's variables that are inputs are the skill's. */
  | { kind: "skill"; name: string; description: string; examples: string[] };

/** Where another program calls a workflow. */
export function workflowHookPath(hookId: string): string {
  return `/api/webhooks/v1/workflows/${hookId}`;
}

/** Whether a visitor's message begins the run. */
export function beginsWithMessage(trigger: Pick<Trigger, "kind"> & { event?: WorkflowEvent }): boolean {
  if (trigger.kind === "event") return trigger.event === "message.received";
  return trigger.kind === "message" || trigger.kind === "skill";
}
