import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Select } from "../../../../shared/ui/Select.tsx";
import type { SelectOption } from "../../../../shared/ui/Select.tsx";
import { describeMoment } from "../../../parts/describeMoment.ts";
import { listRecentThreads } from "../../../state/workflows/recentThreads.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";

interface ThreadChoiceProps {
  place: AgentPlace;
  value: string;
  onChange: (threadId: string) => void;
}

/** The conversation in which a run speaks: one of the latest. */
export function ThreadChoice({ place, value, onChange }: ThreadChoiceProps): ReactNode {
  const { orgId, agentId } = place;
  const [options, setOptions] = useState<SelectOption[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    listRecentThreads({ orgId, agentId }).then(
      (threads) =>
        isCurrent &&
        setOptions(
          threads.map(({ id, name, at }) => ({ value: id, label: `${name}, ${describeMoment(at)}` })),
        ),
      () => isCurrent && setOptions([]),
    );
    return () => {
      isCurrent = false;
    };
  }, [orgId, agentId]);
  return (
    <Select
      label="Conversation"
      value={value}
      options={[{ value: "", label: "None" }, ...(options ?? [])]}
      onChange={onChange}
      hint={
        options?.length === 0
          ? "There is no conversation yet. Steps that need one fail."
          : "Its visitor sees what the workflow says."
      }
    />
  );
}
