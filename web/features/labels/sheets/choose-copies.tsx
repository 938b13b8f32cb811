import type { LabelCopy } from "#contract/labels/labels.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import styles from "./label-sheets.module.css";

type ChooseCopiesProps = {
  copies: readonly LabelCopy[];
  /** Copies that there are; more than `copies` when one file cannot hold them all. */
  total: number;
  chosen: ReadonlySet<number>;
  /** Only copies of one title are listed. */
  isOneTitle: boolean;
  onChoose: (ids: number[]) => void;
};

/** Which copies get a label: all, those without one, or the ticked ones. */
export function ChooseCopies({ copies, total, chosen, isOneTitle, onChoose }: ChooseCopiesProps) {
  const idsOf = (some: readonly LabelCopy[]) => some.map(({ inventoryItemId }) => inventoryItemId);
  const without = copies.filter(({ labelPrintedAt }) => labelPrintedAt === null);
  const toggle = (id: number, isChosen: boolean) =>
    onChoose(idsOf(copies).filter((each) => (each === id ? isChosen : chosen.has(each))));
  return (
    <Card heading="Copies">
      <Row>
        {isOneTitle && (
          <Button size="small" onClick={() => onChoose(idsOf(copies))}>
            All copies of this title ({copies.length})
          </Button>
        )}
        <Button size="small" onClick={() => onChoose(idsOf(without))}>
          All without a printed label ({without.length})
        </Button>
        <Button size="small" look="quiet" onClick={() => onChoose([])}>
          None
        </Button>
      </Row>
      {total > copies.length && (
        <p className={styles.hint}>
          The first {copies.length} of {total} are listed; print them, and the next ones follow.
        </p>
      )}
      <p aria-live="polite">
        {chosen.size} of {copies.length} chosen
      </p>
      <ul className={styles.copies}>
        {copies.map((copy) => (
          <li key={copy.inventoryItemId}>
            <CheckboxField
              id={`copy-${copy.inventoryItemId}`}
              label={`#${copy.skuNumber} copy ${copy.copyNumber}`}
              hint={[
                !isOneTitle && copy.title,
                copy.labelPrintedAt === null ? "no printed label" : "label printed",
                copy.isInactive && "inactive",
              ]
                .filter(Boolean)
                .join(" · ")}
              checked={chosen.has(copy.inventoryItemId)}
              onChange={({ target }) => toggle(copy.inventoryItemId, target.checked)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
