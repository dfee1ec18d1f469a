import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { fullName } from "../../../parts/fullName.ts";
import { authentication } from "../../../state/authentication.ts";
import { cannedReplies, countUse, loadCannedReplies } from "../../../state/cannedReplies.ts";
import type { AgentPlace } from "../../../state/paths.ts";
import { fillVariables } from "./fillVariables.ts";
import type { VariableValues } from "./fillVariables.ts";
import { findCanned } from "./findCanned.ts";
import type { MenuSource } from "./useWriteMenu.tsx";

const mostShown = 30;

/** Gives the menu that `/` opens where somebody writes to a visitor, and what stands for the variables there. */
export function useCanned(
  place: AgentPlace,
  { contact, agentName }: Omit<VariableValues, "myName">,
): { values: VariableValues; source: MenuSource } {
  const { orgId, agentId } = place;
  const { user } = useSnapshot(authentication);
  const canned = useSnapshot(cannedReplies).data;
  const items = canned?.agentId === agentId ? canned.items : [];
  useEffect(() => void loadCannedReplies({ orgId, agentId }), [orgId, agentId]);
  const values = { contact, agentName, myName: user ? fullName(user) : "" };
  const source: MenuSource = {
    sign: "/",
    label: "Canned replies",
    find: (wanted) =>
      findCanned(items, wanted)
        .slice(0, mostShown)
        .map(({ id, name, text }) => ({ id, label: name, hint: fillVariables(text, values).text })),
    choose: (id) => {
      countUse(place, id);
      return fillVariables(items.find((one) => one.id === id)?.text ?? "", values).text;
    },
  };
  return { values, source };
}
