import type { ReactNode, SubmitEvent } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./filter-form.module.css";

type FilterFormProps = {
  label: string;
  /** Called with the fields' values by name. */
  onFilter: (form: URLSearchParams) => void;
  /** The search box, above the others or twice as wide. */
  search?: ReactNode;
  searchAbove?: boolean;
  /** SelectFields and DateFields of full width. */
  children: ReactNode;
  /** The button, and the link that clears the filters. */
  actions: ReactNode;
};

/**
 * A list's filters in as many columns as fit. Give it those of the address that is being opened (`next`), which are its key, too, so
 * that Back resets it, and nothing resets what is typed while a list is fetched.
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
