import type { StaffSession } from "#contract/staff/own-account.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Badge } from "#web/ui/data/badge.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Monitor } from "#web/ui/icons.tsx";
import styles from "./staff.module.css";

/** The sessions of an administrator, with a button to end each but the caller's own. */
export function SessionList({ userId, sessions }: { userId: number; sessions: readonly StaffSession[] }) {
  const end = useEnding(() => call("POST Staff/EndSessions/{userId}", { params: { userId } }), "Sessions ended.");
  const others = sessions.filter(({ isThisOne }) => !isThisOne);
  const columns: Column<StaffSession>[] = [
    { head: "Device", names: true, cell: ({ browser }) => browser || "Unknown device" },
    { head: "Address", cell: ({ address }) => address || "Unknown" },
    { head: "Logged in", cell: ({ begunAt }) => <TimeText value={begunAt} /> },
    { head: "Last used", cell: ({ lastSeenAt }) => <TimeText value={lastSeenAt} /> },
    { head: "End", headHidden: true, cell: (session) => <End userId={userId} session={session} /> },
  ];
  return (
    <>
      <div className={styles.list}>
        <Table caption="Sessions" columns={columns} rows={sessions} rowKey={({ sessionNumber }) => sessionNumber} />
      </div>
      {others.length > 1 && (
        <div>
          <Button busy={end.isPending} onClick={() => end.mutate()}>
            End all {others.length} {others.length < sessions.length && "other "}sessions
          </Button>
        </div>
      )}
    </>
  );
}

function End({ userId, session: { sessionNumber, isThisOne, browser } }: { userId: number; session: StaffSession }) {
  const params = { userId, sessionNumber };
  const end = useEnding(() => call("POST Staff/EndSession/{userId}/{sessionNumber}", { params }), "Session ended.");
  if (isThisOne) return <Badge icon={<Monitor size={16} />}>This session</Badge>;
  return (
    <Button
      size="small"
      busy={end.isPending}
      aria-label={`End the session on ${browser || "an unknown device"}`}
      onClick={() => end.mutate()}
    >
      End
    </Button>
  );
}

function useEnding(mutationFn: () => Promise<unknown>, done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    meta: { done },
    onSettled: () => client.invalidateQueries({ queryKey: ["staff"] }),
  });
}
