import type { ReactNode } from "react";
import { useCameFrom } from "#web/ui/router/use-filters.ts";
import { BackLink } from "./back-link.tsx";

/** The way back to the list that the page was opened from, with its filters and page; else to the plain list. */
export function BackToList({ path, children }: { path: string; children: ReactNode }) {
  return <BackLink to={useCameFrom(path) ?? path}>{children}</BackLink>;
}
