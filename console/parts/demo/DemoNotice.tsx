import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Trash2 } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { deleteAgent } from "../../state/agents/agentChanges.ts";
import { agents } from "../../state/agents/agents.ts";
import { findDemo } from "../../state/analytics/demo.ts";
import { ConfirmDialog } from "../ConfirmDialog.tsx";

interface DemoNoticeProps {
  orgId: string;
  /** The agent whose figures are shown; null for all. */
  agentId: string | null;
  onRemoved: () => void;
}

/** Says that figures are made up where the demo's are among them, with the way to remove them. */
export default function DemoNotice({ orgId, agentId, onRemoved }: DemoNoticeProps): ReactNode {
  const { items } = useSnapshot(agents);
  const [isAsking, setIsAsking] = useState(false);
  const demo = findDemo(items);
  if (!demo || (agentId !== null && agentId !== demo.id)) return null;
  const { name } = demo;
  const handleRemove = async () => {
    await deleteAgent({ orgId, agentId: demo.id });
    onRemoved();
  };
  return (
    <div className={line} role="note">
      <p>Demo data: the conversations of “{name}” are made up.</p>
      {mayDo("agents.remove") && (
        <Button size="small" icon={<Trash2 size={15} aria-hidden />} onClick={() => setIsAsking(true)}>
          Remove demo
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          confirmLabel="Remove demo"
          onConfirm={handleRemove}
          onClose={() => setIsAsking(false)}
        >
          The agent “{name}” is deleted with all of its conversations and sources.
        </ConfirmDialog>
      )}
    </div>
  );
}

const line = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  padding: 10px 16px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-accent-soft);
  font-size: var(--ph-text-s);
`;
