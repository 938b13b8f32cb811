import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { CopyPlace, MoveOutcome, WaitingCopy, WaitingState } from "#contract/desk/returns.ts";
import { partInWords, partsOf } from "#contract/catalog/parts.ts";
import { copiesToInspect, copyHref } from "#web/orders/desk-queries.ts";
import { OrderLink, TitleAndCopy } from "#web/orders/order-parts.tsx";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { List } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { CircleCheck, Undo2 } from "#web/ui/icons.tsx";
import { Outcomes } from "#web/orders/bulk-actions.tsx";
import { Row } from "#web/ui/layout.tsx";
import { ProblemFrame } from "./problem-frame.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { useRefresh } from "#web/ui/actions/action-button.tsx";
import { useFilters } from "#web/ui/navigation/links.tsx";
import { Link } from "#web/ui/router.tsx";
import { copyName, DateText } from "#web/lib/formats.tsx";

export function InspectionPage() {
  const { state: from } = useFilters(copiesToInspect).filters;
  const { done, busyWith, move, undo } = useMoves();
  const busy = busyWith.size > 0;
  return (
    <ProblemFrame tab="inspection" lead="Copies to check before they go out again.">
      <List
        of={copiesToInspect}
        name="copies to check"
        caption="Copies to check, longest wait first"
        columns={columnsFor(from, (copy, to) => move({ copies: [copy], from, to }), busyWith)}
        rowKey="inventoryItemId"
        rowHeight="6rem"
        send="Show"
        above={() => done && <MoveDone done={done} busy={busy} onUndo={undo} />}
        choose={{
          id: ({ inventoryItemId }) => inventoryItemId,
          name: copyName,
          actions: (selection, clear) =>
            placesFrom(from).map((to) => (
              <Button
                key={to}
                size="small"
                disabled={selection.length === 0 || busy}
                aria-label={`${verbs[to]}: the selected copies`}
                onClick={() => move({ copies: selection, from, to }, clear)}
              >
                {verbs[to]}
              </Button>
            )),
        }}
        showAll="Show copies waiting for inspection"
        emptyTitle="Nothing to check."
        empty="Copies that come back damaged or incomplete appear here."
        noMatch="Copies that come back damaged or incomplete appear here."
        emptyIcon={<CircleCheck size={28} />}
      />
    </ProblemFrame>
  );
}

const idOf = ({ inventoryItemId }: WaitingCopy) => inventoryItemId;

const verbs: Record<CopyPlace, string> = {
  shelf: "Return to shelf",
  repair: "Send to repair",
  retired: "Withdraw",
  inspection: "Send to inspection",
};
const doneWords: Record<CopyPlace, [one: string, many: string]> = {
  shelf: ["is back on its shelf", "are back on their shelves"],
  repair: ["is in repair", "are in repair"],
  retired: ["is withdrawn", "are withdrawn"],
  inspection: ["is waiting for inspection", "are waiting for inspection"],
};

const placesFrom = (state: WaitingState) =>
  ["shelf", state === "repair" ? "inspection" : "repair", "retired"] as const satisfies readonly CopyPlace[];

type Move = { copies: readonly WaitingCopy[]; from: CopyPlace; to: CopyPlace };
type Done = { move: Move; outcomes: readonly MoveOutcome[] };

function useMoves() {
  const refresh = useRefresh();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ copies, ...places }: Move) => {
      const body = { inventoryItemIds: copies.map(idOf), ...places };
      return (await call("POST Inspection/MoveMany", { body })).data;
    },
    onSettled: refresh,
  });
  const [done, setDone] = useState<Done>();
  const move = (request: Move, onDone?: () => void) =>
    mutate(request, {
      onSuccess: (outcomes) => {
        onDone?.();
        setDone({ move: request, outcomes });
      },
    });
  const undo = ({ copies, from, to }: Move) => {
    const back = { copies, from: to, to: from };
    mutate(back, {
      onSuccess: (outcomes) => setDone(outcomes.some(({ refusal }) => refusal) ? { move: back, outcomes } : undefined),
    });
  };
  const busyWith = new Set(isPending ? variables.copies.map(idOf) : []);
  return { done, busyWith, move, undo };
}

type MoveDoneProps = { done: Done; busy: boolean; onUndo: (move: Move) => void };

function MoveDone({ done: { move, outcomes }, busy, onUndo }: MoveDoneProps) {
  const { to } = move;
  const refusals = new Map(outcomes.flatMap(({ inventoryItemId: id, refusal }) => (refusal ? [[id, refusal]] : [])));
  const moved = move.copies.filter(({ inventoryItemId }) => !refusals.has(inventoryItemId));
  const stayed = move.copies.filter(({ inventoryItemId }) => refusals.has(inventoryItemId));
  const [only] = moved;
  const name = moved.length === 1 && only ? copyName(only) : `${moved.length} copies`;
  const place = moved.length === 1 && to === "shelf" ? only?.shelfLocation : "";
  return (
    <>
      {moved.length > 0 && (
        <Alert tone="success" title={`${name} ${doneWords[to][moved.length === 1 ? 0 : 1]} ${place}`.trimEnd() + "."}>
          <Button
            size="small"
            icon={<Undo2 size={18} />}
            busy={busy}
            aria-label={`Undo: ${name}`}
            onClick={() => onUndo({ ...move, copies: moved })}
          >
            Undo
          </Button>
        </Alert>
      )}
      {stayed.length > 0 && (
        <Outcomes
          title={stayed.length === 1 ? "1 copy wasn’t moved." : `${stayed.length} copies weren’t moved.`}
          label="Copies not moved"
          tone="warning"
          lines={stayed.map((copy) => ({
            key: copy.inventoryItemId,
            words: `${copyName(copy)}: ${refusals.get(copy.inventoryItemId)?.message ?? ""}`,
          }))}
        />
      )}
    </>
  );
}

/** Formats a condition as "parts missing: 1 DVD, 3 cards. No box." */
function conditionInWords({ condition, note, missingParts }: WaitingCopy): string {
  const missing = partsOf(missingParts).map(partInWords).join(", ");
  const details = [missing, note].filter(Boolean).join(". ");
  return [condition, details].filter(Boolean).join(": ") || "–";
}

const columnsFor = (
  state: WaitingState,
  onMove: (copy: WaitingCopy, to: CopyPlace) => void,
  busyWith: ReadonlySet<number>,
): Column<WaitingCopy>[] => [
  {
    head: "Copy",
    names: true,
    cell: (copy) => (
      <Link to={copyHref(copy)}>
        <TitleAndCopy of={copy} />
      </Link>
    ),
  },
  { head: "Condition", cell: conditionInWords },
  { head: "Returned", cell: ({ returnedAt }) => <DateText value={returnedAt} /> },
  {
    head: "From",
    cell: ({ orderId, schoolName, openClaimId }) => (
      <>
        <OrderLink orderId={orderId} /> {schoolName}
        {openClaimId !== null && (
          <>
            , <Link to={`/admin/claims/${openClaimId}`}>claim #{openClaimId}</Link>
          </>
        )}
      </>
    ),
  },
  {
    head: "Move",
    headHidden: true,
    cell: (copy) => (
      <Row>
        {placesFrom(state).map((to) => (
          <Button
            key={to}
            size="small"
            busy={busyWith.has(copy.inventoryItemId)}
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
