import { messages } from "#contract/messages.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { IconButton } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { X } from "#web/ui/icons.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import type { QuantityProblem } from "#web/ui/quantity/quantity.ts";
import { QuantityStepper } from "#web/ui/quantity/quantity-stepper.tsx";
import { leftInWords, mostOf, whyNoMore, type Wish } from "./wish.ts";
import styles from "./wishes.module.css";

type WishListProps = { wishes: readonly Wish[]; onChange: (wishes: Wish[]) => void };

/** The titles of an order that is being put together: each with its quantity, and with what is in stock besides. */
export function WishList({ wishes, onChange }: WishListProps) {
  if (wishes.length === 0) return <p className={styles.none}>No titles yet.</p>;
  return (
    <div>
      <h3 className={styles.heading}>On this order</h3>
      <ul className={styles.found} aria-label="Titles of the order">
        {wishes.map((wish) => (
          <li key={wish.item.inventoryId} className={styles.row}>
            <div className={styles.words}>
              <span className={styles.title}>
                <TitleText of={wish.item} />
              </span>
              <span className={styles.side}>
                #{wish.item.referenceNumber} · {leftInWords(wish)}
              </span>
            </div>
            <Row>
              <QuantityStepper
                label={`Quantity of ${wish.item.title}`}
                labelHidden
                value={wish.quantity}
                max={mostOf(wish)}
                onChange={(quantity) => onChange(wishes.map((one) => (one === wish ? { ...wish, quantity } : one)))}
                onInvalid={(problem) => toast(problemInWords(problem, wish), "error")}
              />
              <IconButton
                label={`Remove ${wish.item.title}`}
                icon={<X size={18} />}
                onClick={() => onChange(wishes.filter((one) => one !== wish))}
              />
            </Row>
          </li>
        ))}
      </ul>
    </div>
  );
}

const problemInWords = (problem: QuantityProblem, wish: Wish) =>
  problem === "missing" ? messages.field.quantityRequired : whyNoMore(wish);
