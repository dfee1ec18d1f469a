import { Suspense } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { DraftWay } from "./DraftWay.tsx";
import type { Drafting } from "../../../parts/generate/useDrafting.ts";
import { WayCards } from "./WayCards.tsx";
import { readWay } from "./ways.ts";
import { TemplateGallery } from "./later.ts";

interface BeginStepProps {
  orgId: string;
  drafting: Drafting;
  onByHand: () => void;
}

/** The first step: how to begin. Everything can also be typed by hand, and an agent can come from a file. */
export function BeginStep({ orgId, drafting, onByHand }: BeginStepProps): ReactNode {
  const query = useQuery();
  const way = readWay(query.read("way"));
  // A previewed template has the page to itself.
  const isTemplateOpen = way === "template" && query.read("template") !== "";
  return (
    <div className={frame}>
      {!isTemplateOpen && (
        <WayCards
          value={way}
          onChange={(chosen) => {
            drafting.clear();
            query.set({ way: chosen }, { replace: way !== null });
          }}
        />
      )}
      {(way === "describe" || way === "website") && (
        <DraftWay key={way} way={way} orgId={orgId} drafting={drafting} onByHand={onByHand} />
      )}
      {way === "template" && (
        <Suspense fallback={<Skeleton height="420px" />}>
          <TemplateGallery orgId={orgId} />
        </Suspense>
      )}
      {way === null && (
        <p className={others}>
          <Button kind="quiet" size="small" onClick={onByHand}>
            Fill it in by hand
          </Button>
          <i aria-hidden="true" />
          <Link href={query.link({ mode: "create-using-import" })}>Import an agent’s file</Link>
        </p>
      )}
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 24px;
  min-width: 0;
`;
const others = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 4px 12px;
  font-size: var(--ph-text-s);
  & > i {
    width: 3px;
    height: 3px;
    border-radius: 50%;
    background: var(--ph-line-strong);
  }
  @media (max-width: 480px) {
    & > i {
      display: none;
    }
  }
  & > a {
    display: inline-flex;
    align-items: center;
    min-height: 32px;
    padding: 4px 12px;
    border-radius: var(--ph-radius-s);
    font-weight: 550;
    color: var(--ph-text-2);
    text-decoration: none;
  }
  & > a:hover {
    background: var(--ph-hover);
    color: var(--ph-text);
  }
`;
