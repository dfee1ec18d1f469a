/** The video avatar of an agent's calls. */
export interface VideoAvatarRow {
  organizationId: string;
  agentId: string;
  enabled: number;
  avatarId: string;
  avatarName: string;
  voiceId: string;
  voiceName: string;
  /** The persona that says what we send and nothing else, by the service's ID; null before the first try. */
  personaId: string | null;
  /** Why it does not work; null where it did when it was last asked. */
  problem: string | null;
  revision: number;
  createdAt: number;
  updatedAt: number;
}

declare module "../../database/store.ts" {
  interface Tables {
    videoAvatars: VideoAvatarRow;
  }
}
