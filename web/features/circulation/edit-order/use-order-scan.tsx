import { useState } from "react";
import type { Copy } from "#contract/catalog.ts";
import type { OrderItem, StaffOrder } from "#contract/circulation.ts";
import { ownMessages } from "#contract/messages.ts";
import { useSwap } from "#web/features/circulation/swaps/use-swaps.ts";
import { WrongCopy } from "#web/features/circulation/swaps/wrong-copy.tsx";
import { useAssignScanned } from "./order-mutations.ts";

/** Assigns scanned copies to an order. `wrongCopy` offers to swap one that cannot be assigned with one that is. */
export function useOrderScan(order: StaffOrder) {
  const assignScanned = useAssignScanned(order);
  const [wrong, setWrong] = useState<{ copy: Copy; line: OrderItem }>();
  const { mutate: swap } = useSwap();
  /** Gives the id of the check-out. Throws with a sentence when the copy may not be assigned. */
  const assign = async (copy: Copy) => {
    setWrong(undefined);
    const { inventoryItemId, inventoryId } = copy;
    const line = lineFor(inventoryId, order);
    if (!line) throw new Error(ownMessages.copyOfAnotherTitle);
    try {
      const changed = await assignScanned({ kind: "assign", orderItemId: line.orderItemId, inventoryItemId });
      return checkOutOf(changed, inventoryItemId);
    } catch (error) {
      if (isSwappable(copy, line, order)) setWrong({ copy, line });
      throw error;
    }
  };
  const wrongCopy = wrong && (
    <WrongCopy
      key={wrong.copy.inventoryItemId}
      copy={wrong.copy}
      verb="Swap with"
      instead={wrong.line.orderInventoryItems.map(({ orderInventoryItemId, inventoryItem }) => ({
        ...inventoryItem,
        orderInventoryItemId,
        where: "on this order",
      }))}
      onSwap={({ orderInventoryItemId }) => {
        const { inventoryItemId } = wrong.copy;
        return new Promise<void>((settled) =>
          swap(
            { orderInventoryItemId, inventoryItemId },
            { onSuccess: () => setWrong(undefined), onSettled: () => settled() },
          ),
        );
      }}
    />
  );
  return { assign, wrongCopy };
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
