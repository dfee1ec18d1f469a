import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { Paperclip } from "lucide-react";
import { fullName } from "../../../../parts/fullName.ts";
import { authentication } from "../../../../state/accounts/authentication.ts";
import {
  cannedReplies,
  countUse,
  watchCannedReplies,
} from "../../../../state/conversations/messages/cannedReplies.ts";
import type { ComposedFiles } from "../../../../state/conversations/files/composedFiles.ts";
import { fillVariables } from "./fillVariables.ts";
import type { VariableValues } from "./fillVariables.ts";
import { findCanned } from "./findCanned.ts";
import type { MenuSource } from "./useWriteMenu.tsx";

const mostShown = 30;

/** Gives the menu that `/` opens where somebody writes to a visitor, whose choice puts its files in too, and what stands for the variables there. */
export function useCanned(
  files: ComposedFiles,
  { contact, agentName }: Omit<VariableValues, "myName">,
): { values: VariableValues; source: MenuSource } {
  const { place } = files;
  const { orgId, agentId } = place;
  const { user } = useSnapshot(authentication);
  const canned = useSnapshot(cannedReplies).data;
  const items = canned?.agentId === agentId ? canned.items : [];
  useEffect(() => watchCannedReplies({ orgId, agentId }), [orgId, agentId]);
  const values = { contact, agentName, myName: user ? fullName(user) : "" };
  const source: MenuSource = {
    sign: "/",
    label: "Canned replies",
    find: (wanted) =>
      findCanned(items, wanted)
        .slice(0, mostShown)
        .map(({ id, name, text, attachments }) => ({
          ...{ id, label: name, hint: fillVariables(text, values).text },
          ...(attachments.length > 0 && { icon: <Paperclip size={16} aria-label="With files" /> }),
        })),
    choose: (id) => {
      const chosen = items.find((one) => one.id === id);
      const { text = "", attachments = [] } = chosen ?? {};
      const counted = () => countUse(place, id);
      if (attachments.length === 0) counted().catch(() => {});
      else
        void import("../../../../state/conversations/files/attachments.ts").then(({ putCopies }) =>
          putCopies(files, attachments, counted),
        );
      return fillVariables(text, values).text;
    },
  };
  return { values, source };
}
