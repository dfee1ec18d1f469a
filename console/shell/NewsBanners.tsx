import type { ReactNode } from "react";
import { KeyBanner } from "./KeyBanner.tsx";
import { PlanBanner } from "./PlanBanner.tsx";
import { VersionBanner } from "./VersionBanner.tsx";

/** What is seldom to be told over every screen. It loads when the screen is there already. */
export function NewsBanners(): ReactNode {
  return (
    <>
      <VersionBanner />
      <PlanBanner />
      <KeyBanner />
    </>
  );
}
