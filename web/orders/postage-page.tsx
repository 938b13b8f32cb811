import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { statuses } from "#contract/catalog/codes.ts";
import { type PackageToMail, postagePrograms, type PostageProgram, programNames } from "#contract/orders/postage.ts";
import { UploadCard } from "#web/imports/upload-card.tsx";
import { call } from "#web/lib/call.ts";
import { storeChoice, storedChoice } from "#web/lib/stored-choice.ts";
import { DownloadButton } from "#web/ui/actions/action-button.tsx";
import { Card } from "#web/ui/card.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Fetched, SkeletonRows } from "#web/ui/feedback/loading.tsx";
import { Alert, EmptyState } from "#web/ui/feedback/notices.tsx";
import { SelectField } from "#web/ui/forms/choice-fields.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { BackToList } from "#web/ui/navigation/links.tsx";
import { Link, useSearchParams } from "#web/ui/router.tsx";
import { orderList, packagesToMailQuery } from "./desk-queries.ts";
import { trackingView } from "./imports/tracking-view.tsx";

/** Shows admin/postage. `orders` in the address selects orders other than those that are packed and to ship. */
export function PostagePage() {
  const [search] = useSearchParams();
  const ids = search.get("orders") ?? "";
  return (
    <Page
      heading="Postage"
      lead="Download the addresses of packed orders for your postage program, then import the tracking numbers it gives you."
      back={<BackToList path={orderList.path}>Back to Orders</BackToList>}
    >
      <Stack>
        <Card heading="Addresses for your postage program">
          <Fetched
            query={useQuery(packagesToMailQuery(ids))}
            what="packages"
            skeleton={<SkeletonRows count={4} height="3rem" />}
          >
            {({ data, total }) =>
              data.length === 0 ? (
                <EmptyState title="Nothing to mail.">
                  Orders appear here once everything on them is checked out.
                </EmptyState>
              ) : (
                <Packages packages={data} total={total} ids={ids} />
              )
            }
          </Fetched>
        </Card>
        <UploadCard view={trackingView} />
      </Stack>
    </Page>
  );
}

const choiceKey = "postage program";
const options = postagePrograms.map((value) => ({ value, label: programNames[value] }));
const programIn = (text: string | undefined) => postagePrograms.find((program) => program === text) ?? "pirate-ship";

type PackagesProps = { packages: readonly PackageToMail[]; total: number; ids: string };

function Packages({ packages, total, ids }: PackagesProps) {
  const [program, setProgram] = useState<PostageProgram>(() => programIn(storedChoice(choiceKey)));
  const choose = (text: string) => {
    setProgram(programIn(text));
    storeChoice(choiceKey, text);
  };
  const asked = ids === "" ? 0 : new Set(ids.split(",")).size;
  return (
    <Stack>
      {asked > packages.length && (
        <Alert>
          {asked - packages.length === 1
            ? "1 order you selected is closed, so it isn’t"
            : `${asked - packages.length} orders you selected are closed, so they aren’t`}{" "}
          listed.
        </Alert>
      )}
      <Row align="end">
        <SelectField
          label="Postage program"
          name="program"
          value={program}
          options={options}
          onChange={({ target }) => choose(target.value)}
        />
        <DownloadButton file={() => call("GET Postage/Csv", { query: { ids, program } })} done="Addresses downloaded.">
          {total === 1 ? "Download 1 address" : `Download ${total.toLocaleString("en-US")} addresses`}
        </DownloadButton>
      </Row>
      {total > packages.length && <p>The first {packages.length} are listed. The CSV has all of them.</p>}
      <Table caption="Packages to mail" columns={columns} rows={packages} rowKey="orderId" />
    </Stack>
  );
}

const columns: Column<PackageToMail>[] = [
  {
    head: "Order",
    names: true,
    cell: ({ orderId }) => <Link to={`/admin/orderdetails/${orderId}`}>#{orderId}</Link>,
  },
  { head: "Ships to", cell: ({ borrowerName, schoolName }) => `${borrowerName}, ${schoolName}` },
  { head: "Weight", cell: (row) => <Weight of={row} /> },
  { head: "Note", cell: (row) => toCheck(row) || "–" },
];

function Weight({ of: { ounces, withoutWeight } }: { of: PackageToMail }) {
  if (ounces !== null) return inPounds(ounces);
  return (
    <>
      Unknown. No weight for{" "}
      {withoutWeight.map(({ inventoryId, title }, at) => (
        <span key={inventoryId}>
          {at > 0 && ", "}
          <Link to={`/admin/item/${inventoryId}`}>{title}</Link>
        </span>
      ))}
    </>
  );
}

function inPounds(ounces: number): string {
  const [pounds, rest] = [Math.floor(ounces / 16), ounces % 16];
  return [...(pounds > 0 ? [`${pounds} lb`] : []), ...(rest > 0 || pounds === 0 ? [`${rest} oz`] : [])].join(" ");
}

function toCheck({ statusId, copiesMissing, trackingNumber }: PackageToMail): string {
  if (copiesMissing > 0) return copiesMissing === 1 ? "1 copy to check out" : `${copiesMissing} copies to check out`;
  if (statusId === statuses.shipped)
    return trackingNumber === "" ? "Already shipped" : `Already shipped, ${trackingNumber}`;
  return trackingNumber;
}
