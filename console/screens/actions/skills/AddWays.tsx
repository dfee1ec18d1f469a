import type { ReactNode } from "react";
import { Link } from "wouter";
import { ClipboardList, FileJson, PencilLine, SquareTerminal } from "lucide-react";
import { css } from "../../../../shared/ui/style/css.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { skillPath } from "./paths.ts";

const ways = [
  {
    from: "curl",
    icon: SquareTerminal,
    title: "From a curl command",
    hint: "Paste a request that works.",
  },
  {
    from: "openapi",
    icon: FileJson,
    title: "From an OpenAPI document",
    hint: "Choose from its operations.",
  },
  { from: "request", icon: PencilLine, title: "Request by hand", hint: "Method, address and inputs." },
  { from: "form", icon: ClipboardList, title: "Form for visitors", hint: "Ask for details and keep them." },
];

/** The ways to add a skill, each a link. */
export function AddWays({ place }: { place: AgentPlace }): ReactNode {
  return (
    <ul className={list} aria-label="Ways to add an action">
      {ways.map(({ from, icon: Icon, title, hint }) => (
        <li key={from}>
          <Link href={`${skillPath(place, "new")}?from=${from}`}>
            <Icon size={20} aria-hidden />
            <span>
              <strong>{title}</strong>
              <small>{hint}</small>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const list = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 230px), 1fr));
  gap: 12px;
  margin: 0;
  padding: 0;
  list-style: none;
  & a {
    display: flex;
    gap: 12px;
    height: 100%;
    padding: 14px 16px;
    border: 1px solid var(--ph-line-2);
    border-radius: var(--ph-radius);
    background: var(--ph-surface);
    color: var(--ph-text);
    text-decoration: none;
  }
  & a:hover {
    border-color: var(--ph-line-strong);
    background: var(--ph-hover);
  }
  & svg {
    flex: none;
    color: var(--ph-accent-text);
  }
  & span {
    display: grid;
    align-content: start;
    gap: 2px;
    text-align: start;
  }
  & strong {
    font-weight: 600;
  }
  & small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
`;
