import type { ChatLanguage } from "../../../shared/domain/chatLanguages.ts";
import type { DateFormat } from "../../../shared/domain/dateFormats.ts";

/** How somebody wants moments and numbers written; null: as the device does. */
export interface Moments {
  timeZone: string | null;
  dateFormat: DateFormat | null;
  language: ChatLanguage | null;
}

/** How the signed-in user wants them written. */
export const moments: Moments = { timeZone: null, dateFormat: null, language: null };
