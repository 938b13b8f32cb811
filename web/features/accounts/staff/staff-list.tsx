import type { StaffMember } from "#contract/staff/staff.ts";
import { useQuery } from "@tanstack/react-query";
import { Badge } from "#web/ui/data/badge.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Ban, CircleCheck } from "#web/ui/icons.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { Invite } from "./invite.tsx";
import { roleWords } from "./role-field.tsx";
import { staffQuery } from "./staff-queries.ts";
import styles from "./staff.module.css";

export function StaffList() {
  return (
    <Fetched query={useQuery(staffQuery)} what="the staff" skeleton={<Skeleton height="24rem" />}>
      {({ staff, invitations }) => (
        <>
          <div className={styles.list}>
            <Table caption="Staff" columns={columns} rows={staff} rowKey={({ userId }) => userId} />
          </div>
          <Invite invitations={invitations} />
        </>
      )}
    </Fetched>
  );
}

const columns: Column<StaffMember>[] = [
  {
    head: "Who",
    names: true,
    cell: ({ userId, userName, name }) => (
      <Link to={`/admin/staff/${userId}`} data-row-link>
        {name ? `${name} (${userName})` : userName}
      </Link>
    ),
  },
  { head: "Email address", cell: ({ emailAddress }) => emailAddress || "–" },
  { head: "Role", cell: ({ role }) => roleWords[role] },
  { head: "Status", cell: (member) => <StaffStatus member={member} /> },
  { head: "Second step", cell: ({ hasSecondStep }) => (hasSecondStep ? "On" : "Off") },
  { head: "Sessions", number: true, cell: ({ sessions }) => sessions.length },
  { head: "Last used", cell: ({ sessions }) => <TimeText value={sessions[0]?.lastSeenAt ?? ""} /> },
];

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
