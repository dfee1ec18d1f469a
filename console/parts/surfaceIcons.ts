import type { ComponentType } from "react";
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
import type { otherSurfaceNames } from "./surfaceNames.ts";

interface IconProps {
  size?: number | string;
  strokeWidth?: number | string;
  role?: "img";
  "aria-label"?: string;
}

/** Each surface besides the chat widget; a new channel doesn't compile without its icon. */
export const surfaceIcons: Record<keyof typeof otherSurfaceNames, ComponentType<IconProps>> = {
  ...{ "hosted-web": Globe, api: Braces, import: Import },
  ...{ telegram: Send, email: Mail, whatsapp: MessageCircle, messenger: Zap, instagram: Camera },
  ...{ slack: Hash, sms: MessageSquareText, call: Phone, discord: Gamepad2 },
};
