export { AvatarForm } from "./AvatarForm.tsx";
export { HoursFields } from "./HoursFields.tsx";
export { LanguageFields } from "./LanguageFields.tsx";
export { OfferFields } from "./OfferFields.tsx";
export { VoiceFields } from "./VoiceFields.tsx";
