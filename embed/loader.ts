import { installApi, isThere } from "./api.ts";
import { readOptions } from "./options.ts";
import { createWidget } from "./widget.ts";

/**
 * The pasted script. On a stranger's page nothing may throw: whatever goes wrong is said once in the console, and the
 * page is left as it was.
 */
const script = document.currentScript;
try {
  const options = script instanceof HTMLScriptElement ? readOptions(script) : null;
  if (options) isThere(options) || installApi(createWidget(options), options.global);
  else console.warn("Pilothouse: no ?token= in the script's address. Copy the snippet again.");
} catch (error) {
  console.warn("Pilothouse:", error);
}
