/** A browser that is told by push of one organization's conversations. It goes with its session, and with the membership. */
export interface PushDeviceRow {
  organizationId: string;
  id: string;
  userId: string;
  sessionId: string;
  /** Of the address, by which the same browser is known again. */
  endpointHash: string;
  /** JSON of PushSubscription, sealed: everybody who has the address could send there. */
  sealedSubscription: string;
  device: string | null;
  createdAt: number;
  lastSentAt: number | null;
}

/** What somebody wants to be told of in an organization; who has no row has changed nothing. */
export interface PushSettingsRow {
  organizationId: string;
  userId: string;
  /** JSON list of PushKind. */
  kinds: string;
  hidesText: number;
  /** JSON of QuietHours; null where there are none. */
  quietHours: string | null;
}

/** That somebody looks at a conversation. */
export interface ThreadLookRow {
  organizationId: string;
  threadId: string;
  userId: string;
  until: number;
}

declare module "../../database/store.ts" {
  interface Tables {
    pushDevices: PushDeviceRow;
    pushSettings: PushSettingsRow;
    threadLooks: ThreadLookRow;
  }
}
