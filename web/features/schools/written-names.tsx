import { useQuery } from "@tanstack/react-query";
import { pairsOnAPage, type SimilarSchool, type WrittenName } from "#contract/schools/schools.ts";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { useDecideName } from "./schools-mutations.ts";
import { schoolFilters, writtenNamesQuery } from "./schools-queries.ts";
import styles from "./written-names.module.css";

/** Names that borrowers wrote and no school has, each with similar schools to confirm. */
export function WrittenNames() {
  const { filters } = useFilters(schoolFilters);
  const none = (
    <EmptyState title="Every school that borrowers wrote is known.">
      Names that no school of the directory has appear here, with similar ones.
    </EmptyState>
  );
  return (
    <Card heading="Names not in the directory">
      <p>
        Borrowers typed these names, and no school in the directory has them. Pick the school they mean, and the library
        recognizes the name from then on. What borrowers typed doesn’t change.
      </p>
      <PagedList
        query={useQuery(writtenNamesQuery(filters))}
        what="school names"
        page={filters.page}
        pageSize={pairsOnAPage}
        hrefFor={(page) => schoolFilters.href({ ...filters, page })}
        label="Pages of school names"
        rowHeight="6rem"
        empty={none}
      >
        {({ data }) => (
          <ul className={styles.names}>
            {data.map((name) => (
              <li key={`${name.schoolName}/${name.schoolDistrict}`}>
                <Written name={name} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  );
}

function Written({ name }: { name: WrittenName }) {
  const { schoolName, schoolDistrict, city, borrowers, similar } = name;
  return (
    <Stack gap="tight">
      <h3 className={styles.written}>{schoolName}</h3>
      <p className={styles.detail}>
        {[schoolDistrict, city].filter(Boolean).join(", ")};{" "}
        {borrowers === 1 ? "1 borrower" : `${borrowers.toLocaleString("en-US")} borrowers`}
      </p>
      {similar.length === 0 && <p>No school of the directory has a similar name.</p>}
      {similar.map((school) => (
        <Similar key={school.schoolId} name={name} school={school} />
      ))}
    </Stack>
  );
}

function Similar({ name: { schoolName, schoolDistrict }, school: of }: { name: WrittenName; school: SimilarSchool }) {
  const { schoolId, school, district, city, county, isOpen, likeness } = of;
  const same = useDecideName(`“${schoolName}” is ${school}.`);
  const other = useDecideName(`“${schoolName}” is not ${school}.`);
  const names = { schoolName, schoolDistrict, schoolId };
  return (
    <div className={styles.similar}>
      <div className={styles.words}>
        <span>
          {school}
          {!isOpen && " (closed)"}
        </span>
        <span className={styles.detail}>
          {district}, {city}, {county} County; {Math.round(likeness * 100)} % alike
        </span>
      </div>
      <Row>
        <Button
          size="small"
          busy={same.isPending}
          aria-label={`Same: ${schoolName} is ${school}, ${district}`}
          onClick={() => same.mutate({ ...names, decision: "same" })}
        >
          Same
        </Button>
        <Button
          size="small"
          look="quiet"
          busy={other.isPending}
          aria-label={`Not the same: ${schoolName} is not ${school}, ${district}`}
          onClick={() => other.mutate({ ...names, decision: "other" })}
        >
          Not the same
        </Button>
      </Row>
    </div>
  );
}
