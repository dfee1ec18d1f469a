import { openWidget } from "./boot.ts";
import { install } from "./page.ts";
import { readTag } from "./tag.ts";

/**
 * The pasted script. On a stranger's page nothing may throw: whatever goes wrong is said once in the console, and the
 * page is left as it was.
 */
const script = document.currentScript as HTMLScriptElement | null; // an SVG's has no address, which is caught
try {
  const options = readTag(script);
  if (options.token) install(openWidget(options), options.global || "Pilothouse");
  else {
    if (!document.querySelector("pilothouse-chat")) {
      console.warn("Pilothouse: no token");
    }
    // It defines the element, whose token is in the page.
    if (options.host) import("./module.ts").catch(console.warn);
  }
} catch (error) {
  console.warn("Pilothouse:", error);
}
