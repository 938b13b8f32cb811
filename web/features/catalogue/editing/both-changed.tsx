import { Alert } from "#web/ui/feedback/alert.tsx";
import styles from "./edit-item.module.css";
import type { ItemFormValues } from "./item-form-values.ts";
import { titleLabels, titleNames } from "#contract/titles/title-record.ts";

/** After two changed the same fields: which they are, and what the other wrote there. */
export function BothChanged({ theirs }: { theirs: Partial<ItemFormValues> }) {
  const both = titleNames.filter((name) => name in theirs);
  if (both.length === 0) return null;
  return (
    <Alert tone="warning" title="You both changed the same fields.">
      <p>Your version is in the form. Saving it replaces theirs:</p>
      <ul className={styles.theirs}>
        {both.map((name) => {
          const value = theirs[name];
          return (
            <li key={name}>
              {titleLabels[name]}
              {typeof value === "string" && <>: “{value}”</>}
            </li>
          );
        })}
      </ul>
    </Alert>
  );
}
