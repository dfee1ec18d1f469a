/** Takes out of the address what a provider's page came back with. */
export const noReturn = { connection: null, connectError: null } as const;
