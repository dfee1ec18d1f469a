import type { VoiceService } from "../../../shared/domain/voiceServices.ts";

/** An organization's key of a service for voices and avatars, sealed. */
export interface VoiceKeyRow {
  organizationId: string;
  service: VoiceService;
  /** The one address to which the key is sent; null for the service's own. */
  baseUrl: string | null;
  sealedKey: string;
  lastFour: string;
  /** Why the service refuses the key. */
  refusal: string | null;
  checkedAt: number;
  createdAt: number;
}

declare module "../../database/store.ts" {
  interface Tables {
    voiceKeys: VoiceKeyRow;
  }
}
