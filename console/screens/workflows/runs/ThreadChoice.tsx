import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Select } from "../../../../shared/ui/Select.tsx";
import type { SelectOption } from "../../../../shared/ui/Select.tsx";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
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
  const [error, setError] = useState<RequestError | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    setError(null);
    listRecentThreads({ orgId, agentId }).then(
      (threads) =>
        isCurrent &&
        setOptions(
          threads.map(({ id, name, at }) => ({ value: id, label: `${name}, ${describeMoment(at)}` })),
        ),
      (thrown: unknown) => isCurrent && setError(toRequestError(thrown)),
    );
    return () => {
      isCurrent = false;
    };
  }, [orgId, agentId, tries]);
  if (error) {
    return (
      <ErrorNotice
        title="The conversations could not be read."
        error={error}
        onRetry={() => setTries(tries + 1)}
      />
    );
  }
  return (
    <Select
      label="Conversation"
      value={value}
      options={[{ value: "", label: "None" }, ...(options ?? [])]}
      onChange={onChange}
      hint={
        options?.length === 0
          ? "No conversations yet. Steps that need one will fail."
          : "The visitor sees what the workflow writes."
      }
    />
  );
}
