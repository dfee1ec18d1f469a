import type { ReactNode } from "react";
import { FlaskConical } from "lucide-react";
import { Link } from "wouter";
import { buttonClass } from "../../../shared/ui/Button.tsx";
import { mayDo } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { testsLink } from "./links.ts";

/** The way to an agent's tests, for those who may see them. */
export function TestsLink({ place }: { place: AgentPlace }): ReactNode {
  if (!mayDo("evaluation.read")) return null;
  return (
    <Link href={testsLink(place)} className={buttonClass("secondary")}>
      <FlaskConical size={16} aria-hidden />
      Tests
    </Link>
  );
}
