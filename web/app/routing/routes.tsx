import { use } from "react";
import { isAdminPath } from "#web/app/access.ts";
import { loadStaffParts } from "#web/app/layouts/staff/staff-box.tsx";
import { Root } from "#web/app/root.tsx";
import { Navigate, ParamsContext, useLocation } from "#web/ui/router/router.tsx";
import { GuardedPage, skipWaiting } from "./page-guard.tsx";
import { findAmong, type FindPage } from "./page-table.ts";
import { publicPages } from "./public-pages.ts";
import type { QueryClient } from "@tanstack/react-query";
import type { Place } from "#web/ui/router/browser-history.ts";

/** An empty path leads home, an unknown one to notfound. */
export function SiteRoutes() {
  return (
    <Root>
      <PageOfAddress />
    </Root>
  );
}

function PageOfAddress() {
  const { pathname } = useLocation();
  if (pathname === "/" || pathname === "/index.html") return <Navigate to="/home" replace />;
  const found = findPublicPage(pathname) ?? use(loadPrivatePages(pathname))(pathname);
  if (!found) return <Navigate to="/notfound" replace />;
  if (found.page.guard === "admin") use(loadStaffParts());
  return (
    <ParamsContext value={found.params}>
      <GuardedPage page={found.page} />
    </ParamsContext>
  );
}

export const findPublicPage = findAmong(publicPages);

/** Whether a page is for everybody, logged in or not. */
export const isOpenToAll = (pathname: string): boolean =>
  pathname === "/" || findPublicPage(pathname)?.page.guard === "anyone";

/** The tables of the other pages are fetched when they are needed: most visitors never open any of those. */
export function loadPrivatePages(pathname: string): Promise<FindPage> {
  return isAdminPath(pathname) ? loadStaffPages() : loadBorrowerPages();
}

const loadStaffPages = loadOnce(async () => findAmong((await import("./staff-pages.ts")).staffPages));
const loadBorrowerPages = loadOnce(async () => findAmong((await import("./borrower-pages.ts")).borrowerPages));

function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}

/**
 * Loads the code of a public page before its first render, so that nothing suspends: on the server, and in the browser
 * where it hydrates what the server rendered. Whether there is such a page.
 */
export async function preloadPage(client: QueryClient, place: Place): Promise<boolean> {
  const found = findPublicPage(place.pathname);
  if (!found) return false;
  await found.page.loadComponent();
  skipWaiting(client, place);
  return true;
}
