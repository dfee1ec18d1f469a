import { useId } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { VersionDetail } from "../../../../shared/contract/agents/versions.ts";
import { flatten } from "../../../../shared/domain/versions/flatten.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { describeCount } from "../../../parts/describeNumber.ts";
import { areaNames, groupByArea } from "../../../parts/publish/areaNames.ts";

/** All that a version holds, field by field in the words of the screens; what is empty is left out. */
export function VersionContent({ version }: { version: Snapshot<VersionDetail> }): ReactNode {
  const id = useId();
  const { configuration, look, sources } = version;
  const fields = [
    ...flatten(configuration, []).values(),
    ...(look ? flatten(look, ["look"]).values() : []),
    ...(sources ?? []).map(({ name, pages, characters }) => ({
      area: "sources" as const,
      label: name,
      text: `${describeCount(pages, "page")}, ${describeCount(characters, "character")}`,
    })),
  ].filter(({ text }) => text !== "");
  return (
    <div className={frame}>
      {groupByArea(fields).map(([area, shown]) => (
        <section key={area} aria-labelledby={`${id}${area}`}>
          <h2 id={`${id}${area}`}>{areaNames[area]}</h2>
          <dl>
            {shown.map(({ label, text }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 24px;
  & h2 {
    margin: 0 0 8px;
    font-size: var(--ph-text-m);
    font-weight: 600;
  }
  & dl {
    margin: 0;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius);
    background: var(--ph-surface);
  }
  & dl > div {
    display: grid;
    grid-template-columns: minmax(120px, 240px) minmax(0, 1fr);
    gap: 4px 20px;
    padding: 9px 16px;
    font-size: var(--ph-text-s);
  }
  & dl > div + div {
    border-top: 1px solid var(--ph-line);
  }
  & dt {
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & dd {
    margin: 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  @media (max-width: 600px) {
    & dl > div {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
