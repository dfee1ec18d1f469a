import { toAddress } from "../../shared/client/basePath.ts";

/** Has the browser save what an address gives: its answer says that it is a file, so that the page stays. */
export function saveFrom(url: string): void {
  const link = document.createElement("a");
  link.href = toAddress(url);
  link.download = "";
  link.click();
}
