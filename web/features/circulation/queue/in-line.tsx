import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Waiting, waitingOnAPage } from "#contract/borrowers/queue.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { NotEmailed } from "./not-emailed.tsx";
import { waitingQuery } from "./queue-queries.ts";

const columns: Column<Waiting>[] = [
  { head: "Place", number: true, cell: ({ place }) => place },
  {
    head: "Borrower",
    names: true,
    cell: ({ borrowerName, isReached }) => (
      <>
        {borrowerName} {!isReached && <NotEmailed />}
      </>
    ),
  },
  { head: "School", cell: ({ schoolName }) => schoolName },
  { head: "Since", cell: ({ since }) => <DateText value={since} /> },
  {
    head: "Status",
    cell: ({ isHeldFor, isPaused }) => (isHeldFor ? "A copy is held" : isPaused ? "Paused" : "Waiting"),
  },
];

/** Who is in line for a title, as staff see it; nothing where nobody is. */
export function InLine({ inventoryId }: { inventoryId: number }) {
  const [page, setPage] = useState(1);
  const { data: answer, isPlaceholderData: busy } = useQuery(waitingQuery(inventoryId, page));
  if (!answer || answer.total === 0) return null;
  return (
    <>
      <Table caption="In line for it" columns={columns} rows={answer.data} rowKey={({ place }) => place} />
      {answer.total > waitingOnAPage && (
        <Row>
          <Button size="small" busy={busy} disabled={page === 1} onClick={() => setPage(page - 1)}>
            Places before
          </Button>
          <Button
            size="small"
            busy={busy}
            disabled={page * waitingOnAPage >= answer.total}
            onClick={() => setPage(page + 1)}
          >
            More places
          </Button>
        </Row>
      )}
    </>
  );
}
