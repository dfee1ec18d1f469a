/** Canonical roles with the aliases under which user groups name them (specification 6). */
export const roleAliases = {
  owner: ["owner", "Organization Owners", "Account Administrator"],
  admin: ["Admin"],
  collaborator: ["Advisor", "Collaborator"],
  support: ["Support", "SupportAgent"],
} as const;

export type Role = keyof typeof roleAliases;
export const roles = Object.keys(roleAliases) as Role[]; // keys of a literal object

const builders: readonly Role[] = ["owner", "admin", "collaborator"];
const everyone: readonly Role[] = ["owner", "admin", "collaborator", "support"];
const managers: readonly Role[] = ["owner", "admin"];

/** Permissions inside an organization: the server enforces them, the console shows controls by them. */
export const access = {
  "organization.read": everyone,
  "organization.update": managers,
  "team.read": builders,
  "team.invite": managers,
  "team.update": managers,
  "keys.read": managers,
  "keys.update": managers,
  "webhooks.read": managers,
  "webhooks.update": managers,
  "audit.read": managers,
  "billing.read": everyone,
  "billing.update": managers,
  "agents.read": everyone,
  "agents.create": builders,
  "agents.update": builders,
  "agents.apply": builders,
  "agents.publish": builders,
  "agents.remove": managers,
  "templates.publish": managers,
  "models.read": everyone,
  "modelKeys.read": managers,
  "modelKeys.update": managers,
  "knowledge.read": builders,
  "knowledge.update": builders,
  "collections.read": builders,
  "collections.update": builders,
  "skills.read": builders,
  "skills.update": builders,
  "mcps.read": builders,
  "mcps.update": builders,
  "integrations.read": builders,
  "integrations.update": builders,
  "workflows.read": builders,
  "workflows.update": builders,
  "surfaces.read": builders,
  "surfaces.update": builders,
  "storage.read": builders,
  "storage.upload": everyone,
  "conversations.read": everyone,
  "conversations.reply": everyone,
  "conversations.manage": managers,
  "conversations.export": builders,
  "contacts.export": managers,
  "contacts.erase": managers,
  "analytics.read": everyone,
  "evaluation.read": builders,
  "evaluation.update": builders,
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof access;

/** The canonical role that a user group's name stands for, if any. */
export function roleOf(name: string): Role | undefined {
  return roles.find((role) => role === name || (roleAliases[role] as readonly string[]).includes(name)); // widened to search
}

/** Whether somebody with these canonical roles may do this; a super admin does not pass by the flag alone. */
export function may(held: readonly Role[], action: Action): boolean {
  return held.some((role) => access[action].includes(role));
}

/** Whether somebody with these roles may give or take this one: never one above their own highest. */
export function mayGrant(held: readonly Role[], granted: Role): boolean {
  const highest = roles.find((role) => held.includes(role));
  return highest !== undefined && roles.indexOf(granted) >= roles.indexOf(highest);
}

/** Whether this is a support agent who is not owner; "the owner check counts Admin as owner as well" (specification 6). */
export function isSupportAgent(held: readonly Role[]): boolean {
  return held.includes("support") && !held.includes("owner") && !held.includes("admin");
}

/** Whether support is the only role: such a user lives in the inbox (specification 6). */
export function isSupportOnly(held: readonly Role[]): boolean {
  return held.length > 0 && held.every((role) => role === "support");
}
