import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { toRequestError, type RequestError } from "../../../../shared/client/requestError.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { playground } from "../../../state/playground/playground.ts";
import { readAnsweringSources, type AnsweringSource } from "../../../state/knowledge/answeringSources.ts";

/** The only data source to search, so that one can see what it is good for. */
export function SourceChoice({ place }: { place: AgentPlace }): ReactNode {
  const { source } = useSnapshot(playground).visitor;
  const { orgId, agentId } = place;
  const [sources, setSources] = useState<AnsweringSource[]>([]);
  const [error, setError] = useState<RequestError | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isHere = true;
    readAnsweringSources({ orgId, agentId }).then(
      (read) => isHere && setSources(read),
      (thrown: unknown) => isHere && setError(toRequestError(thrown)),
    );
    return () => void (isHere = false);
  }, [orgId, agentId, tries]);

  function retry(): void {
    setError(null);
    setTries(tries + 1);
  }

  // One that was deleted since is still what was chosen.
  const others = source && !sources.some(({ id }) => id === source.id) ? [source] : [];
  return (
    <>
      <Select
        label="Look into"
        value={source?.id ?? ""}
        options={[
          { value: "", label: "All data sources" },
          ...[...others, ...sources].map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(chosen) => {
          const found = sources.find(({ id }) => id === chosen);
          if (found || chosen === "") playground.visitor.source = found ?? null;
        }}
      />
      {error && <ErrorNotice error={error} onRetry={retry} />}
    </>
  );
}
