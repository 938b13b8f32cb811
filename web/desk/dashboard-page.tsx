import { useQuery } from "@tanstack/react-query";
import type { Item } from "#contract/catalog/catalog.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { ownAccountQuery } from "#web/people/staff/staff-queries.ts";
import { HistoryLink } from "#web/admin/history-link.tsx";
import { inventory } from "#web/catalog/admin-list-queries.ts";
import { recentItemsQuery } from "#web/catalog/catalog-queries.ts";
import { CategoryBadge } from "#web/catalog/category-look.tsx";
import { copiesToInspect, orderList, overdue } from "#web/orders/desk-queries.ts";
import { newOrderCountQuery } from "#web/orders/order-queries.ts";
import { WorkList } from "./work-list.tsx";
import { useSiteConfiguration } from "#web/site/site-queries.ts";
import { mails, mailTroubleQuery } from "#web/admin/mails.ts";
import { inventoryCounts } from "./inventory-count/inventory-count-queries.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { call } from "#web/lib/call.ts";
import { ForRole, useMay } from "#web/lib/session.ts";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { ArrowRight, Inbox, ListChecks, PackageOpen, Pencil, Plus, User, Users } from "#web/ui/icons.tsx";
import styles from "./dashboard-page.module.css";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { Card, Page, Row, Stack } from "#web/ui/layout.tsx";
import { Alert, EmptyState } from "#web/ui/feedback/notices.tsx";
import { Fetched, SkeletonRows } from "#web/ui/feedback/loading.tsx";
import { DownloadButton } from "#web/ui/actions/action-button.tsx";
import { Link } from "#web/ui/router.tsx";

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
          {(items) => (
            <Table
              caption="Recently added items"
              columns={columns}
              rows={items}
              rowKey={({ inventoryId }) => inventoryId}
            />
          )}
        </Fetched>
      </Stack>
    </Page>
  );
}

type MailTrouble = { isToFiles: boolean; isServerAway: boolean; waiting: number };

const stock = {
  lowStock: inventory.href({ shown: "low" }),
  outOfStock: `${inventory.path}#out-of-stock`,
};

function WorkToDo() {
  return useMay("clerk") ? <WorkWithMail /> : <WorkList more={[]} {...stock} />;
}

function mailHint({ isToFiles, isServerAway, waiting }: MailTrouble) {
  if (isToFiles) return "No mail server is set up, so no emails go out.";
  if (!isServerAway) return undefined;
  if (waiting === 0) return "The mail server isn’t responding.";
  return `The mail server isn’t responding. ${waiting === 1 ? "1 email is" : `${waiting} emails are`} waiting.`;
}

function WorkWithMail() {
  const mail = useQuery(mailTroubleQuery).data;
  const failed = mail && {
    name: "Failed emails",
    count: mail.trouble,
    to: mails.href({ state: "trouble" }),
    hint: mailHint(mail),
  };
  return <WorkList more={failed ? [failed] : []} {...stock} />;
}

function NewOrdersBox() {
  const { data, isError } = useQuery(newOrderCountQuery);
  return (
    <div className={styles.box}>
      <Inbox size={24} className={styles.icon} />
      <h2 className={styles.name}>
        <Link to={orderList.path} className={styles.link}>
          New Orders
        </Link>
      </h2>
      <div className={styles.count}>{data ?? "–"}</div>
      <p className={styles.words}>
        {isError && "The number couldn’t load."}
        {data === 0 && "No new orders."}
        {data !== undefined && data > 0 && (
          <Link to={orderList.href({ statusId: statuses.new })} className={styles.only}>
            Show only new orders
            <ArrowRight size={16} />
          </Link>
        )}
      </p>
      <p className={styles.words}>
        <Link to="/admin/packing" className={styles.only}>
          Pack orders
          <ArrowRight size={16} />
        </Link>
      </p>
      <ForRole least="clerk">
        <p className={styles.words}>
          <Link to="/admin/callerorder#callerText" className={styles.only}>
            Order for a caller
            <ArrowRight size={16} />
          </Link>
        </p>
      </ForRole>
    </div>
  );
}

function ReturnsBox() {
  return (
    <div className={styles.box}>
      <PackageOpen size={24} className={styles.icon} />
      <h2 className={styles.name}>
        <Link to="/admin/returns" className={styles.link}>
          Returns
        </Link>
      </h2>
      <p className={styles.words}>
        <Link to={orderList.href({ statusId: overdue, sort: "due" })} className={styles.only}>
          Show overdue orders
          <ArrowRight size={16} />
        </Link>{" "}
        <ForRole least="clerk">
          <Link to={copiesToInspect.path} className={styles.only}>
            Inspection
            <ArrowRight size={16} />
          </Link>
        </ForRole>
      </p>
      <p className={styles.words}>
        <Link to={inventoryCounts.path} className={styles.only}>
          Inventory count
          <ArrowRight size={16} />
        </Link>
      </p>
    </div>
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
  { head: "Category", cell: (item) => <CategoryBadge of={item} /> },
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
