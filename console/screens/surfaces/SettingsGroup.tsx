import type { ReactNode } from "react";
import { ChevronDown } from "lucide-react";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { css } from "../../../shared/ui/style/css.ts";

interface SettingsGroupProps {
  id: string;
  title: string;
  /** What it is set to now, in a few words, for when it is closed. */
  summary: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  /** Something in it is not saved yet. */
  isChanged: boolean;
  /** The server refused something in it. */
  isWrong: boolean;
  /** Drawn while it is open. */
  children: () => ReactNode;
}

/** A card of settings that belong together; closed it says what they are. */
export function SettingsGroup(props: SettingsGroupProps): ReactNode {
  const { id, title, summary, isOpen, onToggle, isChanged, isWrong, children } = props;
  return (
    <section id={id} className={frame}>
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-body`}
          onClick={() => onToggle(!isOpen)}
        >
          <span>
            <strong>{title}</strong>
            {!isOpen && <small>{summary}</small>}
          </span>
          {isWrong && <Badge tone="danger">Check</Badge>}
          {isChanged && !isWrong && <Badge tone="accent">Changed</Badge>}
          <ChevronDown size={18} aria-hidden />
        </button>
      </h2>
      <div id={`${id}-body`} hidden={!isOpen}>
        {isOpen && children()}
      </div>
    </section>
  );
}

const frame = css`
  min-width: 0;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  scroll-margin-top: 80px;
  & > h2 {
    font-size: 0.9375rem;
    line-height: 1.4;
  }
  & > h2 > button {
    display: flex;
    align-items: center;
    gap: 12px;
    width: 100%;
    min-height: 52px;
    padding: 10px 16px 10px 24px;
    border: 0;
    border-radius: var(--ph-radius);
    background: none;
    text-align: start;
    cursor: pointer;
  }
  & > h2 > button:hover {
    background: var(--ph-hover);
  }
  & > h2 span:first-child {
    flex: 1;
    min-width: 0;
  }
  & strong {
    font-weight: 600;
  }
  & small {
    display: block;
    overflow: hidden;
    font-size: var(--ph-text-s);
    font-weight: 400;
    color: var(--ph-text-2);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > h2 svg {
    flex: none;
    color: var(--ph-text-3);
    transition: rotate var(--ph-fast);
  }
  & > h2 > button[aria-expanded="true"] > svg {
    rotate: 180deg;
  }
  & > div {
    display: grid;
    gap: 20px;
    min-width: 0;
    padding: 8px 24px 24px;
  }
  @media (max-width: 480px) {
    & > h2 > button {
      padding-inline: 16px 12px;
    }
    & > div {
      padding: 4px 16px 16px;
    }
  }
`;
