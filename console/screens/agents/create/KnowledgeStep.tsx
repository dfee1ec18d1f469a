import { useId } from "react";
import type { ReactNode } from "react";
import { Clock, FileText, Globe, Store } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { maxTextSourceCharacters } from "../../../../shared/domain/limits.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import { Card } from "../../../parts/Card.tsx";
import { choiceCards } from "../../../parts/choiceCards.ts";
import { describeNumber } from "../../../parts/describeNumber.ts";
import type { NewSource } from "./newAgent.ts";
import type { StepProps } from "./stepProps.ts";

const kinds: { kind: NewSource["kind"]; title: string; text: string; icon: LucideIcon }[] = [
  { kind: "website", title: "A website", text: "All pages that robots.txt allows.", icon: Globe },
  { kind: "text", title: "A text", text: "Paste what it should know.", icon: FileText },
  { kind: "sample", title: "The sample", text: "Help pages of a made-up shop, to try it.", icon: Store },
  { kind: "none", title: "Later", text: "Add sources once it is created.", icon: Clock },
];

/** The last step: the first thing that the agent reads. */
export function KnowledgeStep({ agent, onChange, problems }: StepProps): ReactNode {
  const { source } = agent;
  const name = useId();
  const set = (part: Partial<NewSource>) => onChange({ ...agent, source: { ...source, ...part } });
  return (
    <Card>
      <fieldset className={cx(choiceCards, cards)}>
        <legend>First source</legend>
        <div>
          {kinds.map(({ kind, title, text, icon: Icon }) => (
            <label key={kind}>
              <input type="radio" name={name} checked={source.kind === kind} onChange={() => set({ kind })} />
              <Icon size={18} strokeWidth={1.8} aria-hidden />
              <span>
                <strong>{title}</strong>
                <span>{text}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {source.kind === "website" && (
        <TextField
          label="Website address"
          hint="Reading begins as soon as the agent is created."
          placeholder="www.example.com"
          type="url"
          limit={2000}
          value={source.url}
          onChange={(url) => set({ url })}
          error={problems["url"]}
        />
      )}
      {source.kind === "text" && (
        <>
          <TextField
            label="Title"
            isRequired
            limit={200}
            value={source.title}
            onChange={(title) => set({ title })}
            error={problems["title"]}
          />
          <TextArea
            label="Text"
            isRequired
            rows={8}
            limit={maxTextSourceCharacters}
            aside={`${describeNumber(source.text.length)} / ${describeNumber(maxTextSourceCharacters)}`}
            value={source.text}
            onChange={(text) => set({ text })}
            error={problems["text"]}
          />
        </>
      )}
    </Card>
  );
}

const cards = css`
  & > div {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(230px, 100%), 1fr));
    gap: 8px;
  }
  & label {
    display: flex;
    gap: 10px;
    padding: 12px;
  }
  & label > svg {
    flex: none;
    margin-top: 1px;
    color: var(--ph-text-3);
  }
  & label > span {
    display: grid;
    font-size: var(--ph-text-s);
    line-height: 1.4;
    color: var(--ph-text-2);
  }
  & strong {
    font-size: var(--ph-text-m);
    font-weight: 550;
    color: var(--ph-text);
  }
`;
