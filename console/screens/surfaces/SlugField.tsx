import type { ReactNode } from "react";
import { Check } from "lucide-react";
import { Field } from "../../../shared/ui/Field.tsx";
import { controlStyle } from "../../../shared/ui/fieldStyle.ts";
import { css, cx } from "../../../shared/ui/style/css.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { useSlugCheck } from "./useSlugCheck.ts";
import { toAddress } from "../../../shared/client/basePath.ts";

interface SlugFieldProps {
  place: AgentPlace;
  /** What is this agent's already; null before the page was ever saved. */
  saved: string | null;
  value: string;
  onChange: (value: string) => void;
  error?: string;
}

/** The last part of the page's address; says while it is typed whether it is free. */
export function SlugField({ place, saved, value, onChange, error }: SlugFieldProps): ReactNode {
  const check = useSlugCheck(place, { slug: value, saved });
  const problem = error ?? (check.state === "wrong" || check.state === "taken" ? check.message : undefined);
  return (
    <Field
      label="Address"
      isRequired
      error={problem}
      hint={saved && saved !== value ? "Links to the old address stop working once you save." : undefined}
    >
      {(ids) => (
        <>
          <span className={frame} dir="ltr">
            <span>
              {location.host}
              {toAddress("/p/")}
            </span>
            <input
              {...ids}
              className={cx(controlStyle)}
              value={value}
              maxLength={60}
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              onChange={(event) => onChange(event.currentTarget.value.toLowerCase())}
            />
          </span>
          <p className={state} role="status">
            {check.state === "free" && (
              <>
                <Check size={15} aria-hidden />
                This address is free.
              </>
            )}
            {check.state === "asking" && "Checking whether it is free…"}
            {check.state === "unknown" && check.message}
          </p>
        </>
      )}
    </Field>
  );
}

const frame = css`
  display: flex;
  align-items: center;
  min-width: 0;
  border: 1px solid var(--ph-line-strong);
  border-radius: var(--ph-radius-s);
  background: var(--ph-sunken);
  & > span {
    flex: 0 1 auto;
    min-width: 0;
    padding-inline: 12px 4px;
    overflow: hidden;
    color: var(--ph-text-2);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > input {
    flex: 1 1 120px;
    min-width: 110px;
    min-height: calc(var(--ph-control) - 2px);
    border: 0;
    border-radius: 0;
    border-start-end-radius: calc(var(--ph-radius-s) - 1px);
    border-end-end-radius: calc(var(--ph-radius-s) - 1px);
    padding-inline-start: 8px;
  }
`;
const state = css`
  display: flex;
  align-items: center;
  gap: 6px;
  min-height: 20px;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  & > svg {
    color: var(--ph-success-text);
  }
`;
