import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { maxCopies, type ListedCopy } from "#contract/desk/inventory-counts.ts";
import { Outcomes } from "#web/orders/bulk-actions.tsx";
import { call, refusalOf } from "#web/lib/call.ts";
import { ActionButton, UndoButton, useRefresh } from "#web/ui/actions/action-button.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { Undo2 } from "#web/ui/icons.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { copyName } from "#web/lib/formats.tsx";
import { focusOn } from "#web/ui/accessibility.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Row } from "#web/ui/layout.tsx";

const checkIn = async (inventoryItemId: number) =>
  (await call("POST Returns/CheckIn", { body: { inventoryItemId } })).data.returnId;

export function CheckInScanned({ copy }: { copy: ListedCopy }) {
  const refresh = useRefresh();
  const [returnId, setReturnId] = useState<number>();
  // not awaited, or "Undo" would ignore presses until the lists are refetched
  const after = () => void refresh();
  const name = copyName(copy);
  if (returnId !== undefined) {
    return (
      <UndoButton
        key="only"
        aria-label={`Undo: ${name}`}
        action={() => call("POST Returns/Undo/{id}", { params: { id: returnId } })}
        onDone={() => setReturnId(undefined)}
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
      onDone={setReturnId}
      after={after}
    >
      Check in
    </ActionButton>
  );
}

/** Checks in this page's copies on loan, one after another. Shows refusals at the end. */
export function CheckInAll({ copies }: { copies: readonly ListedCopy[] }) {
  const refresh = useRefresh();
  const out = copies.filter(({ orderId }) => orderId !== null);
  const { mutate, isPending, data } = useMutation({
    mutationFn: async () => {
      const refused: { key: number; words: string }[] = [];
      for (const copy of out) {
        await checkIn(copy.inventoryItemId).catch((error: unknown) => {
          const refusal = refusalOf(error);
          if (!refusal) throw error;
          refused.push({ key: copy.inventoryItemId, words: `${copyName(copy)}: ${refusal.message}` });
        });
      }
      return { done: out.length - refused.length, refused };
    },
    onSettled: refresh,
  });
  return (
    <>
      {data && (
        <Outcomes
          tone={data.refused.length === 0 ? "success" : "warning"}
          title={data.done === 1 ? "1 copy checked in." : `${data.done} copies checked in.`}
          label="Copies not checked in"
          lines={data.refused}
        />
      )}
      {out.length > 0 && (
        <Row>
          <Button busy={isPending} onClick={() => mutate()}>
            {out.length === 1 ? "Check in 1 copy" : `Check in these ${out.length} copies`}
          </Button>
        </Row>
      )}
    </>
  );
}

type Mark = { ids: readonly number[]; isMarking: boolean };

/** Sets missing copies inactive (lost), or undoes that, in batches. Returns how many changed. */
function useMark(id: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ ids, isMarking }: Mark) => {
      let changed = 0;
      for (let first = 0; first < ids.length; first += maxCopies) {
        const request = { params: { id }, body: { inventoryItemIds: ids.slice(first, first + maxCopies) } };
        const { total } = await (isMarking
          ? call("POST InventoryCount/MarkMissing/{id}", request)
          : call("POST InventoryCount/UndoMissing/{id}", request));
        changed += total;
      }
      return changed;
    },
    onSettled: refresh, // also after a failure between batches
  });
}

/** Marks one copy missing, or undoes that. Copies lent, put on hold, or set inactive since get no button. */
export function MarkMissing({ id, copy }: { id: number; copy: ListedCopy }) {
  const { mutate, isPending } = useMark(id);
  const { inventoryItemId, isMarked, isInactive, orderId, heldFor } = copy;
  const canUndo = isMarkedLost(copy);
  if (!canUndo && (isMarked || isInactive || orderId !== null || heldFor !== null)) return null;
  return (
    <Button
      size="small"
      busy={isPending}
      icon={canUndo ? <Undo2 size={18} /> : undefined}
      aria-label={`${canUndo ? "Undo" : "Mark missing"}: ${copyName(copy)}`}
      onClick={() => mutate({ ids: [inventoryItemId], isMarking: !canUndo })}
    >
      {canUndo ? "Undo" : "Mark missing"}
    </Button>
  );
}

type MarkAllProps = {
  id: number;
  total: number;
  /** The current page of the list. */
  copies: readonly ListedCopy[];
};

/** Marks all missing copies, or undoes all marks, including those of earlier days. */
export function MarkAllMissing({ id, total, copies }: MarkAllProps) {
  const confirm = useConfirm();
  const { mutateAsync: change, isPending } = useMark(id);
  const [done, setDone] = useState<string>();
  const [busy, setBusy] = useState(false);
  const mark = useRef<HTMLButtonElement>(null);
  if (total === 0) return null;
  const act = async (isMarking: boolean) => {
    setBusy(true);
    try {
      const ids = await missingIds(id, isMarking ? isUnmarked : isMarkedLost);
      const changed = await change({ ids, isMarking });
      if (!isMarking) focusOn(mark.current); // the pressed button disappears
      const copyCount = changed === 1 ? "1 copy" : `${changed} copies`;
      setDone(isMarking ? `${copyCount} marked missing.` : `${copyCount} no longer marked missing.`);
    } catch {
      // a toast has shown the error, and the list is current
    } finally {
      setBusy(false);
    }
  };
  const press = async () => {
    const isConfirmed = await confirm({
      question: `Mark ${total === 1 ? "the missing copy" : `all ${total.toLocaleString("en-US")} missing copies`}?`,
      explanation: "This sets them inactive (lost), so they’re not in stock and can’t be lent. You can undo this.",
      confirmLabel: "Mark missing",
    });
    if (isConfirmed) await act(true);
  };
  return (
    <>
      {done && <Alert tone="success">{done}</Alert>}
      <Row>
        <Button ref={mark} busy={busy || isPending} onClick={() => void press()}>
          Mark all missing
        </Button>
        {copies.some(isMarkedLost) && (
          <Button icon={<Undo2 size={18} />} busy={busy || isPending} onClick={() => void act(false)}>
            Undo all marks
          </Button>
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
