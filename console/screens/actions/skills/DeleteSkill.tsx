import type { ReactNode } from "react";
import type { Skill } from "../../../../shared/contract/skills/skills.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { deleteSkill } from "../../../state/skills/skills.ts";

interface DeleteSkillProps {
  place: AgentPlace;
  skill: Pick<Skill, "id" | "title">;
  onDeleted?: () => void;
  onClose: () => void;
}

/** Asks before a skill is deleted. */
export function DeleteSkill({ place, skill, onDeleted, onClose }: DeleteSkillProps): ReactNode {
  return (
    <ConfirmDialog
      title={`Delete ${skill.title}?`}
      confirmLabel="Delete action"
      onConfirm={async () => {
        await deleteSkill(place, skill.id);
        showToast("Action deleted");
        onDeleted?.();
      }}
      onClose={onClose}
    >
      Visitors can use it until you publish.
    </ConfirmDialog>
  );
}
