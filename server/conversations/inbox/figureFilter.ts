import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import type { ThreadFigure } from "../../../shared/domain/figureState.ts";
import { goodScore } from "../../../shared/domain/resolution.ts";

const begunByVisitor = sql`"threads"."nextPosition" > 0 and "threads"."begunByTeam" = 0`;
const hasReturned = sql`coalesce("threads"."returnedAt" >= "threads"."lastActivityAt", false)`;
const isEscalated = sql`"threads"."resolution" in ('escalated', 'procedure')`;
const isStillTeams = sql`"threads"."handledBy" = 'human' and "threads"."status" <> 'resolved'`;

/** The same as `listFigures` of shared/domain/figureState.ts, asked of the rows. `score` is how a visitor rated one. */
export function countsIn(figure: ThreadFigure, score: RawBuilder<number | null>): RawBuilder<SqlBool> {
  const condition = conditionOf(figure, score);
  // What is not known is no, also where a filter asks for those that are not.
  return sql<SqlBool>`(case when ${condition} then 1 else 0 end) = 1`;
}

function conditionOf(figure: ThreadFigure, score: RawBuilder<number | null>): RawBuilder<unknown> {
  const visitors = (what: RawBuilder<unknown>) => sql`${begunByVisitor} and (${what})`;
  switch (figure) {
    case "conversations":
      return begunByVisitor;
    case "teamConversations":
      return sql`"threads"."nextPosition" > 0 and "threads"."begunByTeam" = 1`;
    case "involved":
      return visitors(sql`"threads"."firstAnswerAt" is not null`);
    case "confirmed":
      return visitors(sql`"threads"."resolution" = 'confirmed'`);
    case "assumed":
      return visitors(sql`"threads"."resolution" = 'assumed' and not ${hasReturned}`);
    case "handedOver":
      return visitors(sql`${isEscalated} and ("threads"."firstReplyAt" is not null or (${isStillTeams}))`);
    case "abandoned":
      return visitors(sql`${isEscalated} and "threads"."firstReplyAt" is null and not (${isStillTeams})`);
    case "unresolved":
      return visitors(
        sql`"threads"."resolution" is null or "threads"."resolution" = 'negative' or ("threads"."resolution" = 'assumed' and ${hasReturned})`,
      );
    case "open":
      return visitors(sql`"threads"."status" = 'open' and "threads"."resolution" is null`);
    case "returned":
      return visitors(hasReturned);
    case "handoffs":
      return visitors(sql`"threads"."hadPerson" = 1`);
    case "ratings":
      return sql`"threads"."nextPosition" > 0 and "threads"."rating" is not null`;
    case "satisfied":
      return sql`"threads"."nextPosition" > 0 and "threads"."rating" is not null and ${score} >= ${sql.lit(goodScore)}`;
    default:
      return figure satisfies never;
  }
}
