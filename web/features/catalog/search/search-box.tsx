import { useLanguage } from "#web/language/use-language.ts";
import type { SubmitEvent } from "react";
import { useNavigate } from "#web/ui/router/router.tsx";
import { addressOfFilters } from "#web/features/catalog/filters.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import styles from "./search-box.module.css";

export function SearchBox({ placeholder }: { placeholder?: string }) {
  const navigate = useNavigate();
  const { t } = useLanguage();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get("search");
    void navigate(addressOfFilters({ text: typeof text === "string" ? text : "" }));
  };
  return (
    // without script it still leads to the inventory
    <search>
      <form className={styles.box} action="/user/inventories" onSubmit={submit}>
        <input type="hidden" name="instock" value="yes" />
        <SearchField
          name="search"
          label={t("Search the inventory")}
          placeholder={placeholder}
          maxLength={200}
          className={styles.field}
        />
        <Button type="submit" look="primary">
          {t("Search")}
        </Button>
      </form>
    </search>
  );
}
