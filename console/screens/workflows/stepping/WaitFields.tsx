import { useState } from "react";
import type { ReactNode } from "react";
import type { SteppedRun } from "../../../../shared/contract/workflows/simulations.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import type { Stepping } from "../../../state/workflows/stepThrough.ts";

interface WaitFieldsProps {
  waits: NonNullable<SteppedRun["waits"]>;
  isBusy: boolean;
  onAct: (act: NonNullable<Stepping["act"]>) => void;
}

/** What a run waits for, to be given in place of the visitor or a member. */
export function WaitFields({ waits, isBusy, onAct }: WaitFieldsProps): ReactNode {
  const [text, setText] = useState("");
  const [values, setValues] = useState<Record<string, string>>({});
  const fields = waits.fields.filter(({ type }) => type !== "file");
  return (
    <form
      className={frame}
      aria-label={`${waits.name} waits`}
      onSubmit={(event) => {
        event.preventDefault();
        if (waits.for === "visitor" && text.trim() !== "") onAct({ kind: "visitor", text });
        if (waits.for === "form") onAct({ kind: "form", values });
      }}
    >
      <p>
        <b>{waits.name}</b> {sentences[waits.for]}
      </p>
      {waits.for === "visitor" && (
        <TextField label="Visitor’s message" value={text} onChange={setText} limit={4000} />
      )}
      {waits.for === "form" &&
        fields.map(({ id, label }) => (
          <TextField
            key={id}
            label={label || id}
            value={values[id] ?? ""}
            onChange={(typed) => setValues((all) => ({ ...all, [id]: typed }))}
          />
        ))}
      <div>
        {(waits.for === "visitor" || waits.for === "form") && (
          <Button kind="primary" size="small" type="submit" isBusy={isBusy}>
            {waits.for === "visitor" ? "Send message" : "Send form"}
          </Button>
        )}
        {waits.for === "team" && (
          <>
            <Button
              kind="primary"
              size="small"
              isBusy={isBusy}
              onClick={() => onAct({ kind: "team", decision: "approve" })}
            >
              Approve
            </Button>
            <Button size="small" isBusy={isBusy} onClick={() => onAct({ kind: "team", decision: "decline" })}>
              Decline
            </Button>
          </>
        )}
        <Button size="small" isBusy={isBusy} onClick={() => onAct({ kind: "time" })}>
          Let time pass
        </Button>
      </div>
    </form>
  );
}

const sentences = {
  visitor: "waits for the visitor’s message.",
  form: "waits for the form.",
  team: "waits for a member’s decision.",
  time: "waits.",
} as const;

const frame = css`
  display: grid;
  gap: 10px;
  min-width: 0;
  padding: 12px 14px;
  border: 1px solid var(--ph-accent-text);
  border-radius: var(--ph-radius-s);
  & > p {
    margin: 0;
    overflow-wrap: anywhere;
  }
  & > div:last-child {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
`;
