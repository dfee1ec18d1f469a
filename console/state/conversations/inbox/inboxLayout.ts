import { keptForBrowser } from "../../platform/storage.ts";

export type InboxLayout = "list" | "table";

const storedName = "inboxLayout";

/** How somebody had the conversations stand when they chose last in this browser. */
export function readKeptLayout(): InboxLayout {
  return keptForBrowser.read(storedName) === "table" ? "table" : "list";
}

/** Keeps the choice for the next visit. */
export function keepLayout(layout: InboxLayout): void {
  keptForBrowser.write(storedName, layout);
}

/** Gives an address; one of an agent's conversations that does not say how they stand shows them as was chosen last. */
export function inLastLayout(address: string): string {
  const isSilent = address.endsWith("/inbox/conversations");
  return isSilent && readKeptLayout() === "table" ? `${address}?layout=table` : address;
}
