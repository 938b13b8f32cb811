import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Copy } from "#contract/catalog.ts";
import type { OrderItem, StaffOrder } from "#contract/circulation.ts";
import type { FoundCopy } from "#contract/desk/search.ts";
import { writeLabel } from "#contract/labels.ts";
import { messages, ownMessages } from "#contract/messages.ts";
import { copyName } from "#web/features/circulation/order-details/copy-name.ts";
import { checkedIn, undoOfCheckIn } from "#web/features/circulation/returns/in-words.ts";
import { useReturns } from "#web/features/circulation/returns/use-returns.ts";
import { useUndo } from "#web/features/circulation/returns/use-undo.ts";
import { resolve } from "#web/features/circulation/scan-box/resolve-query.ts";
import { scanOfSwap, useSwap } from "#web/features/circulation/swaps/use-swaps.ts";
import { WrongCopy } from "#web/features/circulation/swaps/wrong-copy.tsx";
import { isRefusedFor } from "#web/lib/call.ts";
import { keepAction, type Undo } from "#web/ui/code-scanner/session-scans.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { CopyElsewhere, CopyTaken, elsewhereInWords } from "./copy-elsewhere.tsx";
import { useAssignScanned } from "./order-mutations.ts";

type Wrong = { copy: Copy; line: OrderItem };
type Elsewhere = { found: FoundCopy; where: string; line: OrderItem | undefined };
type Taken = { words: string; name: string; undo: Undo };

/**
 * Assigns scanned copies to an order. `offer`: what can be done with one that is elsewhere: it is checked in from there, and
 * checked out here, or swapped with one that the order has.
 */
export function useOrderScan(order: StaffOrder) {
  const assignScanned = useAssignScanned(order);
  const [wrong, setWrong] = useState<Wrong>();
  const [elsewhere, setElsewhere] = useState<Elsewhere>();
  const [taken, setTaken] = useState<Taken>();
  const take = useTake(order);
  const undo = useUndo();
  const clear = () => {
    setWrong(undefined);
    setElsewhere(undefined);
    setTaken(undefined);
  };
  /** Where a copy is, if that is why it cannot be assigned. */
  const look = async (copy: Copy, line: OrderItem | undefined): Promise<string | undefined> => {
    const found = (await resolve(writeLabel(copy))).copies[0];
    const where = found && elsewhereInWords(found, order.orderId);
    if (found && where) setElsewhere({ found, where, line: line && waits(line) ? line : undefined });
    return where;
  };
  /** Gives the id of the check-out. Throws with a sentence when the copy may not be assigned. */
  const assign = async (copy: Copy) => {
    const { inventoryItemId, inventoryId } = copy;
    const line = lineFor(inventoryId, order);
    // read twice: an answer of "assigned" would count one copy as two
    if (copy.orderId === order.orderId) throw new Error("This copy is on this order already.");
    const isAway = copy.isInactive || copy.orderId !== null;
    const where = isAway ? await look(copy, line) : undefined;
    if (line && where && isSwappable(copy, line, order)) setWrong({ copy, line });
    if (where) throw new Error(where);
    if (!line) throw new Error(ownMessages.copyOfAnotherTitle);
    try {
      const changed = await assignScanned({ kind: "assign", orderItemId: line.orderItemId, inventoryItemId });
      return checkOutOf(changed, inventoryItemId);
    } catch (error) {
      const heldFor = isRefusedFor(error, "copy-held") ? await look(copy, line) : undefined;
      if (isSwappable(copy, line, order)) setWrong({ copy, line });
      throw heldFor === undefined ? error : new Error(heldFor);
    }
  };
  const takeFrom = async ({ found, line }: Elsewhere, isForHere: boolean) => {
    const done = await take(found, isForHere ? line : undefined);
    clear();
    setTaken({ ...done, name: copyName(found) });
  };
  const offer = (
    <>
      {taken && (
        <CopyTaken
          key={taken.words}
          words={taken.words}
          name={taken.name}
          onUndo={async () => {
            await undo(taken.undo);
            setTaken(undefined);
            toast(taken.undo.words);
          }}
        />
      )}
      {elsewhere && (
        <CopyElsewhere
          key={elsewhere.found.inventoryItemId}
          copy={elsewhere.found}
          where={elsewhere.where}
          onCheckIn={() => takeFrom(elsewhere, false)}
          onCheckInAndOut={elsewhere.line && (() => takeFrom(elsewhere, true))}
        />
      )}
      {wrong && <SwapHere key={wrong.copy.inventoryItemId} {...wrong} onDone={clear} />}
    </>
  );
  return { assign, offer, clear };
}

/** Offers to swap the copy with one that this line has. */
function SwapHere({ copy, line, onDone }: Wrong & { onDone: () => void }) {
  const client = useQueryClient();
  const { mutate: swap } = useSwap();
  return (
    <WrongCopy
      copy={copy}
      verb="Swap with"
      instead={line.orderInventoryItems.map(({ orderInventoryItemId, inventoryItem }) => ({
        ...inventoryItem,
        orderInventoryItemId,
        where: "on this order",
      }))}
      onSwap={({ orderInventoryItemId }) =>
        new Promise<void>((settled) =>
          swap(
            { orderInventoryItemId, inventoryItemId: copy.inventoryItemId },
            {
              onSuccess: (done) => {
                keepAction(client, scanOfSwap(done));
                onDone();
              },
              onSettled: () => settled(),
            },
          ),
        )
      }
    />
  );
}

/** Checks in a copy from where it is and, for a line, checks it out here: both are one of the session's scans. */
function useTake(order: StaffOrder) {
  const client = useQueryClient();
  const { checkIn } = useReturns();
  const assignScanned = useAssignScanned(order);
  return async (copy: FoundCopy, line: OrderItem | undefined): Promise<Omit<Taken, "name">> => {
    const back = await checkIn(copy.inventoryItemId);
    let done = { words: checkedIn(back), undo: undoOfCheckIn(back) };
    try {
      if (line) {
        const { inventoryItemId } = copy;
        const changed = await assignScanned({ kind: "assign", orderItemId: line.orderItemId, inventoryItemId });
        const checkOutId = checkOutOf(changed, inventoryItemId);
        const words = `Checked in from order #${back.orderId}, and checked out here: ${copyName(copy)}.`;
        if (checkOutId !== undefined) done = { words, undo: { ...done.undo, checkOutId } };
      }
    } catch (error) {
      // it is back, and goes to somebody else first
      const why = (error instanceof Error && error.message) || messages.trouble.reallyWrong;
      done = { ...done, words: `${done.words} Not checked out here: ${why}` };
    }
    keepAction(client, { ...done, isGood: true });
    return done;
  };
}

/** The check-out of a copy that an order has. */
export const checkOutOf = ({ orderItems }: Pick<StaffOrder, "orderItems">, inventoryItemId: number) =>
  orderItems
    .flatMap(({ orderInventoryItems }) => orderInventoryItems)
    .find(({ inventoryItem }) => inventoryItem.inventoryItemId === inventoryItemId)?.orderInventoryItemId;

export const waits = ({ quantity, orderInventoryItems }: OrderItem) => orderInventoryItems.length < quantity;

/** The title's first line that still needs copies; else a full one, which the server refuses. */
function lineFor(inventoryId: number, { orderItems }: StaffOrder): OrderItem | undefined {
  const lines = orderItems.filter(({ inventory }) => inventory.inventoryId === inventoryId);
  return lines.find(waits) ?? lines[0];
}

/** A copy that this order does not have, and could have instead of one that it has. */
const isSwappable = (copy: Copy, { orderInventoryItems }: OrderItem, { orderId }: StaffOrder) =>
  !copy.isInactive && copy.orderId !== orderId && orderInventoryItems.length > 0;
