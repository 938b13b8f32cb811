import type { AuditEntry } from "#contract/audit.ts";
import { useState } from "react";
import { Link } from "#web/ui/router/router.tsx";
import { troubleWith } from "#web/lib/filters/day-range.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Search } from "#web/ui/icons.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { DateField } from "#web/ui/forms/text-field.tsx";
import { type AuditFilters, auditFilters, auditKindNames, longestText } from "./audit-filters.ts";
import styles from "./audit.module.css";

type AuditFilterFormProps = {
  filters: AuditFilters;
  people: readonly Pick<AuditEntry, "userId" | "userName">[];
  /** A description of the only active filter, when known. */
  subject: string | undefined;
  onShow: (filters: AuditFilters) => void;
};

/** Filters by kind, actor, text, and days. Use the filters as its key, so that Back resets it. */
export function AuditFilterForm({ filters, people, subject, onShow }: AuditFilterFormProps) {
  const [trouble, setTrouble] = useState(troubleWith(filters));
  const show = (form: URLSearchParams) => {
    const typed = auditFilters.read(form);
    const chosen = { ...typed, subjectId: typed.kind === filters.kind ? filters.subjectId : 0 };
    const wrong = troubleWith(chosen);
    setTrouble(wrong);
    if (wrong) document.getElementById("to")?.focus();
    else onShow(chosen);
  };
  const search = (
    <SearchField
      label="Search the audit"
      name="q"
      placeholder="A title or order number"
      maxLength={longestText}
      defaultValue={filters.text}
    />
  );
  const actions = (
    <>
      <Button type="submit" look="primary" icon={<Search size={18} aria-hidden="true" />}>
        Search
      </Button>
      {auditFilters.isNarrowed(filters) && <Link to={auditFilters.path}>Show everything</Link>}
    </>
  );
  return (
    <div>
      <FilterForm label="Audit" onFilter={show} search={search} searchAbove actions={actions}>
        <SelectField label="What" name="kind" width="full" defaultValue={filters.kind} options={auditKindNames} />
        <SelectField
          label="Who"
          name="user"
          width="full"
          defaultValue={filters.userId}
          options={[
            { value: 0, label: "Everybody" },
            ...people.map(({ userId, userName }) => ({ value: userId, label: userName })),
          ]}
        />
        <DateField label="Start date" name="from" width="full" defaultValue={filters.startDate} />
        <DateField label="End date" name="to" width="full" defaultValue={filters.endDate} error={trouble} />
      </FilterForm>
      {filters.subjectId > 0 && (
        <p className={styles.only}>
          Only changes to {subject ?? `${filters.kind} #${filters.subjectId}`}.{" "}
          <Link to={auditFilters.href({ ...filters, subjectId: 0, page: 1 })}>Clear this filter</Link>
        </p>
      )}
    </div>
  );
}
