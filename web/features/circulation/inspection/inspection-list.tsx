import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CopyPlace, WaitingCopy, WaitingState } from "#contract/desk/inspection.ts";
import { partInWords, partsOf } from "#contract/titles/parts.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { CircleCheck, Search, Undo2 } from "#web/ui/icons.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { copyName } from "../order-details/copy-name.ts";
import { inspectionFilters, inspectionPageSize, useMoveCopy, waitingCopiesQuery } from "./inspection-queries.ts";

const stateChoices = [
  { value: "inspection", label: "Waiting for inspection" },
  { value: "repair", label: "In repair" },
];
const verbs: Record<CopyPlace, string> = {
  shelf: "To the shelf",
  repair: "To repair",
  retired: "Withdraw",
  inspection: "To inspection",
};
const said: Record<CopyPlace, string> = {
  shelf: "is back on its shelf",
  repair: "is in repair",
  retired: "is withdrawn",
  inspection: "waits for inspection",
};

type Moved = { copy: WaitingCopy; from: WaitingState; to: CopyPlace };

/** The copies that wait, each with where it may go, and Undo for the last one. */
export function InspectionList() {
  const { filters, next, show } = useFilters(inspectionFilters);
  const { mutate, isPending, variables } = useMoveCopy();
  const [moved, setMoved] = useState<Moved>();
  const move = (copy: WaitingCopy, to: CopyPlace) =>
    mutate(
      { inventoryItemId: copy.inventoryItemId, from: filters.state, to },
      { onSuccess: () => setMoved({ copy, from: filters.state, to }) },
    );
  return (
    <Stack>
      <FilterForm
        key={inspectionFilters.keyOf(filters)}
        label="Copies that wait"
        onFilter={(form) => show(inspectionFilters.read(form))}
        actions={
          <Button type="submit" look="primary" icon={<Search size={18} />}>
            Show
          </Button>
        }
      >
        <SelectField label="State" name="state" width="full" defaultValue={filters.state} options={stateChoices} />
      </FilterForm>
      {moved && (
        <UndoMove
          moved={moved}
          busy={isPending}
          onUndo={() =>
            mutate(
              { inventoryItemId: moved.copy.inventoryItemId, from: moved.to, to: moved.from },
              { onSuccess: () => setMoved(undefined) },
            )
          }
        />
      )}
      <PagedList
        query={useQuery(waitingCopiesQuery(filters))}
        what="the copies that wait"
        page={filters.page}
        pageSize={inspectionPageSize}
        rowHeight="6rem"
        label="Pages of copies that wait"
        hrefFor={(page) => inspectionFilters.href({ ...next, page })}
        empty={
          <EmptyState title="No copies wait." icon={<CircleCheck size={28} />}>
            What comes back damaged or incomplete appears here.
          </EmptyState>
        }
      >
        {({ data }) => (
          <Table
            caption="Copies that wait, those that came back first at the top"
            columns={columnsFor(filters.state, {
              onMove: move,
              busyWith: isPending ? variables.inventoryItemId : undefined,
            })}
            rows={data}
            rowKey={({ inventoryItemId }) => inventoryItemId}
          />
        )}
      </PagedList>
    </Stack>
  );
}

function UndoMove({ moved: { copy, to }, busy, onUndo }: { moved: Moved; busy: boolean; onUndo: () => void }) {
  return (
    <Alert
      tone="success"
      title={`${copyName(copy)} ${said[to]}${to === "shelf" ? ` ${copy.shelfPlace}`.trimEnd() : ""}.`}
    >
      <Button
        size="small"
        icon={<Undo2 size={18} />}
        busy={busy}
        aria-label={`Undo: ${copyName(copy)}`}
        onClick={onUndo}
      >
        Undo
      </Button>
    </Alert>
  );
}

/** "parts missing: 1 DVD, 3 cards. No box." */
function foundInWords({ condition, note, missingParts }: WaitingCopy): string {
  const missing = partsOf(missingParts).map(partInWords).join(", ");
  const details = [missing, note].filter(Boolean).join(". ");
  return [condition, details].filter(Boolean).join(": ") || "–";
}

type Moving = { onMove: (copy: WaitingCopy, to: CopyPlace) => void; busyWith: number | undefined };

const columnsFor = (state: WaitingState, { onMove, busyWith }: Moving): Column<WaitingCopy>[] => [
  {
    head: "Copy",
    names: true,
    cell: (copy) => (
      <Link to={`/admin/viewitem/${copy.inventoryId}?copy=${copy.inventoryItemId}`}>
        <TitleText of={copy} />, {copyName(copy)}
      </Link>
    ),
  },
  { head: "Found", cell: foundInWords },
  { head: "Came back", cell: ({ returnedAt }) => <DateText value={returnedAt} /> },
  {
    head: "From",
    cell: ({ orderId, schoolName, openCaseId }) => (
      <>
        {orderId === null ? "–" : <Link to={`/admin/orderdetails/${orderId}`}>Order #{orderId}</Link>} {schoolName}
        {openCaseId !== null && (
          <>
            , <Link to={`/admin/cases/${openCaseId}`}>case #{openCaseId}</Link>
          </>
        )}
      </>
    ),
  },
  {
    head: "Goes to",
    headHidden: true,
    cell: (copy) => (
      <Row>
        {(["shelf", state === "repair" ? "inspection" : "repair", "retired"] as const).map((to) => (
          <Button
            key={to}
            size="small"
            busy={busyWith === copy.inventoryItemId}
            aria-label={`${verbs[to]}: ${copyName(copy)}`}
            onClick={() => onMove(copy, to)}
          >
            {verbs[to]}
          </Button>
        ))}
      </Row>
    ),
  },
];
