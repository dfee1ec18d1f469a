import { useState } from "react";
import type { ReactNode } from "react";
import type { ChatLanguage } from "../../../shared/domain/chatLanguages.ts";
import { chatLanguages, languageNames } from "../../../shared/domain/chatLanguages.ts";
import { Select } from "../../../shared/ui/Select.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import type { FieldsProps } from "./fieldsProps.ts";
import { WordList } from "./WordList.tsx";

/** The language that the chat speaks, and words of one's own in each. */
export function LanguageFields({ typed, onChange, errorOf }: FieldsProps): ReactNode {
  const [shown, setShown] = useState<ChatLanguage>(typed.language === "auto" ? "en" : typed.language);
  const replaced = typed.words[shown] ?? {};
  const names = chatLanguages.map((value) => ({ value, label: languageNames[value] }));
  return (
    <>
      <Select
        label="Language of the chat"
        hint="Title, welcome and suggestions stay as you write them."
        value={typed.language}
        // The select has no other values than these.
        onChange={(value) => onChange({ language: value as typeof typed.language })}
        options={[{ value: "auto", label: "The visitor’s, if available" }, ...names]}
        error={errorOf("language")}
      />
      <div className={frame} role="group" aria-label="Words of your own">
        <h3>Words of your own</h3>
        <p>Change any text of the chat. Empty: the default.</p>
        {errorOf("words") && <p data-bad="">{errorOf("words")}</p>}
        <Select
          label="In"
          value={shown}
          onChange={(value) => setShown(value as ChatLanguage)} // as above
          options={names.map(({ value, label }) => ({ value, label: label + countIn(typed.words[value]) }))}
        />
        <WordList
          key={shown}
          language={shown}
          replaced={replaced}
          onChange={(next) => onChange({ words: withLanguage(typed.words, shown, next) })}
        />
      </div>
    </>
  );
}

/** Without a language that no longer replaces anything, so that going back is no change. */
function withLanguage(
  words: FieldsProps["typed"]["words"],
  language: ChatLanguage,
  replaced: Record<string, string>,
): FieldsProps["typed"]["words"] {
  const { [language]: _, ...rest } = words;
  const others: Record<string, Record<string, string>> = rest;
  const next: typeof others = Object.keys(replaced).length > 0 ? { ...others, [language]: replaced } : others;
  // In one order always, because what differs in order only would count as changed.
  return Object.fromEntries(chatLanguages.flatMap((one) => (next[one] ? [[one, next[one]]] : [])));
}

function countIn(replaced: Record<string, string> | undefined): string {
  const count = Object.keys(replaced ?? {}).length;
  return count > 0 ? ` (${count})` : "";
}

const frame = css`
  display: grid;
  gap: 10px;
  min-width: 0;
  & > h3 {
    font-size: var(--ph-text-m);
    font-weight: 600;
  }
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > p[data-bad] {
    color: var(--ph-danger-text);
  }
`;
