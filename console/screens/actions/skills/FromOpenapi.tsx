import { useState } from "react";
import type { ChangeEvent, FormEvent, ReactNode } from "react";
import type { ImportedSkills } from "../../../../shared/contract/skills/skills.ts";
import { maxSkills } from "../../../../shared/domain/skills.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { Button, buttonClass } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { visuallyHidden } from "../../../../shared/ui/style/visuallyHidden.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import { Card } from "../../../parts/Card.tsx";
import { describeCount } from "../../../parts/describeNumber.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { framedList } from "../../../parts/framedList.ts";
import { SearchField } from "../../../parts/SearchField.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { navigate } from "../../../state/shell/navigation.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { makeSkill, readDocument } from "../../../state/skills/skills.ts";
import { PasteButton } from "./PasteButton.tsx";
import { skillsPath } from "../../../state/skills/skillPaths.ts";
import { riskWords } from "./skillWords.ts";

type Operation = ImportedSkills["operations"][number];

/** Reads an OpenAPI document and adds the operations that are chosen. */
export function FromOpenapi({ place }: { place: AgentPlace }): ReactNode {
  const [text, setText] = useState("");
  const [url, setUrl] = useState("");
  const [found, setFound] = useState<ImportedSkills | null>(null);
  const reading = useAction(async (document: Parameters<typeof readDocument>[1]) =>
    setFound(await readDocument(place, document)),
  );
  const handleFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    // The same file may be chosen again after it was changed.
    event.currentTarget.value = "";
    if (file) await reading.run({ text: await file.text() });
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void reading.run(text.trim() === "" ? { url } : { text });
  };
  if (found) return <Operations place={place} found={found} onBack={() => setFound(null)} />;
  return (
    <Card title="From an OpenAPI document" subtitle="Version 2.0, 3.0 or 3.1, as JSON or YAML.">
      <form className={frame} onSubmit={handleSubmit}>
        {reading.error && <ErrorNotice title="The document could not be read." error={reading.error} />}
        <TextField
          label="Address"
          autoFocus
          type="url"
          limit={2000}
          placeholder="https://api.example.com/openapi.json"
          value={url}
          onChange={setUrl}
          isDisabled={text.trim() !== ""}
        />
        <TextArea
          label="Or the document itself"
          rows={8}
          limit={5_000_000}
          placeholder={'openapi: "3.1.0"'}
          value={text}
          onChange={setText}
        />
        <div className={buttons}>
          <label className={buttonClass("secondary")}>
            Choose file
            <input
              type="file"
              className={visuallyHidden}
              accept=".json,.yaml,.yml,application/json,application/yaml"
              onChange={(event) => void handleFile(event)}
            />
          </label>
          <PasteButton onPaste={setText} />
          <Button
            type="submit"
            kind="primary"
            isBusy={reading.isBusy}
            disabled={`${text}${url}`.trim() === ""}
          >
            Read document
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface OperationsProps {
  place: AgentPlace;
  found: ImportedSkills;
  onBack: () => void;
}

function Operations({ place, found, onBack }: OperationsProps): ReactNode {
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<Operation>>(new Set());
  const [added, setAdded] = useState<ReadonlySet<Operation>>(new Set());
  /** Why one could not be added. */
  const [refused, setRefused] = useState<ReadonlyMap<Operation, string>>(new Map());
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = found.operations.filter(({ method, path, skill }) => {
    const said = `${method} ${path} ${skill.title} ${skill.description}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
  const isAllChosen = shown.length > 0 && shown.every((one) => chosen.has(one) || added.has(one));
  const toggle = (operations: readonly Operation[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const one of operations) {
      if (isOn && !added.has(one)) next.add(one);
      else next.delete(one);
    }
    setChosen(next);
  };
  const adding = useAction(async () => {
    const done = new Set(added);
    const failed = new Map<Operation, string>();
    // One after the other: what is refused for one, such as its name, is no reason to leave out the rest.
    for (const one of chosen) {
      try {
        await makeSkill(place, one.skill);
        done.add(one);
      } catch (thrown) {
        const { message, fields } = toRequestError(thrown);
        failed.set(one, fields[0]?.message ?? message);
      }
      setAdded(new Set(done));
    }
    setChosen(new Set(failed.keys()));
    setRefused(failed);
    showToast(`${describeCount(done.size - added.size, "action")} added`);
    if (failed.size === 0) navigate(skillsPath(place));
  });
  return (
    <Card
      title={found.title || "OpenAPI document"}
      subtitle={describeCount(found.operations.length, "operation")}
    >
      <div className={frame}>
        <div className={bar}>
          <SearchField label="Search operations" value={search} onChange={setSearch} />
          <label>
            <input
              type="checkbox"
              checked={isAllChosen}
              disabled={shown.length === 0}
              onChange={() => toggle(shown, !isAllChosen)}
            />
            All {search && "found"}
          </label>
          <span>{describeCount(chosen.size, "chosen", "chosen")}</span>
        </div>
        {shown.length === 0 && (
          <p>
            {found.operations.length === 0
              ? "The document has no operation that can be added."
              : "No operation matches."}
          </p>
        )}
        {shown.length > 0 && (
          <ul className={framedList} aria-label="Operations">
            {shown.map((one) => (
              <li key={`${one.method} ${one.path}`}>
                <label className={line}>
                  <input
                    type="checkbox"
                    checked={chosen.has(one) || added.has(one)}
                    disabled={added.has(one)}
                    onChange={() => toggle([one], !chosen.has(one))}
                  />
                  <span>
                    <strong>{one.skill.title}</strong>
                    <code>
                      {one.method} {one.path}
                    </code>
                    {refused.has(one) && <small role="alert">{refused.get(one)}</small>}
                  </span>
                  <Badge tone={added.has(one) ? "success" : riskWords[one.skill.risk].tone}>
                    {added.has(one) ? "Added" : riskWords[one.skill.risk].label}
                  </Badge>
                </label>
              </li>
            ))}
          </ul>
        )}
        {found.leftOut.length > 0 && (
          <details>
            <summary>{describeCount(found.leftOut.length, "operation")} left out</summary>
            <ul className={left}>
              {found.leftOut.map(({ method, path, why }) => (
                <li key={`${method} ${path}`}>
                  <code>
                    {method} {path}
                  </code>{" "}
                  {why}
                </li>
              ))}
            </ul>
          </details>
        )}
        <div className={buttons}>
          <Button onClick={onBack}>Read another document</Button>
          <Button
            kind="primary"
            isBusy={adding.isBusy}
            disabled={chosen.size === 0 || chosen.size > maxSkills}
            onClick={() => void adding.run()}
          >
            {chosen.size === 0 ? "Add actions" : `Add ${describeCount(chosen.size, "action")}`}
          </Button>
          {chosen.size > maxSkills && <small role="status">An agent has at most {maxSkills} actions.</small>}
        </div>
      </div>
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
  & summary {
    min-height: 28px;
    cursor: pointer;
  }
  & > p {
    color: var(--ph-text-2);
  }
`;
const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 16px;
  & > label {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 32px;
    cursor: pointer;
  }
  & > span:last-child {
    margin-inline-start: auto;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    font-variant-numeric: tabular-nums;
  }
`;
const buttons = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  & > label {
    position: relative;
  }
  & > label:focus-within {
    outline: 2px solid var(--ph-focus);
    outline-offset: 2px;
  }
  & > small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
`;
const line = css`
  display: flex;
  align-items: flex-start;
  gap: 12px;
  padding: 10px 16px;
  cursor: pointer;
  &:hover {
    background: var(--ph-hover);
  }
  & > input {
    flex: none;
    width: 18px;
    height: 18px;
    margin: 2px 0 0;
    accent-color: var(--ph-accent);
  }
  & > span:nth-child(2) {
    display: grid;
    flex: 1;
    gap: 2px;
    min-width: 0;
  }
  & strong {
    font-weight: 550;
    overflow-wrap: anywhere;
  }
  & code {
    color: var(--ph-text-2);
    font: var(--ph-text-s) / 1.5 var(--ph-mono);
    overflow-wrap: anywhere;
  }
  & small {
    color: var(--ph-danger-text);
    font-size: var(--ph-text-s);
  }
`;
const left = css`
  display: grid;
  gap: 6px;
  margin: 8px 0 0;
  padding-inline-start: 20px;
  color: var(--ph-text-2);
  font-size: var(--ph-text-s);
  & code {
    font: var(--ph-text-s) / 1.5 var(--ph-mono);
    overflow-wrap: anywhere;
  }
`;
