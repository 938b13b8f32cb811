import { borrowers } from "#web/people/borrowers/borrower-queries.ts";
import { Page } from "#web/ui/layout/page.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { BackToList } from "#web/ui/navigation/back-to-list.tsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type CountedBy, type Directory, directoryLimits, type SchoolUse as Use } from "#contract/people/schools.ts";
import { call } from "#web/lib/call.ts";
import { useSentFile } from "#web/lib/files/uploads.ts";
import { ForRole } from "#web/lib/for-role.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { FileField } from "#web/ui/forms/file/file-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { directoryQuery, schoolUse } from "#web/people/schools/schools-queries.ts";
import { List } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";

export function SchoolsPage() {
  return (
    <Page heading="Schools" back={<BackToList path={borrowers.path}>Back to Borrowers</BackToList>}>
      <Stack>
        <DirectoryCard />
        <SchoolUse />
      </Stack>
    </Page>
  );
}

function DirectoryCard() {
  const upload = useUploadDirectory();
  return (
    <Card heading="The state’s directory of public schools">
      <Stack>
        <Fetched query={useQuery(directoryQuery)} what="the directory" skeleton={<SkeletonLines lines={4} />}>
          {(known) => <DescriptionList items={factsOf(known)} />}
        </Fetched>
        <ForRole least="manager">
          <FileField
            id="directoryFile"
            label="A newer file"
            hint="The public schools file of the California Department of Education, as text with tabs, up to 25 MB. A school that it does not have, or that is not active, is closed."
            accept=".txt,.tsv,text/plain,text/tab-separated-values"
            objection={({ size }) =>
              size > directoryLimits.bytes ? "The file can’t be larger than 25 MB." : undefined
            }
            send={async (file, options) => {
              const { file: taken } = await upload(file, options);
              if (taken) toast(`Taken in: ${resultOf(taken)}.`);
            }}
          />
        </ForRole>
      </Stack>
    </Card>
  );
}

/** Takes in a file; the schools of borrowers may be others afterwards. */
function useUploadDirectory() {
  const client = useQueryClient();
  return useSentFile(async (file, options) => {
    const { data } = await call("POST Schools/UploadDirectory", { upload: file }, options);
    client.setQueryData(directoryQuery.queryKey, data);
    await Promise.all(["schools", "borrowers"].map((kind) => client.invalidateQueries({ queryKey: [kind] })));
    return data;
  });
}

const number = (count: number) => count.toLocaleString("en-US");
const resultOf = ({ added, changed, newlyClosed }: NonNullable<Directory["file"]>) =>
  `${number(added)} added, ${number(changed)} changed, ${number(newlyClosed)} closed`;

function factsOf({ open, closed, joined, notJoined, file }: Directory) {
  return [
    { term: "Open schools", value: number(open) },
    { term: "Closed schools", value: number(closed) },
    {
      term: "Borrowers",
      value: `${number(joined)} with a school of the directory, ${number(notJoined)} without`,
    },
    {
      term: "Last file",
      value: file ? (
        <>
          {file.name}, <TimeText value={file.uploadedAt} />, by {file.uploadedByName}: {resultOf(file)}
        </>
      ) : (
        "None yet. With it, borrowers find their school by typing."
      ),
    },
  ];
}

const names: Record<CountedBy, Column<Use>[]> = {
  county: [{ head: "County", names: true, cell: countyOf }],
  district: [
    { head: "District", names: true, cell: ({ district, ...use }) => district || countyOf(use) },
    { head: "County", cell: ({ county }) => county || "–" },
  ],
  school: [
    { head: "School", names: true, cell: ({ school, ...use }) => school || countyOf(use) },
    { head: "District", cell: ({ district }) => district || "–" },
    { head: "County", cell: ({ county }) => county || "–" },
  ],
};

function countyOf({ county }: Pick<Use, "county">): string {
  return county || "Not in the directory";
}

const numbers: Column<Use>[] = [
  { head: "Borrowers", number: true, cell: ({ borrowers }) => borrowers.toLocaleString("en-US") },
  { head: "Orders", number: true, cell: ({ orders }) => orders.toLocaleString("en-US") },
  { head: "Copies", number: true, cell: ({ copies }) => copies.toLocaleString("en-US") },
];

function SchoolUse() {
  return (
    <Card heading="Orders by school">
      <p>Orders that were not canceled, by the school they were sent to.</p>
      <List
        of={schoolUse}
        name="orders by school"
        columns={({ by }) => [...names[by], ...numbers]}
        rowKey={({ county, district, school }) => `${county}/${district}/${school}`}
        rowHeight="3rem"
        send="Count"
        csv={(query) => call("GET Schools/UseCsv", { query })}
        emptyTitle="Nothing was ordered."
        empty="Orders of these days appear here."
        noMatch="Orders of these days appear here."
      />
    </Card>
  );
}
