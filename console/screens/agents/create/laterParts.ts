export { IdentityStep } from "./IdentityStep.tsx";
export { KnowledgeStep } from "./KnowledgeStep.tsx";
export { TemplateGallery } from "./TemplateGallery.tsx";
export { VoiceStep } from "./VoiceStep.tsx";
