import { lazyFamily } from "../../../parts/lazy.ts";

/** What making an agent shows beside and after its first step; it is there before somebody has taken that. */
export const { IdentityStep, KnowledgeStep, TemplateGallery, VoiceStep } = lazyFamily(
  () => import("./laterParts.ts"),
);
