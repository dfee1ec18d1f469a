import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { readChoices } from "../../../../shared/domain/choiceFilter.ts";
import { findMeasure } from "../../../../shared/domain/measures.ts";
import { describeCount } from "../../../parts/describeNumber.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { threads } from "../../../state/conversations/threads/threads.ts";
import { lineOfFilter } from "./lineOfFilter.ts";

/** Says that the list has the conversations behind a figure, and how many they are, with the way back to all. */
export function OfFigure(): ReactNode {
  const query = useQuery();
  const total = useSnapshot(threads).data?.total;
  const { isNot, values } = readChoices(query.read("figure"));
  const titles = values.flatMap((name) => findMeasure(name)?.title ?? []);
  if (titles.length === 0) return null;
  return (
    <p className={lineOfFilter} role="status">
      <span>
        {total !== undefined && `${describeCount(total, "conversation")}: `}
        {isNot ? "not " : ""}
        <b>{titles.join(isNot ? " nor " : " or ")}</b>
      </span>
      <Link href={query.link({ figure: null, begunSince: null, begunBefore: null })}>
        Show all conversations
      </Link>
    </p>
  );
}
