import { useQuery } from "@tanstack/react-query";
import { parcelsThatCount, type PostDays } from "#contract/borrowers/arrivals.ts";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Truck } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { postDaysQuery } from "./arrival-queries.ts";

type Region = PostDays["regions"][number];

/** How long parcels take to each region and back, of how many that is known, and whether orders count with it. */
export function PostDaysCard() {
  return (
    <Card heading="Days in the mail">
      <Fetched query={useQuery(postDaysQuery)} what="the days in the mail" skeleton={<SkeletonLines lines={4} />}>
        {(found) => (found.regions.length === 0 ? <NothingKnown /> : <Known found={found} />)}
      </Fetched>
    </Card>
  );
}

function NothingKnown() {
  return (
    <EmptyState title="No package is known yet." icon={<Truck size={28} />}>
      Borrowers say when a package arrived and when they mailed it back. Until five of a region are known, the settings
      count.
    </EmptyState>
  );
}

function Known({ found: { leadDays, trailDays, regions } }: { found: PostDays }) {
  const columns: Column<Region>[] = [
    { head: "ZIP codes", names: true, cell: ({ region }) => `${region}…` },
    { head: "Out", cell: ({ out }) => <Days of={out} /> },
    { head: "Back", cell: ({ back }) => <Days of={back} /> },
  ];
  return (
    <Stack>
      <p>
        Business days in the mail, as borrowers say: the middle of the last {parcelsThatCount.most} packages. Orders by
        teaching days count with them, and with a day to spare on the way out, once {parcelsThatCount.least} are known;
        until then with the settings, {leadDays} days out and {trailDays} back.
      </p>
      <Table caption="Days in the mail" columns={columns} rows={regions} rowKey={({ region }) => region} />
    </Stack>
  );
}

function Days({ of: { days, parcels } }: { of: Region["out"] }) {
  if (days === null) return "Not known";
  const known = parcels === 1 ? "1 package" : `${parcels} packages`;
  const isEnough = parcels >= parcelsThatCount.least;
  return `${days === 1 ? "1 day" : `${days} days`} (${known}${isEnough ? "" : ", too few to count"})`;
}
