import { useRef, useState } from "react";
import { maxCopies, type ListedCopy } from "#contract/desk/inventory-counts.ts";
import { Outcomes } from "#web/orders/bulk-actions.tsx";
import { call, refusalOf } from "#web/lib/call.ts";
import { ActionButton, UndoButton, useRefresh } from "#web/ui/actions/action-button.tsx";
import { Undo2 } from "#web/ui/icons.tsx";
import { copyName } from "#web/lib/formats.tsx";
import { focusOn } from "#web/ui/accessibility.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Row } from "#web/ui/layout.tsx";

const checkIn = async (inventoryItemId: number) =>
  (await call("POST Returns/CheckIn", { body: { inventoryItemId } })).data.eventId;

export function CheckInScanned({ copy }: { copy: ListedCopy }) {
  const refresh = useRefresh();
  const [eventId, setEventId] = useState<number | null>(null);
  // not awaited, or "Undo" would ignore presses until the lists are refetched
  const after = () => void refresh();
  const name = copyName(copy);
  if (eventId !== null) {
    return (
      <UndoButton
        key="only"
        aria-label={`Undo: ${name}`}
        action={() => call("POST Order/Undo/{eventId}", { params: { eventId } })}
        onDone={() => setEventId(null)}
        after={after}
      />
    );
  }
  if (copy.orderId === null) return null;
  return (
    <ActionButton
      key="only"
      size="small"
      aria-label={`Check in: ${name}`}
      action={() => checkIn(copy.inventoryItemId)}
      onDone={setEventId}
      after={after}
    >
      Check in
    </ActionButton>
  );
}

/** Checks in this page's copies on loan, one after another. Shows refusals at the end. */
export function CheckInAll({ copies }: { copies: readonly ListedCopy[] }) {
  const [result, setResult] = useState<{ done: number; refusals: { key: number; words: string }[] }>();
  const loans = copies.filter(({ orderId }) => orderId !== null);
  const checkInEach = async () => {
    const refusals: { key: number; words: string }[] = [];
    for (const copy of loans) {
      await checkIn(copy.inventoryItemId).catch((error: unknown) => {
        const refusal = refusalOf(error);
        if (!refusal) throw error;
        refusals.push({ key: copy.inventoryItemId, words: `${copyName(copy)}: ${refusal.message}` });
      });
    }
    return { done: loans.length - refusals.length, refusals };
  };
  return (
    <>
      {result && (
        <Outcomes
          tone={result.refusals.length === 0 ? "success" : "warning"}
          title={result.done === 1 ? "1 copy checked in." : `${result.done} copies checked in.`}
          label="Copies not checked in"
          lines={result.refusals}
        />
      )}
      {loans.length > 0 && (
        <Row>
          <ActionButton action={checkInEach} onDone={setResult} changes="everything">
            {loans.length === 1 ? "Check in 1 copy" : `Check in these ${loans.length} copies`}
          </ActionButton>
        </Row>
      )}
    </>
  );
}

/** Sets missing copies inactive (lost), or undoes that, in batches. Returns the number of changed copies. */
async function mark(id: number, ids: readonly number[], isMarking: boolean): Promise<number> {
  let count = 0;
  for (let first = 0; first < ids.length; first += maxCopies) {
    const request = { params: { id }, body: { inventoryItemIds: ids.slice(first, first + maxCopies) } };
    const { total } = await (isMarking
      ? call("POST InventoryCount/MarkMissing/{id}", request)
      : call("POST InventoryCount/UndoMissing/{id}", request));
    count += total;
  }
  return count;
}

/** Marks one copy missing, or undoes that. Copies lent, put on hold, or set inactive since then get no button. */
export function MarkMissing({ id, copy }: { id: number; copy: ListedCopy }) {
  const { inventoryItemId, isMarked, isInactive, orderId, heldFor } = copy;
  const canUndo = isMarkedLost(copy);
  if (!canUndo && (isMarked || isInactive || orderId !== null || heldFor !== null)) return null;
  return (
    <ActionButton
      size="small"
      icon={canUndo ? <Undo2 size={18} /> : undefined}
      aria-label={`${canUndo ? "Undo" : "Mark missing"}: ${copyName(copy)}`}
      action={() => mark(id, [inventoryItemId], !canUndo)}
      changes="everything"
    >
      {canUndo ? "Undo" : "Mark missing"}
    </ActionButton>
  );
}

type MarkAllProps = {
  id: number;
  total: number;
  /** The current page of the list. */
  copies: readonly ListedCopy[];
};

/** Marks all missing copies, or undoes all marks, including those from earlier days. */
export function MarkAllMissing({ id, total, copies }: MarkAllProps) {
  const [message, setMessage] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  if (total === 0) return null;
  const countOf = (count: number) => (count === 1 ? "1 copy" : `${count} copies`);
  return (
    <>
      {message && <Alert tone="success">{message}</Alert>}
      <Row>
        <ActionButton
          ref={button}
          ask={{
            question: `Mark ${total === 1 ? "the missing copy" : `all ${total.toLocaleString("en-US")} missing copies`}?`,
            explanation:
              "This sets them inactive (lost), so they’re not in stock and can’t be lent. You can undo this.",
            confirmLabel: "Mark missing",
          }}
          action={async () => mark(id, await missingIds(id, isUnmarked), true)}
          onDone={(count) => setMessage(`${countOf(count)} marked missing.`)}
          changes="everything"
        >
          Mark all missing
        </ActionButton>
        {copies.some(isMarkedLost) && (
          <ActionButton
            icon={<Undo2 size={18} />}
            action={async () => mark(id, await missingIds(id, isMarkedLost), false)}
            onDone={(count) => {
              focusOn(button.current); // the pressed button disappears
              setMessage(`${countOf(count)} no longer marked missing.`);
            }}
            changes="everything"
          >
            Undo all marks
          </ActionButton>
        )}
      </Row>
    </>
  );
}

const isUnmarked = ({ isMarked }: ListedCopy) => !isMarked;
const isMarkedLost = ({ isMarked, inactiveReason, isArchived }: ListedCopy) =>
  isMarked && inactiveReason === "lost" && !isArchived;

async function missingIds(id: number, matches: (copy: ListedCopy) => boolean): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const query = { list: "missing" as const, page, pageSize: maxCopies };
    const { data } = await call("GET InventoryCount/GetCopies/{id}", { params: { id }, query });
    ids.push(...data.filter(matches).map(({ inventoryItemId }) => inventoryItemId));
    if (data.length < maxCopies) return ids;
  }
}
