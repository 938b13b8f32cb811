import { use } from "react";
import { isAdminPath } from "#web/app/access.ts";
import { loadStaffParts } from "#web/app/layouts/staff/staff-box.tsx";
import { Root } from "#web/app/root.tsx";
import { GuardedPage, skipWaiting } from "./page-guard.tsx";
import { findAmong, type FindPage } from "./page-table.ts";
import { publicPages } from "./public-pages.ts";
import type { QueryClient } from "@tanstack/react-query";
import { Navigate, ParamsContext, type RouteLocation, useLocation } from "#web/ui/router.tsx";

/** Renders the page of the address; redirects an empty path to home and an unknown one to notfound. */
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
  const match = findPublicPage(pathname) ?? use(loadPrivatePages(pathname))(pathname);
  if (!match) return <Navigate to="/notfound" replace />;
  if (match.page.guard === "admin") use(loadStaffParts());
  return (
    <ParamsContext value={match.params}>
      <GuardedPage page={match.page} />
    </ParamsContext>
  );
}

export const findPublicPage = findAmong(publicPages);

/** Returns whether a page is for everyone, logged in or not. */
export const isPublicPage = (pathname: string): boolean =>
  pathname === "/" || findPublicPage(pathname)?.page.guard === "anyone";

/** Loads the table of the other pages only when needed, because most visitors never open them. */
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
 * Loads the code of a public page before its first render on the server or its hydration, so that nothing suspends. Returns
 * whether there is such a page.
 */
export async function preloadPage(client: QueryClient, place: RouteLocation): Promise<boolean> {
  const match = findPublicPage(place.pathname);
  if (!match) return false;
  await match.page.loadComponent();
  const url = new URL(place.pathname + place.search, "http://here");
  await match.page.component.ready?.(client, { params: match.params, url });
  skipWaiting(client, place);
  return true;
}
