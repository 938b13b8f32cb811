import type { StaffSession } from "#contract/people/own-account.ts";
import { SessionTable } from "#web/people/session-table.tsx";
import { call } from "#web/lib/call.ts";
import { TimeText } from "#web/lib/formats.tsx";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import styles from "./staff.module.css";
import { type StaffRole, staffRoleOf, staffRoles } from "#contract/people/roles.ts";
import type { ComponentProps } from "react";
import type { StaffMember } from "#contract/people/staff.ts";
import { CircleCheck } from "#web/ui/first-icons.tsx";
import { Ban } from "#web/ui/icons.tsx";
import { Badge } from "#web/ui/data/badge.tsx";
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

export function StaffSessions({ userId, sessions }: { userId: number; sessions: readonly StaffSession[] }) {
  const others = sessions.filter(({ isThisOne }) => !isThisOne);
  return (
    <>
      <div className={styles.list}>
        <SessionTable
          caption="Sessions"
          sessions={sessions}
          more={{ head: "Last used", cell: ({ lastSeenAt = "" }) => <TimeText value={lastSeenAt} /> }}
          end={(sessionNumber) =>
            call("POST Staff/EndSession/{userId}/{sessionNumber}", { params: { userId, sessionNumber } })
          }
          changes={["staff"]}
          done="Session logged out."
        />
      </div>
      {others.length > 1 && (
        <div>
          <ActionButton
            action={() => call("POST Staff/EndSessions/{userId}", { params: { userId } })}
            changes={["staff"]}
            done="Sessions logged out."
          >
            Log out all {others.length} {others.length < sessions.length && "other "}sessions
          </ActionButton>
        </div>
      )}
    </>
  );
}
