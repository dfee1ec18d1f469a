import type { ReactNode } from "react";
import { Paperclip } from "lucide-react";
import { css } from "../../../../shared/ui/style/css.ts";

/** The names of files that go along, where they can't be opened yet. */
export function FileNames({ files }: { files: readonly { id: string; name: string }[] }): ReactNode {
  return (
    <ul className={list} aria-label="Files">
      {files.map(({ id, name }) => (
        <li key={id}>
          <Paperclip size={13} aria-hidden />
          <span dir="auto">{name}</span>
        </li>
      ))}
    </ul>
  );
}

const list = css`
  display: flex;
  flex-wrap: wrap;
  gap: 2px 10px;
  margin: 0;
  padding: 0;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  list-style: none;
  & > li {
    display: flex;
    gap: 4px;
    min-width: 0;
  }
  & svg {
    flex: none;
    margin-top: 4px;
  }
  & span {
    overflow-wrap: anywhere;
  }
`;
