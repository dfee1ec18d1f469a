import { lazyFamily } from "../../parts/lazy.ts";

/** Settings that come when their group or card is opened: languages bring every word of the chat along, hours a clock by zone. */
export const { AvatarForm, HoursFields, LanguageFields, OfferFields, VoiceFields } = lazyFamily(
  () => import("./openedGroupParts.ts"),
);
