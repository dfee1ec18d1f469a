import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Undo2 } from "lucide-react";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { assist } from "../../../../state/conversations/messages/assist.ts";

interface ReplacedNoticeProps {
  threadId: string;
  typed: string;
  onType: (text: string) => void;
}

/** The way back to one's own words, as long as what came in their place was not sent. */
export function ReplacedNotice({ threadId, typed, onType }: ReplacedNoticeProps): ReactNode {
  const { replaced } = useSnapshot(assist);
  if (replaced?.threadId !== threadId || typed === "") return null;
  return (
    <details className={frame}>
      <summary>What you wrote before</summary>
      <p dir="auto">{replaced.content}</p>
      <Button
        size="small"
        icon={<Undo2 size={14} aria-hidden />}
        onClick={() => {
          onType(replaced.content);
          assist.replaced = null;
        }}
      >
        Put it back
      </Button>
    </details>
  );
}

const frame = css`
  padding: 2px 10px;
  font-size: var(--ph-text-s);
  & > summary {
    width: fit-content;
    min-height: 24px;
    color: var(--ph-text-2);
    cursor: pointer;
  }
  & > p {
    max-height: 20vh;
    margin-block: 4px 8px;
    overflow-y: auto;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;
