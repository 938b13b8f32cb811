import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { StaffOrder } from "#contract/circulation.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { noteUndone } from "#web/ui/code-scanner/session-scans.ts";
import { Undo2 } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { copyName } from "./copy-name.ts";
import styles from "./order-details.module.css";

type Past = StaffOrder["pastAssignments"][number];

const reasons = new Map([
  ["undone", "Check-out undone"],
  ["lost", "Lost"],
]);
const columns: Column<Past>[] = [
  { head: "Copy", names: true, whole: true, cell: copyName },
  { head: "Title", cell: (past) => <TitleText of={past} /> },
  { head: "Checked out", cell: ({ assignedAt }) => <DateText value={assignedAt} /> },
  { head: "Ended", cell: ({ returnedAt }) => <DateText value={returnedAt} /> },
  { head: "Reason", cell: ({ reason }) => <span className={styles.whole}>{reasons.get(reason) ?? "Returned"}</span> },
];
const undoColumn: Column<Past> = { head: "Undo", cell: (past) => past.canUndo && <UndoCheckIn past={past} /> };

/** The copies that were on an order earlier; those that came back can be put back on it. */
export function PastAssignments({ order: { pastAssignments } }: { order: StaffOrder }) {
  const isAnyToUndo = pastAssignments.some(({ canUndo }) => canUndo);
  return (
    <Card heading="Earlier check-outs">
      <Table
        caption="Copies that were on this order earlier"
        columns={isAnyToUndo ? [...columns, undoColumn] : columns}
        rows={pastAssignments}
        rowKey={({ orderInventoryItemId }) => orderInventoryItemId}
      />
    </Card>
  );
}

/** The copy is on the order again, as if it had not come back. */
function UndoCheckIn({ past }: { past: Past }) {
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: () => call("POST Returns/Undo/{id}", { params: { id: past.orderInventoryItemId } }),
    meta: { done: `${copyName(past)} is out again.` },
    onSuccess: () => noteUndone(client, { returnId: past.orderInventoryItemId }),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [subject] }) => subject !== "returns" && subject !== "site" && subject !== "codes",
      }),
  });
  return (
    <Button
      size="small"
      icon={<Undo2 size={18} />}
      busy={undo.isPending}
      aria-label={`Undo the return of ${copyName(past)}`}
      onClick={() => undo.mutate()}
    >
      Undo
    </Button>
  );
}
