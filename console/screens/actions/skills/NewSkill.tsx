import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { useQuery } from "../../../parts/useQuery.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import type { TypedSkill } from "../../../state/skills/skills.ts";
import { AddWays } from "./AddWays.tsx";
import { ListSkeleton } from "./ListSkeleton.tsx";
import { makeBlankSkill } from "./skillDrafts.ts";
import { FromConnection, FromCurl, FromOpenapi, FromSystem } from "./newSkill.ts";
import { SkillForm } from "./SkillForm.tsx";

/** Adds a skill, in the way that the address names. */
export function NewSkill({ place }: { place: AgentPlace }): ReactNode {
  const query = useQuery();
  const [from, skillId] = [query.read("from"), query.read("skill")];
  if (from === "system")
    return (
      <Suspense fallback={<ListSkeleton />}>
        <FromSystem key={skillId} place={place} skillId={skillId} />
      </Suspense>
    );
  if (from === "connection")
    return (
      <Suspense fallback={<ListSkeleton />}>
        <FromConnection
          place={place}
          integrationId={query.read("connection")}
          operationId={query.read("operation")}
        />
      </Suspense>
    );
  return <NewFrom key={from} from={from} place={place} />;
}

function NewFrom({ from, place }: { from: string; place: AgentPlace }): ReactNode {
  const [start, setStart] = useState<TypedSkill | null>(() => beginWith(from));
  return (
    <Suspense fallback={<ListSkeleton />}>
      {start ? (
        <SkillForm place={place} skill={null} start={start} />
      ) : (
        <Way {...{ from, place, setStart }} />
      )}
    </Suspense>
  );
}

interface WayProps {
  from: string;
  place: AgentPlace;
  setStart: (skill: TypedSkill) => void;
}

function Way({ from, place, setStart }: WayProps): ReactNode {
  if (from === "curl") return <FromCurl onRead={setStart} />;
  return from === "openapi" ? <FromOpenapi place={place} /> : <AddWays place={place} />;
}

function beginWith(from: string): TypedSkill | null {
  if (from === "request") return makeBlankSkill("http");
  return from === "form" || from === "client" || from === "code" || from === "email"
    ? makeBlankSkill(from)
    : null;
}
