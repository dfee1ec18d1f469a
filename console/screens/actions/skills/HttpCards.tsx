import type { ReactNode } from "react";
import { RequestCard } from "./RequestCard.tsx";
import type { RequestCardProps } from "./RequestCard.tsx";
import { ResponseCard } from "./ResponseCard.tsx";
import type { ResponseCardProps } from "./ResponseCard.tsx";

/** What a request has of its own: what is sent, and what the agent sees of the response. */
export function HttpCards(props: RequestCardProps & ResponseCardProps): ReactNode {
  const { place, saved, hasResponse, onPreview, picked, ...section } = props;
  return (
    <>
      <RequestCard {...section} place={place} saved={saved} />
      <ResponseCard {...section} hasResponse={hasResponse} onPreview={onPreview} picked={picked} />
    </>
  );
}
