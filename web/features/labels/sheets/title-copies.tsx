import type { ReactNode } from "react";
import { TitleText } from "#web/language/title-text.tsx";
import type { LabelCopy } from "#contract/labels.ts";
import { copyName } from "#web/features/labels/copy-name.ts";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { type CopyGroup, skusOf } from "./copy-groups.ts";
import styles from "./label-sheets.module.css";

/** The selected copies, and a function to change some of them. */
export type Choice = {
  chosen: ReadonlySet<number>;
  onToggle: (copies: readonly LabelCopy[], isChosen: boolean) => void;
};

type CopyBoxProps = Choice & { copy: LabelCopy; label?: ReactNode; hint?: string };

/** A checkbox for one copy, named like its label by default. */
export function CopyBox({ copy, label = copyName(copy), hint, chosen, onToggle }: CopyBoxProps) {
  return (
    <CheckboxField
      id={`copy-${copy.inventoryItemId}`}
      label={label}
      hint={hint}
      checked={chosen.has(copy.inventoryItemId)}
      onChange={({ target }) => onToggle([copy], target.checked)}
    />
  );
}

/** A title: one checkbox for all its copies, and collapsed below it one for each. */
export function TitleCopies({ group, chosen, onToggle }: Choice & { group: CopyGroup }) {
  const { copies, isTitleShown } = group;
  const title = <TitleText of={group} />;
  const [only] = copies;
  const shortened = isTitleShown ? undefined : "title cut off on the label";
  if (only && copies.length === 1) {
    const hint = [copyName(only), shortened].filter(Boolean).join(" · ");
    return <CopyBox copy={only} label={title} hint={hint} chosen={chosen} onToggle={onToggle} />;
  }
  const count = copies.filter(({ inventoryItemId }) => chosen.has(inventoryItemId)).length;
  const isSome = count > 0 && count < copies.length;
  return (
    <>
      <CheckboxField
        id={`title-${group.inventoryId}`}
        label={title}
        hint={[isSome ? `${count} of ${copies.length} copies` : `All ${copies.length} copies`, skusOf(group), shortened]
          .filter(Boolean)
          .join(" · ")}
        // the indeterminate state has no attribute
        ref={(box) => {
          if (box) box.indeterminate = isSome;
        }}
        checked={count === copies.length}
        onChange={({ target }) => onToggle(copies, target.checked)}
      />
      <details className={styles.single}>
        <summary>
          Individual copies<VisuallyHidden> of {title}</VisuallyHidden>
        </summary>
        <ul className={styles.copies}>
          {copies.map((copy) => (
            <li key={copy.inventoryItemId}>
              <CopyBox copy={copy} chosen={chosen} onToggle={onToggle} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
