import type { ComponentType, ReactNode } from "react";
import {
  Braces,
  Camera,
  Gamepad2,
  Globe,
  Hash,
  Import,
  Mail,
  MessageCircle,
  MessageSquareText,
  Phone,
  Send,
  Zap,
} from "lucide-react";
import { css } from "../../../../shared/ui/style/css.ts";
import { otherSurfaceNames } from "../../../parts/surfaceNames.ts";

type OtherSurface = keyof typeof otherSurfaceNames;
interface IconProps {
  size?: number | string;
  role?: "img";
  "aria-label"?: string;
}

/** Each surface besides the chat widget; a new channel doesn't compile without its icon. */
const icons: Record<OtherSurface, ComponentType<IconProps>> = {
  ...{ "hosted-web": Globe, api: Braces, import: Import },
  ...{ telegram: Send, email: Mail, whatsapp: MessageCircle, messenger: Zap, instagram: Camera },
  ...{ slack: Hash, sms: MessageSquareText, call: Phone, discord: Gamepad2 },
};

/** Marks where a conversation takes place; nothing for the chat widget, where most do. */
export default function SurfaceMark({ surface }: { surface: string }): ReactNode {
  if (!isOther(surface)) return null;
  const Icon = icons[surface];
  const name = otherSurfaceNames[surface];
  return (
    <span className={mark} title={name}>
      <Icon size={13} role="img" aria-label={name} />
    </span>
  );
}

function isOther(surface: string): surface is OtherSurface {
  return Object.hasOwn(icons, surface);
}

const mark = css`
  display: inline-block;
  margin-inline-end: 5px;
  vertical-align: -2px;
  & > svg {
    display: block;
  }
`;
