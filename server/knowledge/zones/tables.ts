/** What an agent's knowledge is called where an id is too long. */
export interface ZoneRow {
  organizationId: string;
  agentId: string;
  /** Unique in the installation, so that it names one agent only. */
  slug: string;
  /** When the first source was created in it; null before. */
  registeredAt: number | null;
}

declare module "../../database/store.ts" {
  interface Tables {
    zones: ZoneRow;
  }
}
