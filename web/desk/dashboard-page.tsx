import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Item } from "#contract/catalog/catalog.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { ownAccountQuery } from "#web/people/staff/staff-queries.ts";
import { HistoryLink } from "#web/admin/activity-log.tsx";
import { recentItemsQuery } from "#web/catalog/catalog-queries.ts";
import type { OrderSort, OrderWork } from "#contract/desk/search.ts";
import {
  claims,
  copiesToInspect,
  holdShelf,
  orderList,
  ordersAtRisk,
  workQuery,
  workWords,
} from "#web/orders/desk-queries.ts";
import { newOrderCountQuery } from "#web/orders/order-queries.ts";
import { useSiteConfiguration } from "#web/site/site-queries.ts";
import { mails, mailTroubleQuery } from "#web/admin/mails.ts";
import { inventoryCounts } from "./inventory-count/inventory-count-queries.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { call } from "#web/lib/call.ts";
import { ForRole, useMay } from "#web/lib/session.ts";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { ArrowRight, Inbox, ListChecks, PackageOpen, Pencil, Plus, User, Users } from "#web/ui/icons.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { DownloadButton } from "#web/ui/actions/action-button.tsx";
import { Alert, EmptyState } from "#web/ui/feedback/notices.tsx";
import { Fetched, Skeleton, SkeletonRows } from "#web/ui/feedback/loading.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { Link } from "#web/ui/router.tsx";
import { inventory } from "#web/catalog/staff-catalog-queries.ts";
import { CategoryBadge } from "#web/catalog/category-look.tsx";
import styles from "./dashboard-page.module.css";

const recentCount = 5;

export function DashboardPage() {
  return (
    <Page
      heading="Dashboard"
      actions={
        <>
          <ForRole least="clerk">
            <MailLink />
          </ForRole>
          <ForRole least="manager">
            <ButtonLink to="/admin/sitecontent" look="quiet" icon={<Pencil size={18} />}>
              Site content
            </ButtonLink>
          </ForRole>
          <ForRole least="clerk">
            <HistoryLink />
          </ForRole>
          <ForRole least="manager">
            <ButtonLink to="/admin/staff" look="quiet" icon={<Users size={18} />}>
              Staff
            </ButtonLink>
            <ButtonLink to="/admin/settings" look="quiet" icon={<ListChecks size={18} />}>
              Settings
            </ButtonLink>
          </ForRole>
          <ButtonLink to="/admin/account" look="quiet" icon={<User size={18} />}>
            Your account
          </ButtonLink>
        </>
      }
    >
      <FirstPasswordNotice />
      <ForRole least="manager">
        <PostalAddressNotice />
      </ForRole>
      <WorkToDo />
      <div className={styles.boxes}>
        <NewOrdersBox />
        <ReturnsBox />
        <ForRole least="clerk">
          <Card heading="Borrowers">
            <p className={styles.words}>
              All registered borrowers with their school, address, and orders, for Excel or LibreOffice.
            </p>
            <Row>
              <DownloadButton file={() => call("GET account/borrowers/csv", {})} done="Borrowers CSV downloaded.">
                Download Borrowers CSV
              </DownloadButton>
            </Row>
          </Card>
        </ForRole>
      </div>
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
    </Page>
  );
}

type MailTrouble = { isToFiles: boolean; isServerAway: boolean; waiting: number };

function mailHint({ isToFiles, isServerAway, waiting }: MailTrouble) {
  if (isToFiles) return "No mail server is set up, so no emails go out.";
  if (!isServerAway) return undefined;
  if (waiting === 0) return "The mail server isn’t responding.";
  return `The mail server isn’t responding. ${waiting === 1 ? "1 email is" : `${waiting} emails are`} waiting.`;
}

function WorkToDo() {
  const isClerk = useMay("clerk");
  const mail = useQuery({ ...mailTroubleQuery, enabled: isClerk }).data; // volunteers may not see emails
  return (
    <Card heading="Today’s work">
      <Fetched query={useQuery(workQuery)} what="today’s work" skeleton={<Skeleton height="15rem" />}>
        {({ orders, openClaims, inInspection, held, lowStock, outOfStock, wrongStock }) => (
          <>
            {wrongStock > 0 && <WrongStock titles={wrongStock} />}
            <ul className={styles.work} aria-label="Today’s work">
              {orders.map(({ work, count }) => (
                <Work key={work} name={workWords[work]} count={count} to={listOf(work)} />
              ))}
              {isClerk && <Work name="Open claims" count={openClaims} to={claims.href({ state: "open" })} />}
              {isClerk && <Work name="Inspection" count={inInspection} to={copiesToInspect.path} />}
              <Work name="Hold shelf" count={held} to={holdShelf.path} />
              <Work name="Low-stock titles" count={lowStock} to={inventory.href({ shown: "low" })} />
              <Work name="Out-of-stock titles" count={outOfStock} to={`${inventory.path}#out-of-stock`} />
              {mail && (
                <Work
                  name="Failed emails"
                  count={mail.trouble}
                  to={mails.href({ state: "trouble" })}
                  hint={mailHint(mail)}
                />
              )}
            </ul>
          </>
        )}
      </Fetched>
    </Card>
  );
}

/** Shows the result of the nightly check. Managers can see the titles and run it again. */
function WrongStock({ titles }: { titles: number }) {
  const words = `The stock of ${titles === 1 ? "1 title doesn’t match its" : `${titles} titles doesn’t match their`} copies and orders`;
  return (
    <Alert tone="error" title={words}>
      {useMay("manager") ? <Link to="/admin/system">Show the titles</Link> : "A manager can see the titles at System."}
    </Alert>
  );
}

type WorkProps = { name: string; count: number; to: string; hint?: string | undefined };

function Work({ name, count, to, hint }: WorkProps) {
  return (
    <li>
      <Link to={to} className={styles.workItem} data-none={count === 0 ? true : undefined}>
        <span className={styles.workCount}>{count.toLocaleString("en-US")}</span> <span>{name}</span>
      </Link>
      {hint && <p className={styles.workHint}>{hint}</p>}
    </li>
  );
}

/** Returns the address of a list: orders to pack by ship date, loans by due date, reports by age. */
function listOf(work: OrderWork): string {
  if (work === "at-risk") return ordersAtRisk.path;
  const sort: OrderSort = work === "reported" ? "oldest" : ["to-pack", "to-ship"].includes(work) ? "leaves" : "due";
  return orderList.href({ work, sort });
}

type BoxProps = { name: string; icon: typeof Inbox; to: string; count?: ReactNode; children: ReactNode };

/** Links the whole box, which may have more links inside. */
function Box({ name, icon: Icon, to, count, children }: BoxProps) {
  return (
    <div className={styles.box}>
      <Icon size={24} className={styles.icon} />
      <h2 className={styles.name}>
        <Link to={to} className={styles.link}>
          {name}
        </Link>
      </h2>
      {count !== undefined && <div className={styles.count}>{count}</div>}
      {children}
    </div>
  );
}

function BoxLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={styles.only}>
      {children}
      <ArrowRight size={16} />
    </Link>
  );
}

function NewOrdersBox() {
  const { data, isError } = useQuery(newOrderCountQuery);
  return (
    <Box name="New Orders" icon={Inbox} to={orderList.path} count={data ?? "–"}>
      <p className={styles.words}>
        {isError && "The number couldn’t load."}
        {data === 0 && "No new orders."}
        {data !== undefined && data > 0 && (
          <BoxLink to={orderList.href({ statusId: statuses.new })}>Show only new orders</BoxLink>
        )}
      </p>
      <p className={styles.words}>
        <BoxLink to="/admin/packing">Pack orders</BoxLink>
      </p>
      <ForRole least="clerk">
        <p className={styles.words}>
          <BoxLink to="/admin/callerorder#callerText">Order for a caller</BoxLink>
        </p>
      </ForRole>
    </Box>
  );
}

function ReturnsBox() {
  return (
    <Box name="Returns" icon={PackageOpen} to="/admin/returns">
      <p className={styles.words}>
        <BoxLink to={orderList.href({ work: "overdue", sort: "due" })}>Show overdue orders</BoxLink>{" "}
        <ForRole least="clerk">
          <BoxLink to={copiesToInspect.path}>Inspection</BoxLink>
        </ForRole>
      </p>
      <p className={styles.words}>
        <BoxLink to={inventoryCounts.path}>Inventory count</BoxLink>
      </p>
    </Box>
  );
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

function MailLink() {
  const dead = useQuery(mailTroubleQuery).data?.dead ?? 0;
  return (
    <ButtonLink to={mails.href(dead > 0 ? { state: "dead" } : {})} look="quiet" icon={<Inbox size={18} />}>
      {dead > 0 ? `Mail (${dead} not sent)` : "Mail"}
    </ButtonLink>
  );
}
