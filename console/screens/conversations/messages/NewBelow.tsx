import type { ReactNode } from "react";
import { ArrowDown } from "lucide-react";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { plural } from "../../../../shared/words/language.ts";
import type { ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import { useGoToNewest } from "./useGoToNewest.ts";

interface NewBelowProps {
  place: ThreadPlace;
  count: number;
  /** The newest messages are not among those that show. */
  hasNewer: boolean;
  goToEnd: () => void;
}

/** Tells who reads further up how much came below, and leads there. */
export function NewBelow({ place, count, hasNewer, goToEnd }: NewBelowProps): ReactNode {
  const goToNewest = useGoToNewest(place);
  const handleGo = () => {
    goToEnd();
    if (hasNewer) goToNewest();
  };
  return (
    <Button
      kind="primary"
      size="small"
      icon={<ArrowDown size={16} aria-hidden />}
      className={pill}
      onClick={handleGo}
    >
      {plural(count, words)}
    </Button>
  );
}

const words = { one: "{count} new message", other: "{count} new messages" };

const pill = css`
  anchor-name: --ph-over-foot;
  border-radius: 99px;
  box-shadow: var(--ph-shadow-2);
  pointer-events: auto;
`;
