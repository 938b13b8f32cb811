import { ActionButton } from "#web/ui/actions/action-button.tsx";
import type { StaffSession } from "#contract/people/own-account.ts";
import { call } from "#web/lib/call.ts";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Monitor } from "#web/ui/icons.tsx";
import styles from "./staff.module.css";
import { Badge } from "#web/ui/data/values.tsx";
import { TimeText } from "#web/lib/formats.tsx";

/** Lists a staff member's sessions, with a button to log out each one but the caller's. */
export function SessionList({ userId, sessions }: { userId: number; sessions: readonly StaffSession[] }) {
  const others = sessions.filter(({ isThisOne }) => !isThisOne);
  const columns: Column<StaffSession>[] = [
    { head: "Device", names: true, cell: ({ browser }) => browser || "Unknown device" },
    { head: "Address", cell: ({ address }) => address || "Unknown" },
    { head: "Logged in", cell: ({ begunAt }) => <TimeText value={begunAt} /> },
    { head: "Last used", cell: ({ lastSeenAt }) => <TimeText value={lastSeenAt} /> },
    { head: "Log out", headHidden: true, cell: (session) => <LogOut userId={userId} session={session} /> },
  ];
  return (
    <>
      <div className={styles.list}>
        <Table caption="Sessions" columns={columns} rows={sessions} rowKey={({ sessionNumber }) => sessionNumber} />
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

function LogOut({ userId, session: { sessionNumber, isThisOne, browser } }: { userId: number; session: StaffSession }) {
  if (isThisOne) return <Badge icon={<Monitor size={16} />}>This session</Badge>;
  return (
    <ActionButton
      size="small"
      action={() => call("POST Staff/EndSession/{userId}/{sessionNumber}", { params: { userId, sessionNumber } })}
      changes={["staff"]}
      done="Session logged out."
      aria-label={`Log out the session on ${browser || "an unknown device"}`}
    >
      Log out
    </ActionButton>
  );
}
