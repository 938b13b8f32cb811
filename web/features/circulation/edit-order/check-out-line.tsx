import { TitleText } from "#web/language/title-text.tsx";
import { statuses } from "#contract/codes.ts";
import { CircleCheck, ListChecks, PackageCheck, Undo2, X } from "#web/ui/icons.tsx";
import { Link } from "#web/ui/router/router.tsx";
import type { OrderItem } from "#contract/circulation.ts";
import { copyName } from "#web/features/circulation/order-details/copy-name.ts";
import { isClosed, isWaiting } from "#web/features/circulation/status/is-closed.ts";
import { Button, IconButton } from "#web/ui/actions/button.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import styles from "./check-out-lines.module.css";
import { PartsToPack } from "./parts-to-pack.tsx";
import type { CopyChange } from "./order-mutations.ts";

type CheckOutLineProps = {
  line: OrderItem;
  /** The order's saved status, not the form's. */
  statusId: number;
  busyWith: CopyChange["kind"] | undefined;
  onChoose: () => void;
  onChange: (wanted: CopyChange) => void;
};

/** The id of the Check-out button of a line, which receives the focus from elsewhere. */
export const checkOutId = (orderItemId: number) => `check-out-${orderItemId}`;

/** One title of an order: its progress, its copies, and the actions. */
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
            {inventory.shelfPlace && ` · Shelf ${inventory.shelfPlace}`}
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
                {inventoryItem.shelfPlace && ` · Shelf ${inventoryItem.shelfPlace}`}
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
  const of = (
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
            {of}
          </Button>
          <Button size="small" icon={<ListChecks size={18} />} onClick={onChoose}>
            Choose a copy{of}
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
          {of}
        </Button>
      )}
    </Row>
  );
}
