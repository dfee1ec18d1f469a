import type { ReactNode } from "react";
import { MessageCircle } from "lucide-react";
import { deriveAccent } from "../../../shared/ui/style/accent.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { toAddress } from "../../../shared/client/basePath.ts";

interface LinkPictureProps {
  title: string;
  description: string;
  slug: string;
  image: string | null;
  icon: string | null;
  primary: string;
}

/** What a browser's tab and a shared link make of the page. */
export function LinkPicture({ title, description, slug, image, icon, primary }: LinkPictureProps): ReactNode {
  const accent = deriveAccent(primary, "light");
  const colors = { background: accent?.accent, color: accent?.["on-accent"] };
  return (
    <Card title="Link preview">
      <div className={frame} role="img" aria-label={`A shared link: ${title}. ${description}`}>
        <div className={tab}>
          {icon ? (
            <img src={icon} alt="" />
          ) : (
            <i style={colors}>
              <MessageCircle size={11} aria-hidden />
            </i>
          )}
          <span>{title || "Title"}</span>
        </div>
        <div className={share}>
          {image ? (
            <img src={image} alt="" />
          ) : (
            <span style={colors}>
              <MessageCircle size={36} aria-hidden />
            </span>
          )}
          <div>
            <small>
              {location.host}
              {toAddress(`/p/${slug}`)}
            </small>
            <strong>{title || "Title"}</strong>
            {description && <p>{description}</p>}
          </div>
        </div>
      </div>
    </Card>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
  min-width: 0;
`;
const tab = css`
  display: flex;
  align-items: center;
  gap: 8px;
  width: fit-content;
  max-width: min(240px, 100%);
  padding: 8px 14px;
  border: 1px solid var(--ph-line);
  border-bottom: 0;
  border-radius: 10px 10px 0 0;
  background: var(--ph-sunken);
  font-size: var(--ph-text-s);
  & > img,
  & > i {
    display: grid;
    place-items: center;
    flex: none;
    width: 18px;
    height: 18px;
    border-radius: 4px;
    object-fit: cover;
  }
  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
const share = css`
  overflow: hidden;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  & > img,
  & > span {
    display: grid;
    place-items: center;
    width: 100%;
    aspect-ratio: 1200 / 630;
    object-fit: cover;
  }
  & > div {
    display: grid;
    gap: 2px;
    padding: 12px 14px;
    background: var(--ph-sunken);
    overflow-wrap: anywhere;
  }
  & small {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
  & strong {
    font-weight: 600;
  }
  & p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
