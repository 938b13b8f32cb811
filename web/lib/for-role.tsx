import type { StaffRole } from "#contract/people/roles.ts";
import type { ReactNode } from "react";
import { useMay } from "./session.ts";

/** What only staff with this role can use: others don't see it, and the server would refuse them. */
export function ForRole({ least, children }: { least: StaffRole; children: ReactNode }) {
  return useMay(least) && children;
}
