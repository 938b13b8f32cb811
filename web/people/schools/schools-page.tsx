import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type CountedBy, type Directory, directoryLimits, type SchoolUse as Use } from "#contract/people/schools.ts";
import { call } from "#web/lib/call.ts";
import { SchoolFrame } from "./school-frame.tsx";
import { directoryQuery, schoolUse } from "./schools-queries.ts";
import { List } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { Card } from "#web/ui/card.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { FileField } from "#web/ui/forms/file-fields.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";
import { ForRole } from "#web/lib/session.ts";
import { useSentFile } from "#web/lib/files.ts";
import { TimeText } from "#web/lib/formats.tsx";

export function SchoolsPage() {
  return (
    <SchoolFrame of="schools">
      <Stack>
        <DirectoryCard />
        <SchoolUse />
      </Stack>
    </SchoolFrame>
  );
}

function DirectoryCard() {
  const upload = useUploadDirectory();
  return (
    <Card heading="State directory of public schools">
      <Stack>
        <Fetched query={useQuery(directoryQuery)} what="the directory" skeleton={<SkeletonLines lines={4} />}>
          {(directory) => <DescriptionList items={factsOf(directory)} />}
        </Fetched>
        <ForRole least="manager">
          <FileField
            id="directoryFile"
            label="Upload a directory file"
            hint="Use the public schools file from the California Department of Education, as tab-separated text up to 25 MB. Schools that are missing or inactive in it are marked closed."
            accept=".txt,.tsv,text/plain,text/tab-separated-values"
            objection={({ size }) =>
              size > directoryLimits.bytes ? "The file can’t be larger than 25 MB." : undefined
            }
            send={async (file, options) => {
              const { data, notes } = await upload(file, options);
              if (data.file) toast([`Directory updated: ${resultOf(data.file)}.`, ...notes].join(" "));
            }}
          />
        </ForRole>
      </Stack>
    </Card>
  );
}

/** Uploads a directory, which may also match borrowers to other schools. */
function useUploadDirectory() {
  const client = useQueryClient();
  return useSentFile(async (file, options) => {
    const { data, notes } = await call("POST Schools/UploadDirectory", { upload: file }, options);
    client.setQueryData(directoryQuery.queryKey, data);
    await Promise.all(["schools", "borrowers"].map((kind) => client.invalidateQueries({ queryKey: [kind] })));
    return { data, notes };
  });
}

const number = (count: number) => count.toLocaleString("en-US");
const resultOf = ({ added, changed, newlyClosed }: NonNullable<Directory["file"]>) =>
  `${number(added)} added, ${number(changed)} changed, ${number(newlyClosed)} closed`;

export function factsOf({ open, closed, joined, notJoined, file }: Directory) {
  if (open + closed === 0)
    return [{ term: "Last file", value: "None yet. Upload one so borrowers can pick their school as they type." }];
  return [
    { term: "Open schools", value: number(open) },
    { term: "Closed schools", value: number(closed) },
    {
      term: "Borrowers",
      value: `${number(joined)} matched to a school in the directory, ${number(notJoined)} not matched`,
    },
    {
      term: "Last file",
      value: file ? (
        <>
          {file.name}, <TimeText value={file.uploadedAt} />, by {file.uploadedByName}: {resultOf(file)}
        </>
      ) : (
        "None"
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
      <p>Counts orders by the school they were shipped to. Canceled orders are left out.</p>
      <List
        of={schoolUse}
        name="orders by school"
        columns={({ by }) => [...names[by], ...numbers]}
        rowKey={({ county, district, school }) => `${county}/${district}/${school}`}
        rowHeight="3rem"
        send="Count"
        csv={(query) => call("GET Schools/UseCsv", { query })}
        emptyTitle="No orders"
        empty="Orders placed on these dates appear here."
        noMatch="Orders placed on these dates appear here."
      />
    </Card>
  );
}
