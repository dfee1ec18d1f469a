import type { LucideIcon } from "lucide-react";
import {
  Anchor,
  Bird,
  BookOpen,
  Bot,
  Compass,
  GraduationCap,
  Headset,
  HeartHandshake,
  House,
  Leaf,
  LifeBuoy,
  MessageCircle,
  Plane,
  Rocket,
  Scale,
  ShoppingBag,
  Sparkles,
  Stethoscope,
  Utensils,
  Wrench,
} from "lucide-react";

/** The icon of an agent whose own can't be shown ("falls back to a default icon", specification 3). */
export const defaultAgentIcon = "compass";

/** The bundled icons by the name that a configuration keeps. */
export const agentIcons = new Map<string, LucideIcon>([
  [defaultAgentIcon, Compass],
  ["bot", Bot],
  ["sparkles", Sparkles],
  ["message-circle", MessageCircle],
  ["headset", Headset],
  ["life-buoy", LifeBuoy],
  ["heart-handshake", HeartHandshake],
  ["shopping-bag", ShoppingBag],
  ["book-open", BookOpen],
  ["graduation-cap", GraduationCap],
  ["wrench", Wrench],
  ["rocket", Rocket],
  ["anchor", Anchor],
  ["plane", Plane],
  ["house", House],
  ["utensils", Utensils],
  ["stethoscope", Stethoscope],
  ["scale", Scale],
  ["leaf", Leaf],
  ["bird", Bird],
]);

/** The bundled icon of that name, or the default one. */
export function findAgentIcon(name: string): LucideIcon {
  return agentIcons.get(name) ?? Compass;
}
