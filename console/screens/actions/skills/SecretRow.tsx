import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";

interface SecretRowProps {
  label: string;
  /** What is kept on the server, of which only the end is known. */
  kept: { ending: string } | null;
  /** Left out: it stays as it is; null: it is removed by the next save. */
  typed: string | null | undefined;
  onChange: (typed: string | null | undefined) => void;
  error?: string | undefined;
  isDisabled: boolean;
}

/** A secret that can be written and never read: its end, Replace and Remove. */
export function SecretRow({ label, kept, typed, onChange, error, isDisabled }: SecretRowProps): ReactNode {
  const [isReplacing, setIsReplacing] = useState(false);
  const isWriting = !kept || isReplacing || typeof typed === "string";
  if (isWriting) {
    return (
      <TextField
        label={label}
        type="password"
        autoComplete="new-password"
        hint="Stored encrypted. Nobody can read it again."
        autoFocus={isReplacing}
        value={typed ?? ""}
        onChange={(text) => onChange(text === "" ? undefined : text)}
        onBlur={() => setIsReplacing(false)}
        error={error}
        isDisabled={isDisabled}
      />
    );
  }
  const isRemoved = typed === null;
  return (
    <div className={row}>
      <div>{label}</div>
      <div>
        <span>
          {isRemoved
            ? "Removed when you save"
            : kept.ending === ""
              ? "Saved"
              : `Saved, ends in …${kept.ending}`}
        </span>
        {!isDisabled && isRemoved && (
          <Button size="small" onClick={() => onChange(undefined)}>
            Keep it
          </Button>
        )}
        {!isDisabled && !isRemoved && (
          <>
            <Button size="small" onClick={() => setIsReplacing(true)}>
              Replace
            </Button>
            <Button size="small" kind="quiet" onClick={() => onChange(null)}>
              Remove
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

const row = css`
  display: grid;
  gap: 6px;
  & > div:first-child {
    display: flex;
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & > div:last-child {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 8px;
    min-height: var(--ph-control);
  }
`;
