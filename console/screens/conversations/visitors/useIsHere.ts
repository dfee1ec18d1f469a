import { useSnapshot } from "valtio";
import { presence } from "../../../state/conversations/visitors/presence.ts";

/** Whether this visitor is there now, as far as the team was told. */
export function useIsHere(contactId: string): boolean {
  return useSnapshot(presence).here[contactId] === true;
}
