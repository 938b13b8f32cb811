import { type StaffRole, staffRoleOf, staffRoles } from "#contract/people/roles.ts";
import type { ComponentProps } from "react";
import type { StaffMember } from "#contract/people/staff.ts";
import { CircleCheck } from "#web/ui/first-icons.tsx";
import { Ban } from "#web/ui/icons.tsx";
import { Badge } from "#web/ui/data/values.tsx";
import { RadioGroup } from "#web/ui/forms/field-groups.tsx";

export const roleWords: Record<StaffRole, string> = { volunteer: "Volunteer", clerk: "Clerk", manager: "Manager" };

const hints: Record<StaffRole, string> = {
  volunteer: "Packs orders, scans copies, and checks them in.",
  clerk: "Also changes orders, borrowers, and titles.",
  manager: "Also manages staff, settings, claims, and site content.",
};

export function RoleField(props: Pick<ComponentProps<typeof RadioGroup>, "name" | "value" | "onChange" | "error">) {
  const options = staffRoles.map((role) => ({ value: role, label: roleWords[role], hint: hints[role] }));
  return <RadioGroup {...props} label="Role" options={options} />;
}

/** Returns the role chosen in the field. */
export const chosenRole = (value: string): StaffRole => staffRoleOf(value) ?? "volunteer";

export function StaffStatus({ member: { isDisabled, isSelf } }: { member: StaffMember }) {
  if (isDisabled)
    return (
      <Badge tone="danger" icon={<Ban size={16} />}>
        Disabled
      </Badge>
    );
  return (
    <Badge tone="success" icon={<CircleCheck size={16} />}>
      {isSelf ? "Active (you)" : "Active"}
    </Badge>
  );
}
