import { useState } from "react";
import type { OrderItem, StaffOrder } from "#contract/circulation.ts";
import { partInWords, partsOf } from "#contract/titles/parts.ts";
import { copyName } from "#web/features/circulation/order-details/copy-name.ts";
import { keptWork } from "#web/lib/kept-work.ts";
import { CircleCheck } from "#web/ui/icons.tsx";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";
import { FieldGroup } from "#web/ui/forms/field-group.tsx";
import styles from "./check-out-lines.module.css";

/** Outlives the page, for the way back to an order: a help while packing, which nobody else needs to see. */
const ticks = keptWork<readonly string[]>();

function useTicked() {
  const [ticked, setTicked] = useState(() => ticks.find("packing") ?? []);
  const tick = (name: string, isIn: boolean) => {
    const others = (ticks.find("packing") ?? []).filter((one) => one !== name);
    const now = isIn ? [...others, name] : others;
    ticks.keep("packing", now);
    setTicked(now);
  };
  return { ticked, tick };
}

/** How many parts of what an order has checked out are not ticked in this tab. */
export function partsLeft({ orderItems }: Pick<StaffOrder, "orderItems">): number {
  const ticked = new Set(ticks.find("packing"));
  const all = orderItems.flatMap(({ inventory, orderInventoryItems }) =>
    orderInventoryItems.flatMap(({ orderInventoryItemId }) =>
      partsOf(inventory.parts).map(({ name }) => tickName(orderInventoryItemId, name)),
    ),
  );
  return all.filter((name) => !ticked.has(name)).length;
}

const tickName = (loanId: number, part: string) => `pack-${loanId}-${part}`;

/** The parts of each copy of a line, to tick while they go into the parcel. */
export function PartsToPack({ line: { inventory, orderInventoryItems } }: { line: OrderItem }) {
  const { ticked, tick } = useTicked();
  const parts = partsOf(inventory.parts);
  if (parts.length === 0) return null;
  return orderInventoryItems.map(({ orderInventoryItemId, inventoryItem }) => {
    const nameOf = (part: string) => tickName(orderInventoryItemId, part);
    const left = parts.filter(({ name }) => !ticked.includes(nameOf(name))).length;
    return (
      <FieldGroup key={orderInventoryItemId} label={`Parts of ${copyName(inventoryItem)}`}>
        <div className={styles.parts}>
          {parts.map((part) => (
            <CheckboxField
              key={part.name}
              label={partInWords(part)}
              name={nameOf(part.name)}
              checked={ticked.includes(nameOf(part.name))}
              onChange={({ target }) => tick(nameOf(part.name), target.checked)}
            />
          ))}
        </div>
        <p className={left === 0 ? styles.done : styles.waiting}>
          {left === 0 && <CircleCheck size={16} />}
          {left === 0 ? "Every part is in" : left === 1 ? "1 part to pack" : `${left} parts to pack`}
        </p>
      </FieldGroup>
    );
  });
}
