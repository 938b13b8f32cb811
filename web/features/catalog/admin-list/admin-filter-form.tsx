import { useQuery } from "@tanstack/react-query";
import { Link } from "#web/ui/router/router.tsx";
import { categoriesQuery, gradesQuery, subjectsQuery } from "#web/features/catalog/catalog-queries.ts";
import { Search } from "#web/ui/icons.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { type AdminFilters, adminFilters } from "./admin-filters.ts";

type AdminFilterFormProps = { filters: AdminFilters; onSearch: (filters: AdminFilters) => void };

const all = { value: 0, label: "All" };

/** Filters by text, category, subject, and grade. Use the filters as its key, so that Back resets it. */
export function AdminFilterForm({ filters, onSearch }: AdminFilterFormProps) {
  const categories = useQuery(categoriesQuery).data ?? [];
  const subjects = useQuery(subjectsQuery).data ?? [];
  const grades = useQuery(gradesQuery).data ?? [];
  const box = (
    <SearchField
      label="Search"
      name="q"
      placeholder="Title, topic or SKU"
      maxLength={200}
      defaultValue={filters.text}
    />
  );
  const actions = (
    <>
      <Button type="submit" look="primary" icon={<Search size={18} />}>
        Search
      </Button>
      {adminFilters.isNarrowed(filters) && <Link to={adminFilters.path}>Show everything</Link>}
    </>
  );
  return (
    <FilterForm label="Inventory" onFilter={(form) => onSearch(adminFilters.read(form))} search={box} actions={actions}>
      <SelectField
        label="Category"
        name="category"
        width="full"
        defaultValue={filters.category}
        // the key: its options load after the selection
        key={`category ${categories.length}`}
        options={[
          all,
          ...categories.map(({ categoryId, categoryName }) => ({ value: categoryId, label: categoryName })),
        ]}
      />
      <SelectField
        label="Subject"
        name="subject"
        width="full"
        defaultValue={filters.subject}
        key={`subject ${subjects.length}`}
        options={[all, ...subjects.map(({ subjectId, subjectName }) => ({ value: subjectId, label: subjectName }))]}
      />
      <SelectField
        label="Grade"
        name="grade"
        width="full"
        defaultValue={filters.grade}
        key={`grade ${grades.length}`}
        // the first is "All grades"
        options={
          grades.length === 0
            ? [all]
            : grades.map(({ gradeId, gradeName }, at) => ({ value: at === 0 ? 0 : gradeId, label: gradeName }))
        }
      />
    </FilterForm>
  );
}
