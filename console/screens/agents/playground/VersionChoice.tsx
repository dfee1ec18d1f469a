import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { playground } from "../../../state/playground/playground.ts";
import type { Version } from "../../../state/playground/turn.ts";

/** The draft or what is public; both answer with the knowledge as it is now. */
export function VersionChoice({ agent }: { agent: Snapshot<Agent> }): ReactNode {
  const { version } = useSnapshot(playground);
  const choices: [Version, string][] = [
    ["draft", "Draft"],
    ["published", `Version ${agent.publishedVersion}`],
  ];
  return (
    <div role="group" aria-label="What is asked" className={frame}>
      {choices.map(([value, label]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === version}
          onClick={() => (playground.version = value)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

const frame = css`
  display: flex;
  min-height: var(--ph-control);
  padding: 3px;
  border: 1px solid var(--ph-line-2);
  border-radius: var(--ph-radius-s);
  & > button {
    padding: 4px 12px;
    border: 0;
    border-radius: calc(var(--ph-radius-s) - 2px);
    background: none;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    font-weight: 550;
    white-space: nowrap;
    cursor: pointer;
  }
  & > button:hover {
    color: var(--ph-text);
  }
  & > button[aria-pressed="true"] {
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
  }
  @media (pointer: coarse) {
    & > button {
      min-height: 44px;
    }
  }
`;
