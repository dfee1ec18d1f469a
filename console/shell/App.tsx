import { Suspense } from "react";
import type { ReactNode } from "react";
import { Route, Router, matchRoute, useRouter } from "wouter";
import { useSearch } from "wouter/use-browser-location";
import type { ConsoleRoute } from "../guards/route.ts";
import { lazy } from "../parts/lazy.ts";
import { useGuardedLocation } from "../parts/useGuardedLocation.ts";
import { ConsoleFrame } from "./ConsoleFrame.tsx";
import { BareFrame } from "./BareFrame.tsx";
import { FullScreenLoader } from "./FullScreenLoader.tsx";
import { FallbackBoundary } from "../parts/FallbackBoundary.tsx";
import { GuardedPage } from "./GuardedPage.tsx";
import { LeaveGate } from "./LeaveGate.tsx";
import { PageTitle } from "./PageTitle.tsx";
import { ScreenLoader } from "./ScreenLoader.tsx";
import { TabGate } from "./TabGate.tsx";
import { TabsOfMember } from "./TabsOfMember.tsx";
import { UndoGate } from "./UndoGate.tsx";
import { UpgradeGate } from "./UpgradeGate.tsx";
import { Toasts } from "../../shared/ui/Toasts.tsx";
import { toAddress } from "../../shared/client/basePath.ts";

const frames = {
  bare: BareFrame,
  console: ConsoleFrame,
  standalone: lazy(() => import("./standalone/StandaloneFrame.tsx")),
};

/** The whole console: the list of routes becomes guards, frames, menus and screens. */
export function App({ routes }: { routes: readonly ConsoleRoute[] }): ReactNode {
  return (
    <Router hook={useGuardedLocation} hrefs={toAddress}>
      <CurrentPage routes={routes} />
      <LeaveGate />
      <UpgradeGate />
      <UndoGate />
      <Toasts />
    </Router>
  );
}

function CurrentPage({ routes }: { routes: readonly ConsoleRoute[] }): ReactNode {
  const { parser } = useRouter();
  const [path] = useGuardedLocation();
  const search = useSearch();
  const route = routes.find((one) => matchRoute(parser, one.path, path)[0]);
  if (!route) throw new Error("The list of routes ends in one that takes every path.");

  const Frame = frames[route.frame];
  const Screen = route.screen;
  return (
    <FallbackBoundary resetOn={path}>
      <GuardedPage guards={route.guards} path={path} search={search}>
        <PageTitle route={route} path={path} />
        <TabsOfMember routes={routes}>
          <Suspense fallback={<FullScreenLoader />}>
            <Frame routes={routes} path={path}>
              <FallbackBoundary resetOn={path}>
                <TabGate route={route}>
                  <Suspense fallback={<ScreenLoader />}>
                    <Route path={route.path}>
                      <Screen />
                    </Route>
                  </Suspense>
                </TabGate>
              </FallbackBoundary>
            </Frame>
          </Suspense>
        </TabsOfMember>
      </GuardedPage>
    </FallbackBoundary>
  );
}
