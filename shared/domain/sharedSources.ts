/** What stands in the place of an agent's id where data sources are the organisation's own, shared by its agents. */
export const organizationItself = "";
