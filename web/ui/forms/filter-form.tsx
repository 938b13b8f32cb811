import type { ReactNode, SubmitEvent } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./filter-form.module.css";

type FilterFormProps = {
  label: string;
  /** Called with the fields' values by name. */
  onFilter: (form: URLSearchParams) => void;
  /** The search box, above the other fields or twice as wide. */
  search?: ReactNode;
  searchAbove?: boolean;
  /** SelectFields and DateFields of full width. */
  children: ReactNode;
  /** The button, and the link that clears the filters. */
  actions: ReactNode;
};

/**
 * A list's filters. Use the filters of the requested address (`next`) as values and as the key, so that Back resets the
 * form but a running fetch does not.
 */
export function FilterForm({ label, onFilter, search, searchAbove, children, actions }: FilterFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)];
    onFilter(
      new URLSearchParams(entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []))),
    );
  };
  return (
    <search aria-label={label}>
      <form className={styles.form} noValidate onSubmit={submit}>
        {search && <div className={cx(styles.search, searchAbove && styles.above)}>{search}</div>}
        {children}
        <div className={styles.actions}>{actions}</div>
      </form>
    </search>
  );
}
