import type { DigestRhythm } from "../../../shared/domain/digest.ts";

/** That somebody gets letters about what waits in an organization; who has no row gets none. */
export interface DigestRow {
  organizationId: string;
  userId: string;
  every: Exclude<DigestRhythm, "never">;
  /** The zone in which `nextAt` was reckoned. */
  timeZone: string;
  nextAt: number;
}

declare module "../../database/store.ts" {
  interface Tables {
    digests: DigestRow;
  }
}
