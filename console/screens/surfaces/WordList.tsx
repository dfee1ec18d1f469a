import { useEffect, useId, useState } from "react";
import type { ReactNode } from "react";
import { directionOf } from "../../../shared/domain/chatLanguages.ts";
import type { ChatLanguage } from "../../../shared/domain/chatLanguages.ts";
import { controlStyle } from "../../../shared/ui/fieldStyle.ts";
import { sayTooLong } from "../../../shared/ui/sayTooLong.ts";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { listWords, wordKeys } from "../../../shared/words/keys.ts";
import { loadLanguage } from "../../../shared/words/languages/load.ts";
import { missingSigns } from "./missingSigns.ts";

interface WordListProps {
  language: ChatLanguage;
  replaced: Record<string, string>;
  onChange: (replaced: Record<string, string>) => void;
}

interface Row {
  key: string;
  english: string;
  own: string;
}

/** All words of the chat in one language, to be searched and replaced one by one. */
export function WordList({ language, replaced, onChange }: WordListProps): ReactNode {
  const [search, setSearch] = useState("");
  const rows = useRows(language);
  const wanted = search.trim().toLowerCase();
  const shown = rows.filter((row) =>
    [row.key, row.english, row.own, replaced[row.key] ?? ""].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
  const set = (key: string, text: string) => {
    const { [key]: _, ...others } = replaced;
    onChange(text ? { ...others, [key]: text } : others);
  };
  return (
    <>
      <TextField
        label="Find words"
        type="search"
        placeholder="person, retry, thanks…"
        value={search}
        onChange={setSearch}
      />
      <p className={count} role="status">
        {shown.length} of {rows.length}
      </p>
      {shown.length === 0 ? (
        <p className={count}>No texts found.</p>
      ) : (
        <ul className={list} tabIndex={-1} aria-label="Words">
          {shown.map((row) => (
            <WordRow
              key={row.key}
              row={row}
              dir={directionOf(language)}
              value={replaced[row.key] ?? ""}
              onChange={(text) => set(row.key, text)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

interface WordRowProps {
  row: Row;
  dir: "ltr" | "rtl";
  value: string;
  onChange: (text: string) => void;
}

function WordRow({ row, dir, value, onChange }: WordRowProps): ReactNode {
  const id = useId();
  const missing = missingSigns(row.own, value);
  const tooLong = sayTooLong(value, 300);
  const problem =
    tooLong ?? (missing.length > 0 && `Without ${missing.join(" and ")} visitors don’t see this text.`);
  return (
    <li>
      <label htmlFor={id}>{row.english}</label>
      <code>{row.key}</code>
      <input
        id={id}
        className={controlStyle}
        dir={dir}
        aria-invalid={tooLong ? true : undefined}
        placeholder={row.own}
        value={value}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {problem && <p id={`${id}-problem`}>{problem}</p>}
    </li>
  );
}

/** English immediately, another language as soon as its file is there; its own forms of counting come with it. */
function useRows(language: ChatLanguage): Row[] {
  const [own, setOwn] = useState<typeof wordKeys | null>(null);
  useEffect(() => {
    let isCurrent = true;
    loadLanguage(language).then(
      (words) => isCurrent && words && setOwn(listWords(words)),
      // Without the file its words are not shown as examples; they can be replaced all the same.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [language]);
  const english = new Map(wordKeys.map(({ key, text }) => [key, text]));
  return (own ?? wordKeys).map(({ key, text }) => ({
    key,
    own: text,
    english: english.get(key) ?? english.get(key.replace(/\.\w+$/, ".other")) ?? key,
  }));
}

const count = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-3);
`;
const list = css`
  display: grid;
  gap: 14px;
  max-height: 440px;
  margin: 0;
  padding: 14px;
  overflow-y: auto;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-s);
  background: var(--ph-sunken);
  list-style: none;
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: baseline;
    gap: 4px 12px;
  }
  & label {
    font-size: var(--ph-text-s);
    font-weight: 500;
  }
  & code {
    font: var(--ph-text-xs) / 1.4 var(--ph-mono);
    color: var(--ph-text-3);
  }
  & input,
  & p {
    grid-column: 1 / -1;
  }
  & p {
    font-size: var(--ph-text-s);
    color: var(--ph-warning-text);
  }
`;
