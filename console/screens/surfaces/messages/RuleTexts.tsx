import type { ReactNode } from "react";
import { Plus, X } from "lucide-react";
import type { ProactiveRule } from "../../../../shared/contract/surfaces/proactive.ts";
import { chatLanguages, directionOf, languageNames } from "../../../../shared/domain/chatLanguages.ts";
import type { ChatLanguage } from "../../../../shared/domain/chatLanguages.ts";
import { maxProactiveCharacters } from "../../../../shared/domain/proactive.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { newClientId } from "../../../state/conversations/messages/clientId.ts";

interface RuleTextsProps {
  texts: ProactiveRule["texts"];
  onChange: (texts: ProactiveRule["texts"]) => void;
  language: ChatLanguage;
  onLanguage: (language: ChatLanguage) => void;
  /** What visitors did with each, in words. */
  figuresOf: (textId: string) => string;
  error: string | undefined;
}

/** What a message says, in each language; with a second text, half of the visitors read each. */
export function RuleTexts(props: RuleTextsProps): ReactNode {
  const { texts, onChange, language, onLanguage, figuresOf, error } = props;
  const isTest = texts.length > 1;
  const change = (id: string, said: string) =>
    onChange(
      texts.map((one) => (one.id === id ? { ...one, texts: { ...one.texts, [language]: said } } : one)),
    );
  const isWritten = (one: ChatLanguage) => texts.some(({ texts: said }) => said[one]?.trim());
  return (
    <div className={frame}>
      {texts.map(({ id, texts: said }, at) => (
        <div key={id} dir={directionOf(language)} className={row}>
          <TextArea
            label={isTest ? `Text ${"AB"[at]}` : "Text"}
            rows={2}
            limit={maxProactiveCharacters}
            value={said[language] ?? ""}
            onChange={(typed) => change(id, typed)}
            error={at === 0 ? error : undefined}
            hint={figuresOf(id) || undefined}
            aside={
              isTest && (
                <IconButton
                  label={`Remove text ${"AB"[at]}`}
                  size="small"
                  onClick={() => onChange(texts.filter((one) => one.id !== id))}
                >
                  <X size={15} aria-hidden />
                </IconButton>
              )
            }
          />
        </div>
      ))}
      <div className={tools}>
        <Select
          label="Language"
          value={language}
          options={chatLanguages.map((one) => ({
            value: one,
            label: isWritten(one) ? languageNames[one] : `${languageNames[one]} (not written)`,
          }))}
          onChange={(value) => onLanguage(value as ChatLanguage)} // a value of the options
        />
        {isTest ? (
          <p>Each visitor sees one of the two texts.</p>
        ) : (
          <Button
            icon={<Plus size={15} aria-hidden />}
            onClick={() => onChange([...texts, { id: newClientId(), texts: {} }])}
          >
            Test a second text
          </Button>
        )}
      </div>
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 14px;
  min-width: 0;
`;
const row = css`
  min-width: 0;
  & textarea {
    min-height: 64px;
  }
`;
const tools = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: 10px 14px;
  & > :first-child {
    flex: 0 1 220px;
  }
  & > p {
    align-self: center;
    padding-top: 20px;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
`;
