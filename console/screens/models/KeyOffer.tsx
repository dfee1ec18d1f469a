import { useState } from "react";
import type { ReactNode } from "react";
import { ChevronRight } from "lucide-react";
import { css } from "../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import type { KeyModelsProps } from "./KeyModels.tsx";
import { KeyModels } from "./KeyModels.tsx";

interface KeyOfferProps extends KeyModelsProps {
  /** The key's. */
  name: string;
}

/** The models of a key, behind a line: its provider is asked when somebody opens it. */
export function KeyOffer({ name, ...props }: KeyOfferProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={frame} open={isOpen}>
      <summary
        onClick={(event) => {
          // The browser would open it by itself, before there is anything in it.
          event.preventDefault();
          setIsOpen(!isOpen);
        }}
      >
        <ChevronRight size={16} aria-hidden />
        Models <span className={visuallyHidden}>of {name}</span>
      </summary>
      {isOpen && <KeyModels {...props} />}
    </details>
  );
}

const frame = css`
  & > summary {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-height: 28px;
    margin-inline-start: -4px;
    padding-inline-end: 6px;
    border-radius: var(--ph-radius-s);
    list-style: none;
    font-size: var(--ph-text-s);
    font-weight: 550;
    color: var(--ph-text-2);
    cursor: pointer;
  }
  & > summary::-webkit-details-marker {
    display: none;
  }
  & > summary:hover {
    color: var(--ph-text);
  }
  & > summary > svg {
    transition: rotate var(--ph-fast);
  }
  &[open] > summary {
    margin-bottom: 6px;
  }
  &[open] > summary > svg {
    rotate: 90deg;
  }
  @media (pointer: coarse) {
    & > summary {
      min-height: 44px;
    }
  }
`;
