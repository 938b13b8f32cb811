import { useState } from "react";
import type { OrderItem, StaffOrder } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { partInWords, partsOf } from "#contract/catalog/parts.ts";
import { isClosed, isWaiting } from "#web/orders/status.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { keptWork } from "#web/lib/kept-work.ts";
import { Button, IconButton } from "#web/ui/actions/button.tsx";
import { CircleCheck, ListChecks, PackageCheck, Undo2, X } from "#web/ui/icons.tsx";
import styles from "./check-out-lines.module.css";
import type { CopyChange } from "./order-mutations.ts";
import { Row } from "#web/ui/layout.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { CheckboxField } from "#web/ui/forms/choice-fields.tsx";
import { FieldGroup } from "#web/ui/forms/field-groups.tsx";
import { Link } from "#web/ui/router.tsx";
import { copyName } from "#web/lib/formats.tsx";

/** Keeps the checked parts when staff leave the page and come back. Only this tab needs them. */
const packedParts = keptWork<readonly string[]>();

/** Counts the parts of an order's checked-out copies that aren't checked as packed in this tab. */
export function partsLeft({ orderItems }: Pick<StaffOrder, "orderItems">): number {
  const packedNames = new Set(packedParts.find("packing"));
  const all = orderItems.flatMap(({ inventory, orderInventoryItems }) =>
    orderInventoryItems.flatMap(({ orderInventoryItemId }) =>
      partsOf(inventory.parts).map(({ name }) => fieldName(orderInventoryItemId, name)),
    ),
  );
  return all.filter((name) => !packedNames.has(name)).length;
}

const fieldName = (loanId: number, part: string) => `pack-${loanId}-${part}`;

function PartsToPack({ line: { inventory, orderInventoryItems } }: { line: OrderItem }) {
  const [packedNames, setPackedNames] = useState(() => packedParts.find("packing") ?? []);
  const mark = (name: string, isPacked: boolean) => {
    const others = (packedParts.find("packing") ?? []).filter((other) => other !== name);
    const names = isPacked ? [...others, name] : others;
    packedParts.keep("packing", names);
    setPackedNames(names);
  };
  const parts = partsOf(inventory.parts);
  if (parts.length === 0) return null;
  return orderInventoryItems.map(({ orderInventoryItemId, inventoryItem }) => {
    const nameOf = (part: string) => fieldName(orderInventoryItemId, part);
    const left = parts.filter(({ name }) => !packedNames.includes(nameOf(name))).length;
    return (
      <FieldGroup key={orderInventoryItemId} label={`Parts of ${copyName(inventoryItem)}`}>
        <div className={styles.parts}>
          {parts.map((part) => (
            <CheckboxField
              key={part.name}
              label={partInWords(part)}
              name={nameOf(part.name)}
              checked={packedNames.includes(nameOf(part.name))}
              onChange={({ target }) => mark(nameOf(part.name), target.checked)}
            />
          ))}
        </div>
        <p className={left === 0 ? styles.done : styles.waiting}>
          {left === 0 && <CircleCheck size={16} />}
          {left === 0 ? "All parts packed" : left === 1 ? "1 part to pack" : `${left} parts to pack`}
        </p>
      </FieldGroup>
    );
  });
}

type CheckOutLineProps = {
  line: OrderItem;
  /** The order's saved status, not the form's. */
  statusId: number;
  busyWith: CopyChange["kind"] | undefined;
  onChoose: () => void;
  onChange: (change: CopyChange) => void;
};

/** Returns the id of a line's Check-out button, which other components focus. */
export const checkOutId = (orderItemId: number) => `check-out-${orderItemId}`;

export function CheckOutLine(props: CheckOutLineProps) {
  const { line, statusId } = props;
  const { orderItemId, inventory, quantity, orderInventoryItems } = line;
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <Link to={`/admin/viewitem/${inventory.inventoryId}`} className={styles.title}>
          <TitleText of={inventory} />
        </Link>
        <p className={styles.meta}>
          <span>
            #{inventory.referenceNumber} · {inventory.categoryName}
            {inventory.shelfLocation && ` · Shelf ${inventory.shelfLocation}`}
          </span>
          <Progress out={orderInventoryItems.length} of={quantity} isClosed={isClosed(statusId)} />
        </p>
      </div>
      <div className={styles.work}>
        {orderInventoryItems.length > 0 && (
          <ul className={styles.copies} aria-label="Copies checked out">
            {orderInventoryItems.map(({ orderInventoryItemId, inventoryItem }) => (
              <li key={orderInventoryItemId} className={styles.copy}>
                {copyName(inventoryItem)}
                {inventoryItem.shelfLocation && ` · Shelf ${inventoryItem.shelfLocation}`}
                {statusId === statuses.processing && (
                  <IconButton
                    label={`Remove ${copyName(inventoryItem)}`}
                    size="small"
                    icon={<X size={16} />}
                    onClick={() => props.onChange({ kind: "remove", orderItemId, orderInventoryItemId })}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        <Actions {...props} />
      </div>
      {isWaiting(statusId) && <PartsToPack line={line} />}
    </li>
  );
}

function Progress({ out, of, isClosed }: { out: number; of: number; isClosed: boolean }) {
  if (isClosed) return <span>{of === 1 ? "1 copy" : `${of} copies`}</span>;
  if (out < of) return <span className={styles.waiting}>{`${out} of ${of} checked out`}</span>;
  return (
    <span className={styles.done}>
      <CircleCheck size={16} /> {`${out} of ${of} checked out`}
    </span>
  );
}

function Actions({ line, statusId, busyWith, onChoose, onChange }: CheckOutLineProps) {
  const { orderItemId, inventory } = line;
  const { inventoryId } = inventory;
  const missing = line.quantity - line.orderInventoryItems.length;
  const ofTitle = (
    <VisuallyHidden>
      {" "}
      of <TitleText of={inventory} />
    </VisuallyHidden>
  );
  if (isClosed(statusId)) return null;
  return (
    <Row>
      {missing > 0 && (
        <>
          <Button
            id={checkOutId(orderItemId)}
            look="primary"
            size="small"
            busy={busyWith === "check out"}
            icon={<PackageCheck size={18} />}
            onClick={() => onChange({ kind: "check out", orderItemId, inventoryId, quantity: missing })}
          >
            Check-out<VisuallyHidden> {missing === 1 ? "1 copy" : `${missing} copies`}</VisuallyHidden>
            {ofTitle}
          </Button>
          <Button size="small" icon={<ListChecks size={18} />} onClick={onChoose}>
            Choose a copy{ofTitle}
          </Button>
        </>
      )}
      {line.orderInventoryItems.length > 0 && (
        <Button
          size="small"
          busy={busyWith === "undo"}
          icon={<Undo2 size={18} />}
          onClick={() => onChange({ kind: "undo", orderItemId })}
        >
          Undo<VisuallyHidden> the check-out</VisuallyHidden>
          {ofTitle}
        </Button>
      )}
    </Row>
  );
}
