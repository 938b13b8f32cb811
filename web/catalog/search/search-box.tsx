import { useLanguage } from "#web/language/use-language.ts";
import type { SubmitEvent } from "react";
import { addressOfFilters } from "#web/catalog/filters.ts";
import { SuggestingField } from "./suggesting-field.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { cx } from "#web/ui/cx.ts";
import styles from "./search-box.module.css";
import { useNavigate } from "#web/ui/router.tsx";

/** Leads to the inventory search. In the header its label is for screen readers only. */
export function SearchBox({ inHeader = false }: { inHeader?: boolean }) {
  const navigate = useNavigate();
  const { t } = useLanguage();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get("search");
    void navigate(addressOfFilters({ text: typeof text === "string" ? text : "" }));
  };
  return (
    // works without JavaScript, too
    <search>
      <form className={cx(styles.box, inHeader && styles.inHeader)} action="/user/inventories" onSubmit={submit}>
        <input type="hidden" name="instock" value="yes" />
        <SuggestingField
          name="search"
          label={t("Search the inventory")}
          labelHidden={inHeader}
          placeholder={t("Title, topic, SKU")}
          className={styles.field}
        />
        <Button type="submit" look={inHeader ? "secondary" : "primary"}>
          {t("Search")}
        </Button>
      </form>
    </search>
  );
}
