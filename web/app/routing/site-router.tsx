import type { ReactNode } from "react";
import { startTransition, useLayoutEffect, useState } from "react";
import { Router } from "react-router";
import type { SiteHistory } from "./site-history.ts";

/** Follows the address bar. A page that is not ready yet leaves the one before it on the screen. */
export function SiteRouter({ history, children }: { history: SiteHistory; children: ReactNode }) {
  const [place, setPlace] = useState({ action: history.action, location: history.location });
  useLayoutEffect(
    () => history.listen(({ action, location }) => startTransition(() => setPlace({ action, location }))),
    [history],
  );
  return (
    <Router location={place.location} navigationType={place.action} navigator={history}>
      {children}
    </Router>
  );
}
