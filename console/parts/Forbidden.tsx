import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Lock } from "lucide-react";
import type { Action, Role } from "../../shared/domain/access.ts";
import { access } from "../../shared/domain/access.ts";
import { mayDo } from "../state/accounts/organization.ts";
import { NoticePage } from "./NoticePage.tsx";
import { roleNames } from "./roleNames.ts";

const alternatives = new Intl.ListFormat("en", { type: "disjunction" });

interface ForbiddenProps {
  needs: Action;
  /** Who may, where the list of routes says it; else who may do what is needed. */
  users?: readonly Role[];
}

/** Says which roles may do what is not allowed here, and whom to ask for one of them. */
export function Forbidden({ needs, users = access[needs] }: ForbiddenProps): ReactNode {
  const managers = useManagers();
  const roles = users.map((role) => roleNames[role]);
  const whom = managers.length > 0 ? alternatives.format(managers) : "an owner of your organization";
  return (
    <NoticePage
      heading="Not allowed"
      title="Your role doesn’t have access"
      icon={<Lock size={20} aria-hidden />}
    >
      You need {alternatives.format(roles)}. Ask: {whom}.
    </NoticePage>
  );
}

/** The names of who may change roles; nobody's, where the team may not be read either. */
function useManagers(): string[] {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    if (!mayDo("team.read")) return;
    let isCurrent = true;
    // Loaded when somebody is refused, which is seldom. Without an answer the sentence names no names.
    import("../state/accounts/team.ts")
      .then(({ findManagers }) => findManagers())
      .then((found) => isCurrent && setNames(found))
      .catch((thrown: unknown) => console.warn(thrown));
    return () => {
      isCurrent = false;
    };
  }, []);
  return names;
}
