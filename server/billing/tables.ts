/** What models cost on a day (UTC, `2026-03-14`): for one visitor, or with no contact for all of the agent. */
export interface CreditUseRow {
  organizationId: string;
  agentId: string;
  day: string;
  contactId: string;
  credits: number;
}

/** What one answer cost; it goes when a day has passed, the sums stay. */
export interface CreditChargeRow extends CreditUseRow {
  answerKey: string;
}

/** What an organization spent of the installation's own model keys on a day (UTC). */
export interface InstallationCreditsRow {
  organizationId: string;
  day: string;
  credits: number;
}

declare module "../database/store.ts" {
  interface Tables {
    creditUse: CreditUseRow;
    creditCharges: CreditChargeRow;
    installationCredits: InstallationCreditsRow;
  }
}
