import type { ReactNode } from "react";
import { Link } from "wouter";
import { AppWindow, Braces, ClipboardList, FileJson, Mail, PencilLine, SquareTerminal } from "lucide-react";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { linkCards } from "./linkCards.ts";
import { skillPath } from "../../../state/skills/skillPaths.ts";
import { SystemSkills } from "./SystemSkills.tsx";

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
  { from: "client", icon: AppWindow, title: "Code on your website", hint: "Runs in the visitor's page." },
  { from: "code", icon: Braces, title: "Calculation", hint: "JavaScript on this server." },
  { from: "form", icon: ClipboardList, title: "Form for visitors", hint: "Ask for details and keep them." },
  { from: "email", icon: Mail, title: "E-mail", hint: "To your team or the signed-in visitor." },
];

/** The ways to add a skill, and the ready-made ones, each a link. */
export function AddWays({ place }: { place: AgentPlace }): ReactNode {
  return (
    <>
      <ul className={linkCards} aria-label="Ways to add an action">
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
      <SystemSkills place={place} />
    </>
  );
}
