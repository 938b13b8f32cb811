import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Directory, directoryLimits } from "#contract/schools/schools.ts";
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
import { Stack } from "#web/ui/layout/stack.tsx";
import { directoryQuery } from "./schools-queries.ts";

/** The state's directory as it is, and where a newer one is taken in. */
export function DirectoryCard() {
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
