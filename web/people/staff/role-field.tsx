import { type StaffRole, staffRoleOf, staffRoles } from "#contract/people/roles.ts";
import type { ComponentProps } from "react";
import { RadioGroup } from "#web/ui/forms/radio-group.tsx";

export const roleWords: Record<StaffRole, string> = { volunteer: "Volunteer", clerk: "Clerk", manager: "Manager" };

const does: Record<StaffRole, string> = {
  volunteer: "Packs orders, scans copies, and checks them in.",
  clerk: "Also changes orders, borrowers, and titles.",
  manager: "Also manages staff, settings, cases, and site content.",
};

export function RoleField(props: Pick<ComponentProps<typeof RadioGroup>, "name" | "value" | "onChange" | "error">) {
  const options = staffRoles.map((role) => ({ value: role, label: roleWords[role], hint: does[role] }));
  return <RadioGroup {...props} label="Role" options={options} />;
}

/** The role that the field holds: it offers nothing else. */
export const chosenRole = (value: string): StaffRole => staffRoleOf(value) ?? "volunteer";
