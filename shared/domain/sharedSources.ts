/** What is in the place of an agent's id where data sources are the organization's own, shared by its agents. */
export const organizationItself = "";
