import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CopyPlace, MoveOutcome, WaitingCopy, WaitingState } from "#contract/desk/returns.ts";
import { partInWords, partsOf } from "#contract/titles/parts.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";
import { ChooseAll } from "#web/ui/marking/choose-all.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { CircleCheck, Search, Undo2 } from "#web/ui/icons.tsx";
import { type Marked, useMarked } from "#web/ui/marking/use-marked.ts";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { copyName } from "../order-details/copy-name.ts";
import { Outcomes } from "../bulk/outcomes.tsx";
import {
  inspectionFilters,
  inspectionPageSize,
  type Move,
  useMoveCopies,
  waitingCopiesQuery,
} from "./inspection-queries.ts";

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
const said: Record<CopyPlace, [one: string, many: string]> = {
  shelf: ["is back on its shelf", "are back on their shelves"],
  repair: ["is in repair", "are in repair"],
  retired: ["is withdrawn", "are withdrawn"],
  inspection: ["waits for inspection", "wait for inspection"],
};

/** Where copies that wait in a state may go. */
const placesFrom = (state: WaitingState) =>
  ["shelf", state === "repair" ? "inspection" : "repair", "retired"] as const satisfies readonly CopyPlace[];

/** The copies that wait, each with where it may go, alone or with others that are chosen, and Undo for what went last. */
export function InspectionList() {
  const { filters, next, show } = useFilters(inspectionFilters);
  const choice = useMarked();
  const { done, busyWith, move, undo } = useMoves(choice);
  const from = filters.state;
  return (
    <Stack>
      <FilterForm
        key={inspectionFilters.keyOf(next)}
        label="Copies that wait"
        onFilter={(form) => show(inspectionFilters.read(form))}
        actions={
          <Button type="submit" look="primary" icon={<Search size={18} />}>
            Show
          </Button>
        }
      >
        <SelectField label="State" name="state" width="full" defaultValue={next.state} options={stateChoices} />
      </FilterForm>
      {done && <MoveDone done={done} busy={busyWith.size > 0} onUndo={undo} />}
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
          <Stack gap="tight">
            <ChosenCopies
              copies={data}
              choice={choice}
              state={from}
              busy={busyWith.size > 0}
              onMove={(copies, to) => move({ copies, from, to })}
            />
            <Table
              caption="Copies that wait, those that came back first at the top"
              columns={columnsFor(from, { choice, onMove: (copy, to) => move({ copies: [copy], from, to }), busyWith })}
              rows={data}
              rowKey={({ inventoryItemId }) => inventoryItemId}
            />
          </Stack>
        )}
      </PagedList>
    </Stack>
  );
}

type ChosenCopiesProps = {
  copies: readonly WaitingCopy[];
  choice: Marked;
  state: WaitingState;
  busy: boolean;
  onMove: (copies: readonly WaitingCopy[], to: CopyPlace) => void;
};

/** Chooses all copies that are shown, and sends the chosen ones somewhere. */
function ChosenCopies({ copies, choice: { marked, mark }, state, busy, onMove }: ChosenCopiesProps) {
  const chosen = copies.filter(({ inventoryItemId }) => marked.has(inventoryItemId));
  return (
    <Row>
      <ChooseAll
        listed={copies.length}
        chosen={chosen.length}
        onChoose={(isChosen) =>
          mark(
            copies.map(({ inventoryItemId }) => inventoryItemId),
            isChosen,
          )
        }
      />
      {placesFrom(state).map((to) => (
        <Button
          key={to}
          size="small"
          disabled={chosen.length === 0 || busy}
          aria-label={`${verbs[to]}: the chosen copies`}
          onClick={() => onMove(chosen, to)}
        >
          {verbs[to]}
        </Button>
      ))}
    </Row>
  );
}

type Done = { move: Move; outcomes: readonly MoveOutcome[] };

/** Sends copies somewhere, and takes back what went last. */
function useMoves({ mark }: Marked) {
  const { mutate, isPending, variables } = useMoveCopies();
  const [done, setDone] = useState<Done>();
  const move = (wanted: Move) =>
    mutate(wanted, {
      onSuccess: (outcomes) => {
        mark(
          wanted.copies.map(({ inventoryItemId }) => inventoryItemId),
          false,
        );
        setDone({ move: wanted, outcomes });
      },
    });
  const undo = ({ copies, from, to }: Move) => {
    const back = { copies, from: to, to: from };
    mutate(back, {
      onSuccess: (outcomes) => setDone(outcomes.some(({ refusal }) => refusal) ? { move: back, outcomes } : undefined),
    });
  };
  const busyWith = new Set(isPending ? variables.copies.map(({ inventoryItemId }) => inventoryItemId) : []);
  return { done, busyWith, move, undo };
}

type MoveDoneProps = { done: Done; busy: boolean; onUndo: (move: Move) => void };

/** Where copies went, with Undo, and which did not and why. */
function MoveDone({ done: { move, outcomes }, busy, onUndo }: MoveDoneProps) {
  const { to } = move;
  const refused = new Map(outcomes.flatMap(({ inventoryItemId: id, refusal }) => (refusal ? [[id, refusal]] : [])));
  const moved = move.copies.filter(({ inventoryItemId }) => !refused.has(inventoryItemId));
  const stayed = move.copies.filter(({ inventoryItemId }) => refused.has(inventoryItemId));
  const [only] = moved;
  const name = moved.length === 1 && only ? copyName(only) : `${moved.length} copies`;
  const place = moved.length === 1 && to === "shelf" ? only?.shelfPlace : "";
  return (
    <>
      {moved.length > 0 && (
        <Alert tone="success" title={`${name} ${said[to][moved.length === 1 ? 0 : 1]} ${place}`.trimEnd() + "."}>
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
          title={stayed.length === 1 ? "1 copy stays where it is." : `${stayed.length} copies stay where they are.`}
          label="Copies that stay"
          isWhole={false}
          lines={stayed.map((copy) => ({
            key: copy.inventoryItemId,
            words: `${copyName(copy)}: ${refused.get(copy.inventoryItemId)?.message ?? ""}`,
          }))}
        />
      )}
    </>
  );
}

/** "parts missing: 1 DVD, 3 cards. No box." */
function foundInWords({ condition, note, missingParts }: WaitingCopy): string {
  const missing = partsOf(missingParts).map(partInWords).join(", ");
  const details = [missing, note].filter(Boolean).join(". ");
  return [condition, details].filter(Boolean).join(": ") || "–";
}

type Moving = {
  choice: Marked;
  onMove: (copy: WaitingCopy, to: CopyPlace) => void;
  busyWith: ReadonlySet<number>;
};

const columnsFor = (state: WaitingState, { choice, onMove, busyWith }: Moving): Column<WaitingCopy>[] => [
  {
    head: "Choose",
    headHidden: true,
    cell: (copy) => (
      <CheckboxField
        label={<VisuallyHidden>Choose {copyName(copy)}</VisuallyHidden>}
        checked={choice.marked.has(copy.inventoryItemId)}
        onChange={({ target }) => choice.mark([copy.inventoryItemId], target.checked)}
      />
    ),
  },
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
