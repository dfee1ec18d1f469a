import { useEffect } from "react";
import type { ReactNode } from "react";
import { css } from "../../../shared/ui/style/css.ts";
import { forgetPageCheck, pageCheck } from "../../state/surfaces/pageCheck.ts";
import { deleteWidget } from "../../state/surfaces/surface.ts";
import { DeleteSurfaceCard } from "./DeleteSurfaceCard.tsx";
import { PageCheckCard } from "./PageCheckCard.tsx";
import { RecipeCard } from "./RecipeCard.tsx";
import { SnippetCard } from "./SnippetCard.tsx";
import { SwitchCard } from "./SwitchCard.tsx";
import { ToolsCard } from "./ToolsCard.tsx";
import type { DeployTabProps } from "./deployTab.ts";
import { readServerAddress } from "../../../shared/client/basePath.ts";

/** The lines to paste, whether a page has loaded them, and what is wrong with one that should have. */
export default function Install({ agent, place, surface, isReadOnly }: DeployTabProps): ReactNode {
  const { agentId } = place;
  useEffect(() => {
    if (pageCheck.data && pageCheck.data.agentId !== agentId) forgetPageCheck();
  }, [agentId]);
  const source = { host: readServerAddress(), token: surface.token };
  return (
    <div className={columns}>
      <div>
        <SwitchCard place={place} surface={surface} isReadOnly={isReadOnly} />
        <SnippetCard source={source} name={agent.name} place={place} />
        <RecipeCard source={source} />
        <ToolsCard place={place} />
        {!isReadOnly && (
          <DeleteSurfaceCard
            name="chat widget"
            subtitle="Removes the chat from every site. The snippet stops working."
            onDelete={() => deleteWidget(place)}
          >
            Sites with its snippet show nothing, and open chats there end. Conversations stay in the inbox.
            Its look and domains are reset, and it gets a new snippet. Visitor identity settings stay.
          </DeleteSurfaceCard>
        )}
      </div>
      <div>
        <PageCheckCard place={place} surface={surface} isReadOnly={isReadOnly} />
      </div>
    </div>
  );
}

const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr);
  align-items: start;
  gap: 16px 24px;
  & > div {
    display: grid;
    gap: 16px;
    min-width: 0;
  }
  @media (max-width: 1180px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
