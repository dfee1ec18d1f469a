import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { readCurl } from "../../../../shared/domain/curl.ts";
import type { CurlImport } from "../../../../shared/domain/curl.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { Card } from "../../../parts/Card.tsx";
import { checkboxList } from "../../../parts/checkboxList.ts";
import { useWrongField } from "../../../parts/useWrongField.ts";
import type { TypedSkill } from "../../../state/skills/skills.ts";
import { draftFromCurl, listAddressValues } from "./draftFromCurl.ts";
import { PasteButton } from "./PasteButton.tsx";

/** Reads a curl command and lets its values be turned into inputs. */
export function FromCurl({ onRead }: { onRead: (skill: TypedSkill) => void }): ReactNode {
  const [command, setCommand] = useState("");
  const [read, setRead] = useState<CurlImport | null>(null);
  const [chosenIds, setChosenIds] = useState<readonly string[]>([]);
  const form = useWrongField();
  const request = read && "request" in read ? read.request : null;
  const values = request ? listAddressValues(request) : [];
  const chosen = values.filter(({ id }) => chosenIds.includes(id));
  const draft = request && draftFromCurl(request, chosen);
  const begin = (text: string) => {
    const found = readCurl(text);
    setCommand(text);
    setRead(found);
    if ("request" in found) {
      const likely = listAddressValues(found.request).filter(({ isLikely }) => isLikely);
      setChosenIds(likely.map(({ id }) => id));
    }
  };
  const toggle = (id: string) =>
    setChosenIds(chosenIds.includes(id) ? chosenIds.filter((one) => one !== id) : [...chosenIds, id]);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    begin(command);
  };
  const warnings = [...(read && "warnings" in read ? read.warnings : []), ...(draft?.warnings ?? [])];
  return (
    <Card title="From a curl command" subtitle="Nothing is sent. Keys are stored as a secret when you save.">
      <form ref={form} className={frame} onSubmit={handleSubmit} noValidate>
        <TextArea
          label="curl command"
          autoFocus
          rows={6}
          placeholder="curl https://api.example.com/orders/1042 -H 'Authorization: Bearer …'"
          value={command}
          onChange={(text) => {
            setCommand(text);
            setRead(null);
          }}
          error={read && "problem" in read ? read.problem : undefined}
        />
        <div className={buttons}>
          <PasteButton onPaste={begin} />
          <Button type="submit" kind={draft ? "secondary" : "primary"} disabled={command.trim() === ""}>
            Read command
          </Button>
        </div>
      </form>
      {draft && draft.skill.config.kind === "http" && (
        <section className={frame} aria-label="What was read">
          <code className={address}>
            <b>{draft.skill.config.method}</b> {draft.skill.config.url}
          </code>
          {warnings.length > 0 && (
            <ul className={notes} aria-label="Warnings">
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          )}
          {values.length > 0 && (
            <fieldset className={cx(checkboxList, one)}>
              <legend>Which values change from visitor to visitor?</legend>
              {values.map(({ id, label, value, input }) => (
                <label key={id}>
                  <input type="checkbox" checked={chosenIds.includes(id)} onChange={() => toggle(id)} />
                  <span>
                    {label && `${label}: `}
                    <code>{value || "empty"}</code>
                    {chosenIds.includes(id) && <small> becomes the input {input}</small>}
                  </span>
                </label>
              ))}
            </fieldset>
          )}
          <div className={buttons}>
            <Button kind="primary" onClick={() => onRead(draft.skill)}>
              Use this request
            </Button>
          </div>
        </section>
      )}
    </Card>
  );
}

const frame = css`
  display: grid;
  gap: 14px;
  min-width: 0;
  & textarea {
    font: var(--ph-text-s) / 1.6 var(--ph-mono);
  }
`;
const buttons = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  & > small {
    order: 1;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
`;
const address = css`
  padding: 10px 12px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-sunken);
  font: var(--ph-text-s) / 1.6 var(--ph-mono);
  overflow-wrap: anywhere;
`;
const notes = css`
  display: grid;
  gap: 4px;
  margin: 0;
  padding: 10px 12px 10px 28px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-warning-soft);
`;
const one = css`
  grid-template-columns: minmax(0, 1fr);
  & code {
    font: var(--ph-text-s) / 1.5 var(--ph-mono);
  }
  & small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
`;
