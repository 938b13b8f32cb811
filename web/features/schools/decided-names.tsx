import { useQuery } from "@tanstack/react-query";
import { type DecidedName, pairsOnAPage } from "#contract/schools/schools.ts";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { useDecideName } from "./schools-mutations.ts";
import { decidedNamesQuery, schoolFilters } from "./schools-queries.ts";
import styles from "./written-names.module.css";

/** What staff said of written names; each can be taken back. */
export function DecidedNames() {
  const { filters } = useFilters(schoolFilters);
  const none = (
    <EmptyState title="No name is decided.">What you say about a name appears here and can be taken back.</EmptyState>
  );
  return (
    <Card heading="Decided names">
      <PagedList
        query={useQuery(decidedNamesQuery(filters))}
        what="decided names"
        page={filters.decided}
        pageSize={pairsOnAPage}
        hrefFor={(decided) => schoolFilters.href({ ...filters, decided })}
        label="Pages of decided names"
        rowHeight="4rem"
        empty={none}
      >
        {({ data }) => (
          <ul className={styles.names} aria-label="Decided names">
            {data.map((name) => (
              <li key={`${name.schoolName}/${name.schoolDistrict}/${name.schoolId}`}>
                <Decided name={name} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  );
}

function Decided({ name }: { name: DecidedName }) {
  const { schoolName, schoolDistrict, schoolId, school, district, isSame, decidedAt, decidedByName } = name;
  const back = useDecideName(`Taken back: what “${schoolName}” means is open again.`);
  const said = `${schoolName} ${isSame ? "is" : "is not"} ${school}, ${district}`;
  return (
    <div className={styles.similar}>
      <div className={styles.words}>
        <span>{said}</span>
        <span className={styles.detail}>
          {schoolDistrict !== "" && `Written with ${schoolDistrict}. `}
          {decidedByName}, <TimeText value={decidedAt} />
        </span>
      </div>
      <Button
        size="small"
        look="quiet"
        busy={back.isPending}
        aria-label={`Take back: ${said}`}
        onClick={() => back.mutate({ schoolName, schoolDistrict, schoolId, decision: "open" })}
      >
        Take back
      </Button>
    </div>
  );
}
