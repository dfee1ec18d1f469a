/** How many connections an agent has, and how many events of each are kept, and for how long. */
export const maxIntegrations = 30;
export const maxIntegrationEvents = 500;
export const eventsKeptForMs = 30 * 24 * 60 * 60_000;
export const maxEventBytes = 1_000_000;
/** How long before its end a connection that can't be renewed by itself is called expiring. */
export const expiringWithinMs = 7 * 24 * 60 * 60_000;

/** Whose access a skill uses: the team's, or that of the visitor who asks. */
export const grantOwners = {
  team: "Your team's account",
  visitor: "The visitor's own account",
} as const;
export type GrantOwner = keyof typeof grantOwners;

export const integrationStates = ["unconnected", "connected", "expiring", "broken"] as const;

/** The field of a card that takes the code which a service's sign-in ended with. */
export const signInField = "sign_in_code";

/** Where a visitor begins to sign in for a run that waits for it. */
export function signInPath(runId: string): string {
  return `/api/webhooks/v1/visitor-sign-in/${runId}`;
}
