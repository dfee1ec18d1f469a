import type { ReactNode } from "react";
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

/** Draws a bundled icon by the name that a configuration keeps; loaded on demand because of the paths. */
export function AgentGlyph({ name }: { name: string }): ReactNode {
  const Glyph = Object.hasOwn(glyphs, name) ? glyphs[name as keyof typeof glyphs] : Compass;
  return <Glyph size="1.3em" strokeWidth={1.9} />;
}

/** The names that the console offers. */
export const glyphs = {
  compass: Compass,
  bot: Bot,
  sparkles: Sparkles,
  "message-circle": MessageCircle,
  headset: Headset,
  "life-buoy": LifeBuoy,
  "heart-handshake": HeartHandshake,
  "shopping-bag": ShoppingBag,
  "book-open": BookOpen,
  "graduation-cap": GraduationCap,
  wrench: Wrench,
  rocket: Rocket,
  anchor: Anchor,
  plane: Plane,
  house: House,
  utensils: Utensils,
  stethoscope: Stethoscope,
  scale: Scale,
  leaf: Leaf,
  bird: Bird,
};
