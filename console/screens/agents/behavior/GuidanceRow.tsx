import { useId } from "react";
import type { ReactNode } from "react";
import { Pencil, Trash2 } from "lucide-react";
import type { GuidanceRule } from "../../../../shared/domain/guidance.ts";
import { Toggle } from "../../../../shared/ui/Toggle.tsx";
import { RowMenu } from "../../../parts/RowMenu.tsx";
import { categoryNames } from "./categoryNames.ts";
import { writeList } from "./readList.ts";

interface GuidanceRowProps {
  rule: GuidanceRule;
  onEdit: () => void;
  onChange: (part: Partial<GuidanceRule>) => void;
  onRemove: () => void;
}

/** One rule: what it is called, when it holds, and whether it is on. */
export function GuidanceRow({ rule, onEdit, onChange, onRemove }: GuidanceRowProps): ReactNode {
  const nameId = useId();
  return (
    <li>
      <div>
        <strong id={nameId}>{rule.title}</strong>
        <p>
          {categoryNames[rule.category]} · {describeConditions(rule)}
        </p>
      </div>
      <Toggle
        size="small"
        labelledBy={nameId}
        isOn={rule.isEnabled}
        onChange={(isEnabled) => onChange({ isEnabled })}
      />
      <RowMenu
        label={`Actions for ${rule.title}`}
        actions={[
          { label: "Edit", icon: <Pencil size={16} aria-hidden />, onChoose: onEdit },
          { label: "Remove", icon: <Trash2 size={16} aria-hidden />, onChoose: onRemove, isDanger: true },
        ]}
      />
    </li>
  );
}

function describeConditions({ when: { words, pages, audience } }: GuidanceRule): string {
  const parts = [
    words.length > 0 && `messages with ${writeList(words)}`,
    pages.length > 0 && `on ${writeList(pages)}`,
    audience === "verified" && "for signed-in visitors",
    audience === "unverified" && "for visitors who are not signed in",
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : "every message";
}
