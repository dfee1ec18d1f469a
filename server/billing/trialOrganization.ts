/** The organization of agents that are tried without an account: nobody is its member, and it pays for nothing. */
export const trialOrganizationId = "trials";
