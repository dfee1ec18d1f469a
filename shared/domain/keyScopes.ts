import { access } from "./access.ts";
import type { Action } from "./access.ts";

/** The scopes of API keys as people choose them; each stands for the rights that go together. */
export const scopeGroups = {
  readAgents: "Read agents",
  changeAgents: "Create, change and publish agents",
  applyAgents: "Apply agents by MCP without approval",
  readKnowledge: "Read knowledge",
  changeKnowledge: "Change knowledge",
  readCollections: "Read data collections",
  changeCollections: "Change data collections",
  readSkills: "Read skills and their log",
  changeSkills: "Change skills",
  readMcps: "Read MCP servers and their tools",
  changeMcps: "Change MCP servers and call their tools",
  readIntegrations: "Read connections and their events",
  changeIntegrations: "Change connections",
  readWorkflows: "Read workflows and their runs",
  changeWorkflows: "Change and start workflows",
  readSurfaces: "Read surfaces and their tokens",
  changeSurfaces: "Change surfaces",
  readConversations: "Read conversations",
  reply: "Reply in conversations",
  giveAccount: "Export and erase visitors’ data",
  readAnalytics: "Read dashboards and figures",
  readTeam: "Read the organization and its team",
  changeTeam: "Invite and change the team",
  readBilling: "Read plan and usage",
  changeBilling: "Change the plan",
  changeOrganization: "Change the organization",
  changeModelKeys: "Read and change model keys",
  readAudit: "Read the audit log",
  removeAgents: "Delete agents",
  publishTemplates: "Publish agents as templates",
} as const;

export type ScopeGroup = keyof typeof scopeGroups;

/** In which group each right stands; null for what no key may hold. A new right does not compile without its line here. */
const groupOf = {
  "organization.read": "readTeam",
  "organization.update": "changeOrganization",
  "team.read": "readTeam",
  "team.invite": "changeTeam",
  "team.update": "changeTeam",
  "keys.read": null,
  "keys.update": null,
  // A webhook is told all that is said: a key would hand itself what its scopes leave out.
  "webhooks.read": null,
  "webhooks.update": null,
  "audit.read": "readAudit",
  "billing.read": "readBilling",
  "billing.update": "changeBilling",
  "agents.read": "readAgents",
  "agents.create": "changeAgents",
  "agents.update": "changeAgents",
  "agents.apply": "applyAgents",
  "agents.publish": "changeAgents",
  "agents.remove": "removeAgents",
  "templates.publish": "publishTemplates",
  "models.read": "readAgents",
  "modelKeys.read": "changeModelKeys",
  "modelKeys.update": "changeModelKeys",
  "knowledge.read": "readKnowledge",
  "knowledge.update": "changeKnowledge",
  "collections.read": "readCollections",
  "collections.update": "changeCollections",
  "skills.read": "readSkills",
  "skills.update": "changeSkills",
  "mcps.read": "readMcps",
  "mcps.update": "changeMcps",
  "integrations.read": "readIntegrations",
  "integrations.update": "changeIntegrations",
  "workflows.read": "readWorkflows",
  "workflows.update": "changeWorkflows",
  "surfaces.read": "readSurfaces",
  "surfaces.update": "changeSurfaces",
  "storage.read": "readKnowledge",
  "storage.upload": "changeKnowledge",
  "conversations.read": "readConversations",
  "conversations.reply": "reply",
  "conversations.manage": null,
  "conversations.export": "readConversations",
  "contacts.export": "giveAccount",
  "contacts.erase": "giveAccount",
  // Runs hold what visitors asked.
  "analytics.read": "readAnalytics",
  "evaluation.read": "readConversations",
  "evaluation.update": "changeAgents",
} as const satisfies Record<Action, ScopeGroup | null>;

/** The rights that a key can hold. */
export type KeyScope = {
  [Each in Action]: (typeof groupOf)[Each] extends null ? never : Each;
}[Action];

export const keyScopes = (Object.keys(access) as Action[]).filter(isKeyScope); // keys of a literal object

/** Whether a key can hold this right. */
export function isKeyScope(action: string): action is KeyScope {
  return Object.hasOwn(groupOf, action) && groupOf[action as Action] !== null; // asked for one line above
}

/** The rights of a group. */
export function scopesOf(group: ScopeGroup): KeyScope[] {
  return keyScopes.filter((scope) => groupOf[scope] === group);
}
