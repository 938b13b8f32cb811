import type { StaffRole } from "#contract/people/roles.ts";
import type { ReactNode } from "react";
import { useMay } from "./session.ts";

/** Hides its content from staff without this role, whom the server would refuse. */
export function ForRole({ least, children }: { least: StaffRole; children: ReactNode }) {
  return useMay(least) && children;
}
