import { proxy } from "valtio";

const phones = /Android.+Mobile|iPhone|iPod|IEMobile|BlackBerry|Opera Mini|webOS|Mobi/i;

/** What kind of device this is, by its own words (specification 4); the layout follows the width, not this. */
export const userAgent = proxy({
  isMobile: isMobileDevice(globalThis.navigator?.userAgent ?? ""),
  /** Whether the chat behind Get Help is there. */
  isFcWidgetLoaded: false,
});

/** Whether a user agent string is a phone's. */
export function isMobileDevice(text: string): boolean {
  return phones.test(text);
}
