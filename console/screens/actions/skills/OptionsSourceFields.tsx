import { useState } from "react";
import type { ReactNode } from "react";
import { ListRestart } from "lucide-react";
import type { OptionsSource } from "../../../../shared/domain/forms.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { tryOptions } from "../../../state/skills/skills.ts";

interface OptionsSourceFieldsProps {
  place: AgentPlace;
  source: OptionsSource | undefined;
  onChange: (source: OptionsSource | undefined) => void;
  errorOf: (part: string) => string | undefined;
  isReadOnly: boolean;
}

const usualMinutes = 60;

/** Where the options of a choice are read from, with a look at what it gives now. */
export function OptionsSourceFields(props: OptionsSourceFieldsProps): ReactNode {
  const { place, source, onChange, errorOf, isReadOnly } = props;
  const [found, setFound] = useState<readonly string[] | null>(null);
  const reading = useAction(async () => {
    if (source) setFound(await tryOptions(place, { url: source.url, pick: source.pick }));
  });
  const set = (part: Partial<OptionsSource>) => source && onChange({ ...source, ...part });
  return (
    <div className={frame}>
      <label>
        <input
          type="checkbox"
          checked={source !== undefined}
          disabled={isReadOnly}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? { url: "", pick: "", minutes: usualMinutes } : undefined)
          }
        />
        Read options from an address
      </label>
      {source && (
        <>
          <TextField
            label="Address of the options"
            placeholder="https://api.example.com/cities"
            limit={2000}
            value={source.url}
            onChange={(url) => set({ url })}
            error={errorOf("url")}
            isDisabled={isReadOnly}
          />
          <TextField
            label="Pick (JMESPath)"
            placeholder="items[].name"
            limit={2000}
            value={source.pick}
            onChange={(pick) => set({ pick })}
            error={errorOf("pick")}
            isDisabled={isReadOnly}
          />
          <TextField
            label="Keep for (minutes)"
            type="number"
            value={Number.isNaN(source.minutes) ? "" : String(source.minutes)}
            onChange={(text) => set({ minutes: text === "" ? NaN : Number(text) })}
            error={errorOf("minutes")}
            isDisabled={isReadOnly}
          />
          {!isReadOnly && (
            <Button
              size="small"
              icon={<ListRestart size={15} aria-hidden />}
              isBusy={reading.isBusy}
              disabled={source.url.trim() === ""}
              onClick={() => void reading.run()}
            >
              Read options
            </Button>
          )}
          {reading.error && <ErrorNotice title="No options were read." error={reading.error} />}
          <p role="status">{found && !reading.error && describe(found)}</p>
        </>
      )}
    </div>
  );
}

const mostNamed = 5;

function describe(options: readonly string[]): string {
  const named = options.slice(0, mostNamed).join(", ");
  const more = options.length - mostNamed;
  return `${options.length} ${options.length === 1 ? "option" : "options"}: ${named}${more > 0 ? `, and ${more} more` : ""}`;
}

const frame = css`
  display: grid;
  grid-column: 1 / -1;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr));
  align-items: start;
  gap: 10px 14px;
  min-width: 0;
  & > label {
    display: flex;
    grid-column: 1 / -1;
    align-items: center;
    gap: 8px;
    min-height: 28px;
    width: fit-content;
    font-size: var(--ph-text-s);
    cursor: pointer;
  }
  & > label > input {
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: var(--ph-accent);
  }
  & > button {
    justify-self: start;
    align-self: end;
  }
  & > :is([role="status"], [role="alert"]) {
    grid-column: 1 / -1;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & > [role="status"]:empty {
    display: none;
  }
`;
