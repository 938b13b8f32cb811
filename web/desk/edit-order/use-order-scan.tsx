import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OrderItem, StaffOrder } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { FoundCopy } from "#contract/desk/search.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import {
  checkInWords,
  scanOfSwap,
  undoOfCheckIn,
  undoOfCheckOut,
  useDesk,
  useReturns,
} from "#web/orders/use-returns.ts";
import type { Done } from "#web/desk/scanning/use-scanning.ts";
import { isRefusedFor } from "#web/lib/call.ts";
import { ActionButton, UndoButton } from "#web/ui/actions/action-button.tsx";
import { recordAction, type Undo } from "#web/ui/code-scanner/session-scans.ts";
import { PackageCheck } from "#web/ui/icons.tsx";
import { OrderLink } from "#web/orders/order-parts.tsx";
import { useAssignScanned } from "./order-mutations.ts";
import { SwapOffer } from "#web/desk/scanning/swap-offer.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { copyName } from "#web/lib/formats.tsx";

type Wrong = { copy: FoundCopy; line: OrderItem };
type Elsewhere = { copy: FoundCopy; where: string; line: OrderItem | undefined };
type Taken = { words: string; name: string; undo: Undo };

/** Assigns scanned copies to an order. For a copy from elsewhere, `offer` suggests a check-in or a swap. */
export function useOrderScan(order: StaffOrder) {
  const assignScanned = useAssignScanned();
  const [{ wrong, elsewhere, taken }, setOffered] = useState<{ wrong?: Wrong; elsewhere?: Elsewhere; taken?: Taken }>(
    {},
  );
  const take = useTake();
  const { undo } = useReturns();
  const clear = () => setOffered({});
  const onCopy = async (copy: FoundCopy): Promise<Done> => {
    const { inventoryItemId, inventoryId } = copy;
    // for a second scan of the same copy, "assigned" would count it twice
    if (copy.order?.orderId === order.orderId) throw new Error("This copy is already on this order.");
    const line = lineFor(inventoryId, order);
    const refuse = (isElsewhere: boolean): string | undefined => {
      const where = isElsewhere ? elsewhereInWords(copy) : undefined;
      setOffered({
        ...(where && { elsewhere: { copy, where, line: line && waits(line) ? line : undefined } }),
        ...(line && !copy.isInactive && line.orderInventoryItems.length > 0 && { wrong: { copy, line } }),
      });
      return where;
    };
    if (copy.isInactive || copy.order) {
      const where = refuse(true);
      if (where) throw new Error(where);
    }
    if (!line) throw new Error(ownMessages.copyOfAnotherTitle);
    try {
      const response = await assignScanned({ kind: "assign", orderItemId: line.orderItemId, inventoryItemId });
      return { words: `${messages.done.skuAssigned} ${copyName(copy)}.`, undo: undoOfCheckOut(copy, response) };
    } catch (error) {
      const where = refuse(isRefusedFor(error, "copy-held"));
      throw where === undefined ? error : new Error(where);
    }
  };
  const takeFrom = async ({ copy, line }: Elsewhere, isForHere: boolean) => {
    const result = await take(copy, isForHere ? line : undefined);
    setOffered({ taken: { ...result, name: copyName(copy) } });
  };
  const offer = (
    <>
      {taken && (
        <Alert key={taken.words} tone="success" title={taken.words}>
          <Row>
            <UndoButton
              aria-label={`Undo ${taken.name}`}
              action={async () => {
                await undo(taken.undo);
                clear();
                toast(taken.undo.words);
              }}
            />
          </Row>
        </Alert>
      )}
      {elsewhere && (
        <CopyElsewhere
          key={elsewhere.copy.inventoryItemId}
          copy={elsewhere.copy}
          where={elsewhere.where}
          onCheckIn={() => takeFrom(elsewhere, false)}
          onCheckInAndOut={elsewhere.line && (() => takeFrom(elsewhere, true))}
        />
      )}
      {wrong && <SwapHere key={wrong.copy.inventoryItemId} {...wrong} onDone={clear} />}
    </>
  );
  return { onCopy, offer, clear };
}

function SwapHere({ copy, line, onDone }: Wrong & { onDone: () => void }) {
  const client = useQueryClient();
  const { swap } = useDesk();
  return (
    <SwapOffer
      copy={copy}
      verb="Swap with"
      instead={line.orderInventoryItems.map(({ orderInventoryItemId, inventoryItem }) => ({
        ...inventoryItem,
        orderInventoryItemId,
        where: "on this order",
      }))}
      onSwap={async ({ orderInventoryItemId }) => {
        recordAction(client, scanOfSwap(await swap({ orderInventoryItemId, inventoryItemId: copy.inventoryItemId })));
        onDone();
      }}
    />
  );
}

/** Checks in a copy elsewhere and, if a line needs it, checks it out here. Both count as one scan of the session. */
function useTake() {
  const client = useQueryClient();
  const { checkIn } = useReturns();
  const assignScanned = useAssignScanned();
  return async (copy: FoundCopy, line: OrderItem | undefined): Promise<Omit<Taken, "name">> => {
    const returnedCopy = await checkIn(copy.inventoryItemId);
    let result = { words: checkInWords(returnedCopy), undo: undoOfCheckIn(returnedCopy) };
    try {
      if (line) {
        const { inventoryItemId } = copy;
        const response = await assignScanned({ kind: "assign", orderItemId: line.orderItemId, inventoryItemId });
        const words = `Checked in from order #${returnedCopy.orderId}, and checked out here: ${copyName(copy)}.`;
        const eventIds = [...undoOfCheckOut(copy, response).eventIds, ...result.undo.eventIds];
        result = { words, undo: { ...result.undo, eventIds } };
      }
    } catch (error) {
      // the check-in stays, because the copy goes to someone else first
      const reason = (error instanceof Error && error.message) || messages.trouble.reallyWrong;
      result = { ...result, words: `${result.words} Not checked out here: ${reason}` };
    }
    recordAction(client, { ...result, isGood: true });
    return result;
  };
}

export const waits = ({ quantity, orderInventoryItems }: OrderItem) => orderInventoryItems.length < quantity;

/** Returns the title's first line that still needs copies, or else a full one, which the server refuses. */
function lineFor(inventoryId: number, { orderItems }: StaffOrder): OrderItem | undefined {
  const lines = orderItems.filter(({ inventory }) => inventory.inventoryId === inventoryId);
  return lines.find(waits) ?? lines[0];
}

/** Returns where a copy is if it isn't on the shelf, or undefined if it seems available. */
function elsewhereInWords({ order, lostFrom, heldFor }: FoundCopy): string | undefined {
  const nameOf = (other: NonNullable<FoundCopy["order"]>) =>
    `order #${other.orderId}, ${other.borrowerName}, ${other.schoolName}`;
  if (order) {
    return order.statusId === statuses.shipped
      ? `It’s on loan with ${nameOf(order)}.`
      : `It’s packed for ${nameOf(order)}, which hasn’t shipped.`;
  }
  if (lostFrom) return `It was declared lost from ${nameOf(lostFrom)}.`;
  return heldFor ? `It’s on hold for ${heldFor.borrowerName}, ${heldFor.schoolName}.` : undefined;
}

const isToCheckIn = ({ order, lostFrom }: FoundCopy): boolean =>
  order?.statusId === statuses.shipped || (!order && lostFrom !== null);

type CopyElsewhereProps = {
  copy: FoundCopy;
  where: string;
  onCheckIn: () => Promise<void>;
  /** Set if a line of the order needs the copy. */
  onCheckInAndOut?: (() => Promise<void>) | undefined;
};

function CopyElsewhere({ copy, where, onCheckIn, onCheckInAndOut }: CopyElsewhereProps) {
  const from = copy.order ?? copy.lostFrom;
  return (
    <Alert tone="warning" title={`${copyName(copy)}, ${copy.title}`}>
      <Stack>
        <p>
          {where} {from && <OrderLink orderId={from.orderId}>Open order</OrderLink>}
        </p>
        {isToCheckIn(copy) && (
          <Row>
            {onCheckInAndOut && (
              <ActionButton look="primary" icon={<PackageCheck size={18} />} action={onCheckInAndOut}>
                Check in, then check out here
              </ActionButton>
            )}
            <ActionButton icon={<PackageCheck size={18} />} action={onCheckIn}>
              {onCheckInAndOut ? "Check in only" : "Check in"}
            </ActionButton>
          </Row>
        )}
      </Stack>
    </Alert>
  );
}
