import type { ReactNode } from "react";
import { Lock } from "lucide-react";
import type { Action } from "../../shared/domain/access.ts";
import { access } from "../../shared/domain/access.ts";
import { NoticePage } from "./NoticePage.tsx";
import { roleNames } from "./roleNames.ts";

/** Says which roles may do what is not allowed here. */
export function Forbidden({ needs }: { needs: Action }): ReactNode {
  const roles = access[needs].map((role) => roleNames[role]);
  const names = new Intl.ListFormat("en", { type: "disjunction" }).format(roles);
  return (
    <NoticePage
      heading="Not allowed"
      title="This is not open to your role"
      icon={<Lock size={20} aria-hidden />}
    >
      You need {names}. Ask an owner of your organisation to change your role.
    </NoticePage>
  );
}
