import { referrerOf } from "../../shared/domain/referrer.ts";
import { chat } from "./state.ts";

/** Gives where the visitor is as the server takes it, and from where they came as far as it concerns anybody; nothing where no page has told. */
export function tellPage(): { page?: { url: string; title: string; referrer?: string } } {
  if (!chat.page) return {};
  const { url, title } = chat.page;
  const referrer = referrerOf(chat.page.referrer ?? "");
  return {
    page: { url: url.slice(0, 2000), title: title.slice(0, 300), ...(referrer !== null && { referrer }) },
  };
}
