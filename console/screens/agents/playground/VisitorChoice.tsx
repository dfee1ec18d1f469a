import { Suspense, useId, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { UserRound } from "lucide-react";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { Toggle } from "../../../../shared/ui/Toggle.tsx";
import type { ToggleProps } from "../../../../shared/ui/Toggle.tsx";
import { mayDo } from "../../../state/accounts/organization.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { playground } from "../../../state/playground/playground.ts";
import { describeVisitor } from "./describe.ts";
import { SourceChoice } from "./later.ts";

const longestAddress = 2000;

/** Who asks, from which page, and what is looked into: what an answer can depend on besides its question. */
export function VisitorChoice({ place }: { place: AgentPlace }): ReactNode {
  const { visitor } = useSnapshot(playground);
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const said = describeVisitor(visitor);
  return (
    <>
      <Button
        kind="quiet"
        icon={<UserRound size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={name}>
          {said === null ? "Any visitor" : `Visitor: ${said}`}
          {visitor.source && ` · ${visitor.source.name} only`}
        </span>
      </Button>
      <div id={panelId} className={panel} hidden={!isOpen}>
        <TextField
          label="Page they are on"
          hint="For guidance rules. Empty: no page."
          type="url"
          placeholder="https://www.example.com/pricing"
          limit={longestAddress}
          value={visitor.pageUrl}
          onChange={(pageUrl) => (playground.visitor.pageUrl = pageUrl)}
        />
        {isOpen && mayDo("knowledge.read") && (
          <Suspense fallback={null}>
            <SourceChoice place={place} />
          </Suspense>
        )}
        {facts.map(({ name, label }) => (
          <Fact
            key={name}
            label={label}
            isOn={visitor[name]}
            onChange={(is) => (playground.visitor[name] = is)}
          />
        ))}
      </div>
    </>
  );
}

/** Rules of guidance ask for a signed visitor, data sources for any of these. */
const facts = [
  { name: "isVerified", label: "Signed in by your site" },
  { name: "isIdentified", label: "Left an e-mail address" },
  { name: "isTeam", label: "Member of your team" },
] as const;

function Fact({ label, ...toggle }: Pick<ToggleProps, "isOn" | "onChange"> & { label: string }): ReactNode {
  const labelId = useId();
  return (
    <div>
      <Toggle labelledBy={labelId} {...toggle} />
      <span id={labelId}>{label}</span>
    </div>
  );
}

const name = css`
  max-width: 260px;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;
const panel = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  order: 1;
  flex: 1 0 100%;
  max-width: 640px;
  padding: 12px 14px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-s);
  &[hidden] {
    display: none;
  }
  & > div:has(> [role="switch"]) {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 24px;
  }
`;
