import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Directory, directoryLimits } from "#contract/people/schools.ts";
import { borrowerRules } from "#contract/people/accounts.ts";
import * as z from "zod/mini";
import { SchoolField } from "#web/people/fields/personal-fields.tsx";
import { orderList } from "#web/orders/desk-queries.ts";
import { writingTo } from "#web/people/messages.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { useNavigate } from "#web/ui/router.tsx";
import { SchoolFrame } from "./school-frame.tsx";
import { directoryQuery } from "./schools-queries.ts";
import { Card } from "#web/ui/card.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
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
        <FindSchool />
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

function FindSchool() {
  const navigate = useNavigate();
  const form = useForm<{ schoolName: string; schoolDistrict: string }, "orders">({
    stored: { values: { schoolName: "", schoolDistrict: "" } },
    check: (values) => brokenRules(schoolRules, values),
    save: async ({ schoolName: school, schoolDistrict: district }, _version, how) => ({
      next: () =>
        navigate(how === "orders" ? orderList.href({ school }) : writingTo.href({ to: "school", school, district })),
    }),
  });
  return (
    <Card heading="A school’s orders and borrowers">
      <Form form={form} label="A school’s orders and borrowers" spaced>
        <SchoolField
          {...form.field("schoolName")}
          label="School name"
          autoComplete="off"
          width="l"
          of="schools"
          district={form.values.schoolDistrict}
          onSchool={({ school, district }) => form.change({ schoolName: school, schoolDistrict: district })}
        />
        <SchoolField
          {...form.field("schoolDistrict")}
          label="School district"
          autoComplete="off"
          width="l"
          of="districts"
          onSchool={({ district }) => form.change({ schoolDistrict: district })}
        />
        <Row>
          <Button {...form.button}>Email its borrowers</Button>
          <Button
            busy={form.running?.how === "orders"}
            disabled={form.button.disabled}
            onClick={() => void form.submit("orders")}
          >
            Show its orders
          </Button>
        </Row>
      </Form>
    </Card>
  );
}

const schoolRules = z.pick(borrowerRules, { schoolName: true, schoolDistrict: true });

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
