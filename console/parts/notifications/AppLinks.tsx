import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Smartphone } from "lucide-react";
import { standalonePath } from "../../../shared/domain/standalone.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { agents } from "../../state/agents/agents.ts";
import { toAddress } from "../../../shared/client/basePath.ts";

/** The most agents that are named; their inboxes lead on to the others. */
const mostNamed = 5;

/** The ways to the inbox as an app, where people look for what reaches them on a phone. */
export function AppLinks({ orgId }: { orgId: string }): ReactNode {
  const { items } = useSnapshot(agents);
  if (items.length === 0) return null;
  return (
    <section className={frame} aria-label="The inbox as an app">
      <h3>The inbox as an app</h3>
      <p>
        Open the inbox of an AI Agent and choose Install in its menu. On iPhone and iPad, notifications need
        this.
      </p>
      <ul>
        {items.slice(0, mostNamed).map(({ id, name }) => (
          <li key={id}>
            <a href={toAddress(standalonePath({ orgId, agentId: id }))}>
              <Smartphone size={15} aria-hidden />
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const frame = css`
  display: grid;
  gap: 6px;
  & > h3 {
    font-size: var(--ph-text-m);
    font-weight: 600;
  }
  & > p {
    color: var(--ph-text-2);
  }
  & > ul {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & a {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: 28px;
    overflow-wrap: anywhere;
  }
`;
