import { useRef } from "react";
import { messages } from "#contract/messages.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { focusOn } from "#web/lib/focus-on.ts";
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
  const box = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = (wish: Wish) => {
    onChange(wishes.filter((one) => one !== wish));
    focusOn(wishes.length === 1 ? box.current : heading.current); // the pressed button goes
  };
  return (
    <div ref={box}>
      {wishes.length === 0 && <p className={styles.none}>No titles yet.</p>}
      {wishes.length > 0 && (
        <h3 ref={heading} className={styles.heading}>
          On this order
        </h3>
      )}
      {wishes.length > 0 && (
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
                <IconButton label={`Remove ${wish.item.title}`} icon={<X size={18} />} onClick={() => remove(wish)} />
              </Row>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const problemInWords = (problem: QuantityProblem, wish: Wish) =>
  problem === "missing" ? messages.field.quantityRequired : whyNoMore(wish);
