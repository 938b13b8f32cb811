import { useQuery } from "@tanstack/react-query";
import type { Item } from "#contract/catalog/catalog.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { ownAccountQuery } from "#web/people/staff/staff-queries.ts";
import { recentItemsQuery } from "#web/catalog/catalog-queries.ts";
import {
  claims,
  copiesToInspect,
  incompleteOrders,
  orderList,
  ordersAtRisk,
  ordersToDo,
  reportedOrders,
  workQuery,
} from "#web/orders/desk-queries.ts";
import { newOrderCountQuery } from "#web/orders/order-queries.ts";
import { useSiteConfiguration } from "#web/site/site-queries.ts";
import { mails, mailTroubleQuery } from "#web/admin/mails.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { call } from "#web/lib/call.ts";
import { ForRole, useMay } from "#web/lib/session.ts";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { PackageOpen, Plus } from "#web/ui/icons.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { DownloadButton } from "#web/ui/actions/action-button.tsx";
import { Alert, EmptyState } from "#web/ui/feedback/notices.tsx";
import { Fetched, Skeleton, SkeletonRows } from "#web/ui/feedback/loading.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { Link } from "#web/ui/router.tsx";
import { CategoryBadge } from "#web/catalog/category-look.tsx";
import styles from "./dashboard-page.module.css";

const recentCount = 5;

export function DashboardPage() {
  return (
    <Page
      heading="Dashboard"
      actions={
        <ForRole least="clerk">
          <ButtonLink to="/admin/callerorder#callerText">Order for a caller</ButtonLink>
        </ForRole>
      }
    >
      <Work />
      <FirstPasswordNotice />
      <ForRole least="manager">
        <PostalAddressNotice />
      </ForRole>
      <ForRole least="clerk">
        <MailNotice />
      </ForRole>
      <Stack>
        <Row apart>
          <h2>Recently Added Items</h2>
          <ForRole least="clerk">
            <ButtonLink to="/admin/item/add" look="primary" icon={<Plus size={18} />}>
              Add New
            </ButtonLink>
          </ForRole>
        </Row>
        <Fetched
          query={useQuery(recentItemsQuery(recentCount))}
          what="recently added items"
          skeleton={<SkeletonRows count={1 + recentCount} height="2.5rem" />}
          empty={<EmptyState title={messages.empty.recent}>Titles you add appear here, newest first.</EmptyState>}
        >
          {(items) => <Table caption="Recently added items" columns={columns} rows={items} rowKey="inventoryId" />}
        </Fetched>
      </Stack>
      <ForRole least="clerk">
        <Row>
          <DownloadButton file={() => call("GET account/borrowers/csv", {})} done="Borrowers CSV downloaded.">
            Download Borrowers CSV
          </DownloadButton>
        </Row>
      </ForRole>
    </Page>
  );
}

/** Lists today's work with the number of each kind, one press from its list. Hides kinds with nothing to do. */
function Work() {
  const isClerk = useMay("clerk");
  const newOrders = useQuery(newOrderCountQuery).data;
  return (
    <Fetched query={useQuery(workQuery)} what="today’s work" skeleton={<Skeleton height="12rem" />}>
      {({ orders, openClaims, inInspection, wrongStock }) => {
        const counts = new Map(orders.map(({ work, count }) => [work, count]));
        const work = [
          { name: "Pack", count: counts.get("to-pack"), to: "/admin/packing" },
          ...(isClerk
            ? [
                { name: "Ship", count: counts.get("to-ship"), to: ordersToDo("to-ship") },
                { name: "Check in", to: "/admin/returns" },
                { name: "Call about overdue orders", count: counts.get("overdue"), to: ordersToDo("overdue") },
                { name: "Answer reported problems", count: counts.get("reported"), to: reportedOrders.path },
                { name: "Ask for missing copies", count: counts.get("incomplete"), to: incompleteOrders.path },
                { name: "Inspect", count: inInspection, to: copiesToInspect.path },
                { name: "Settle claims", count: openClaims, to: claims.href({ state: "open" }) },
                { name: "Find copies for at-risk orders", count: counts.get("at-risk"), to: ordersAtRisk.path },
                { name: "Confirm by phone", count: counts.get("unconfirmed"), to: ordersToDo("unconfirmed") },
                { name: "Call about shipping", count: counts.get("no-email"), to: ordersToDo("no-email") },
              ]
            : [{ name: "Check in", to: "/admin/returns" }]),
        ];
        const rest = work.filter(({ count }) => count !== 0);
        return (
          <Stack>
            <ul className={styles.work} aria-label="Today’s work">
              <WorkLink name="New Orders" count={newOrders ?? "–"} to={orderList.href({ statusId: statuses.new })} />
              {rest.map((entry) => (
                <WorkLink key={entry.name} {...entry} />
              ))}
            </ul>
            {rest.length < work.length && <p className={styles.rest}>Nothing else is waiting.</p>}
            {wrongStock > 0 && <WrongStock titles={wrongStock} />}
          </Stack>
        );
      }}
    </Fetched>
  );
}

type WorkLinkProps = { name: string; count?: number | string | undefined; to: string };

function WorkLink({ name, count, to }: WorkLinkProps) {
  return (
    <li>
      <Link to={to} className={styles.workItem}>
        <span>{name}</span>{" "}
        <span className={styles.workCount}>{count?.toLocaleString("en-US") ?? <PackageOpen size={32} />}</span>
      </Link>
    </li>
  );
}

/** Shows the result of the nightly check. Managers can see the titles and run it again. */
function WrongStock({ titles }: { titles: number }) {
  const words = `The stock of ${titles === 1 ? "1 title doesn’t match its" : `${titles} titles doesn’t match their`} copies and orders`;
  return (
    <Alert tone="error" title={words}>
      {useMay("manager") ? <Link to="/admin/system">System</Link> : "A manager can see the titles at System."}
    </Alert>
  );
}

function MailNotice() {
  const mail = useQuery(mailTroubleQuery).data;
  if (!mail) return null;
  const words = [mail.trouble > 0 && failedWords(mail.trouble), mailHint(mail)].filter(Boolean);
  if (words.length === 0) return null;
  return (
    <Alert tone="warning">
      {words.join(" ")} <Link to={mails.href({ state: "trouble" })}>Mail</Link>
    </Alert>
  );
}

const failedWords = (count: number) => (count === 1 ? "1 email failed." : `${count} emails failed.`);

type MailTrouble = { isToFiles: boolean; isServerAway: boolean; waiting: number };

function mailHint({ isToFiles, isServerAway, waiting }: MailTrouble) {
  if (isToFiles) return "No mail server is set up, so no emails go out.";
  if (!isServerAway) return undefined;
  if (waiting === 0) return "The mail server isn’t responding.";
  return `The mail server isn’t responding. ${waiting === 1 ? "1 email is" : `${waiting} emails are`} waiting.`;
}

const columns: Column<Item>[] = [
  {
    head: "Title",
    names: true,
    cell: (item) => (
      <Link to={`/admin/viewitem/${item.inventoryId}`} data-row-link>
        <TitleText of={item} />
      </Link>
    ),
  },
  { head: "SKU", whole: true, cell: ({ referenceNumber }) => `#${referenceNumber}` },
  { head: "Category", cell: (item) => <CategoryBadge of={item} isFormal /> },
  { head: "Subject", cell: ({ subjectName }) => subjectName },
  { head: "In stock", number: true, cell: ({ inStock }) => inStock },
];

function FirstPasswordNotice() {
  if (!useQuery({ ...ownAccountQuery, meta: { background: true } }).data?.hasFirstPassword) return null;
  return (
    <Alert tone="warning" title="Choose your own password">
      <p>Others may have seen your first password: it was printed or set when your account was created.</p>
      <ButtonLink to="/admin/account" size="small">
        Change password
      </ButtonLink>
    </Alert>
  );
}

function PostalAddressNotice() {
  if (useSiteConfiguration()?.content.contact.postalAddress !== "") return null;
  return (
    <Alert tone="warning" title="The library’s postal address is missing">
      <p>Without it, borrowers can’t see where to return packages on their orders, in emails, or on packing slips.</p>
      <ButtonLink to="/admin/sitecontent/contact" size="small">
        Enter the address
      </ButtonLink>
    </Alert>
  );
}
