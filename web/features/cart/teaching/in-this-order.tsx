import type { Item } from "#contract/catalog.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";
import styles from "./on-days.module.css";

type InThisOrderProps = {
  item: Item;
  /** The titles that are for an order of their own. */
  left: readonly number[];
  onLeave: (left: readonly number[]) => void;
};

/** Leaves a title of the cart out of the order. */
export function InThisOrder({ item: { inventoryId, title }, left, onLeave }: InThisOrderProps) {
  const { t } = useLanguage();
  const isLeft = left.includes(inventoryId);
  return (
    <CheckboxField
      label={t("In this order")}
      aria-label={t("In this order: {title}", { title })}
      hint={isLeft && t("It stays in your cart, for an order of its own.")}
      name={`in-order-${inventoryId}`}
      checked={!isLeft}
      onChange={() => onLeave(isLeft ? left.filter((id) => id !== inventoryId) : [...left, inventoryId])}
    />
  );
}

/** Says that a cart can be ordered in parts. */
export function OtherDays() {
  const { t } = useLanguage();
  return <p className={styles.hint}>{t("Something for other days? Take it out of this order, and order it next.")}</p>;
}
