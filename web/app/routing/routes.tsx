import { use } from "react";
import { Root } from "#web/app/root.tsx";
import { Navigate, ParamsContext, useLocation } from "#web/ui/router/router.tsx";
import { Door } from "./door.tsx";
import type { PageTable } from "./page-table.tsx";
import { publicPages } from "./public-pages.ts";

/** URL -> page -> guard. An empty path leads home, an unknown one to notfound. */
export function SiteRoutes() {
  return (
    <Root>
      <PageOfAddress />
    </Root>
  );
}

function PageOfAddress() {
  const { pathname } = useLocation();
  if (pathname === "/") return <Navigate to="/home" replace />;
  const found = publicPages(pathname) ?? use(behindLogin())(pathname);
  if (!found) return <Navigate to="/notfound" replace />;
  return (
    <ParamsContext value={found.params}>
      <Door {...found.doorway} />
    </ParamsContext>
  );
}

let members: Promise<PageTable> | undefined;

/** The pages behind a login, which most visitors never open, are fetched apart from the first script. */
export function behindLogin(): Promise<PageTable> {
  members ??= import("./member-pages.ts").then(
    ({ memberPages }) => memberPages,
    (error: unknown) => {
      members = undefined; // to be fetched anew on the next arrival
      throw error;
    },
  );
  return members;
}
