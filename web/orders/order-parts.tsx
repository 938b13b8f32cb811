import { Fragment } from "react";
import { soonInWords } from "#contract/orders/soon-in-words.ts";
import type { BorrowersOrder, Order, OrderDays, OrderSummary } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { addressLines } from "#contract/desk/package.ts";
import { type Carrier, carrierOf } from "#contract/orders/carrier.ts";
import { cut } from "#contract/wire/cut.ts";
import { Rich } from "#web/language/rich.tsx";
import { TitleText } from "#web/language/title-text.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { useMay } from "#web/lib/session.ts";
import {
  Ban,
  CircleHelp,
  ExternalLink,
  Inbox,
  PackageOpen,
  SearchX,
  TriangleAlert,
  Truck,
  Undo2,
} from "#web/ui/icons.tsx";
import styles from "./order-parts.module.css";
import { daysOverdue, isToMailBack, mailBackInWords } from "./status.ts";
import { Stack } from "#web/ui/layout.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Skeleton } from "#web/ui/feedback/loading.tsx";
import { Badge, type BadgeTone } from "#web/ui/data/badge.tsx";
import { Link } from "#web/ui/router.tsx";
import { copyName, DateText, formatDay } from "#web/lib/formats.tsx";

const looks = new Map<number, { tone: BadgeTone; icon: typeof Truck }>([
  [statuses.new, { tone: "primary", icon: Inbox }],
  [statuses.processing, { tone: "warning", icon: PackageOpen }],
  [statuses.shipped, { tone: "info", icon: Truck }],
  [statuses.returned, { tone: "neutral", icon: Undo2 }],
  [statuses.canceled, { tone: "neutral", icon: Ban }],
]);

export function StatusBadge({
  order,
}: {
  order: Pick<OrderSummary, "statusId" | "statusName" | "returnDate" | "sentBackOn" | "lostCount">;
}) {
  const { t, say } = useLanguage();
  const { tone, icon: Icon } = looks.get(order.statusId) ?? { tone: "neutral" as const, icon: CircleHelp };
  const days = daysOverdue(order);
  const isMailedBack = order.statusId === statuses.shipped && order.sentBackOn !== null;
  return (
    <span className={styles.standing}>
      <Badge tone={tone} icon={<Icon size={16} />}>
        {say(order.statusName)}
      </Badge>
      {isMailedBack && (
        <Badge tone="neutral" icon={<Undo2 size={16} />}>
          {t("Mailed back")}
        </Badge>
      )}
      {order.lostCount > 0 && (
        <Badge tone="neutral" icon={<SearchX size={16} />}>
          {order.lostCount === 1 ? t("Closed: 1 lost") : t("Closed: {n} lost", { n: order.lostCount })}
        </Badge>
      )}
      {days > 0 && (
        <Badge tone="danger" icon={<TriangleAlert size={16} />}>
          {days === 1 ? t("1 day overdue") : t("{n} days overdue", { n: days })}
        </Badge>
      )}
    </span>
  );
}

export function DueHint({ order }: { order: OrderSummary }) {
  const { t } = useLanguage();
  if (daysOverdue(order) === 0) return null;
  return (
    <Alert tone="warning" title={t("This order is overdue")}>
      <Rich
        sentence="It was due back on <day>day</day>. Please send it back insured and with tracking. If it’s already on its way, you’re all set."
        parts={{ day: () => <DateText value={order.returnDate} inSentence /> }}
      />
    </Alert>
  );
}

export function UnconfirmedBadge() {
  return (
    <Badge tone="warning" icon={<TriangleAlert size={16} />}>
      Email not confirmed
    </Badge>
  );
}

export function NotEmailed() {
  return (
    <Badge tone="warning" icon={<TriangleAlert size={16} />}>
      Gets no email
    </Badge>
  );
}

export function TrackingNumber({ value }: { value: string }) {
  const carrier = carrierOf(value);
  if (!value) return <>–</>;
  return (
    <span className={styles.tracking}>
      <span className={styles.number}>{value}</span>
      {carrier && <CarrierLink carrier={carrier} />}
    </span>
  );
}

export function CarrierLink({ carrier }: { carrier: Carrier }) {
  const { t } = useLanguage();
  return (
    <a href={carrier.href} target="_blank" rel="noopener noreferrer" className={styles.link} data-screen-only>
      {t("Track with {name}", { name: carrier.name })}
      <ExternalLink size={14} />
      <VisuallyHidden>{t("(opens in a new tab)")}</VisuallyHidden>
    </a>
  );
}

export function PostalAddress({ borrower }: { borrower: Order["borrower"] }) {
  return (
    <address className={styles.address}>
      {addressLines(borrower).map((line, at) => (
        <span key={at}>{line}</span>
      ))}
    </address>
  );
}

const maxTitleLength = 60;

export function TitleSummary({ of }: { of: Pick<OrderSummary, "itemTitles" | "itemLanguages"> }) {
  return of.itemTitles.map((title, index) => (
    <Fragment key={index}>
      {index > 0 && "; "}
      <TitleText of={{ title: cutAtWord(title), language: of.itemLanguages[index] ?? "" }} />
    </Fragment>
  ));
}

function cutAtWord(title: string): string {
  if (title.length <= maxTitleLength) return title;
  const start = cut(title, maxTitleLength);
  const space = start.lastIndexOf(" ");
  return `${start.slice(0, space > maxTitleLength / 2 ? space : maxTitleLength).trimEnd()}…`;
}

export function AcceptedTerms({ version, savedAt, language }: NonNullable<Order["terms"]>) {
  const { t } = useLanguage();
  const isSpanish = language === "es";
  const parts = { day: () => <DateText value={savedAt} /> };
  return (
    <Link to={`/user/terms/${version}?in=${language}`}>
      {savedAt === null ? (
        t(isSpanish ? "Original terms, in Spanish" : "Original terms, in English")
      ) : (
        <Rich
          sentence={isSpanish ? "Terms of <day>day</day>, in Spanish" : "Terms of <day>day</day>, in English"}
          parts={parts}
        />
      )}
    </Link>
  );
}

type DatesOf = OrderSummary & Partial<Pick<BorrowersOrder, "expectBy" | "back">> & { days?: OrderDays | undefined };

/** Returns an order's dates, or when an order without dates arrives, and for its borrower when to mail it back. */
export function useOrderDays(order: DatesOf): { term: string; value: string }[] {
  const { days, expectBy, back } = order;
  const { t, code } = useLanguage();
  const backInWords = back && [
    {
      term: t("Due back"),
      value: isToMailBack(order) ? mailBackInWords(back, { t, code }) : formatDay(back.due, code),
    },
  ];
  const arrival = expectBy ? [{ term: t("Expect it by"), value: soonInWords(expectBy, code) }] : [];
  if (!days) return [...arrival, ...(backInWords ?? [])];
  const { shipBy, arriveBy, teachFrom, teachTo, mailBackBy } = days;
  const day = (date: string) => formatDay(date, code);
  return [
    { term: t("Ships by"), value: day(shipBy) },
    { term: t("Arrives by"), value: day(arriveBy) },
    {
      term: t("Teaching dates"),
      value: teachFrom === teachTo ? day(teachFrom) : `${day(teachFrom)} – ${day(teachTo)}`,
    },
    ...(backInWords ?? [{ term: t("Mail it back by"), value: day(mailBackBy) }]),
  ];
}

export function OrderSkeleton() {
  return (
    <Stack>
      <Skeleton height="24rem" />
      <Skeleton height="20rem" />
    </Stack>
  );
}

/** Links to the borrower's page for staff who may see it. Anonymized borrowers have none. */
export function BorrowerLink({ of }: { of: { borrowerId: number; borrowerName: string } }) {
  const mayOpen = useMay("clerk");
  if (of.borrowerId === 0 || !mayOpen) return of.borrowerName;
  return <Link to={`/admin/borrowers/${of.borrowerId}`}>{of.borrowerName}</Link>;
}

export function TitleLink({ of }: { of: { inventoryId: number; title: string; language: string } }) {
  return (
    <Link to={`/admin/viewitem/${of.inventoryId}`}>
      <TitleText of={of} />
    </Link>
  );
}

type TitleAndCopyProps = { of: { title: string; language: string; skuNumber: string; copyNumber: number } };

export function TitleAndCopy({ of }: TitleAndCopyProps) {
  return (
    <>
      <TitleText of={of} />, {copyName(of)}
    </>
  );
}

export function OrderLink({ orderId, children = "Order" }: { orderId: number | null; children?: string }) {
  if (orderId === null) return "–";
  return (
    <Link to={`/admin/orderdetails/${orderId}`}>
      {children} #{orderId}
    </Link>
  );
}

export const dueInWords = (day: string | null) => (day === null ? "" : `, due ${formatDay(day)}`);

export function BorrowableTitle({ of }: { of: { inventoryId: number; title: string; language: string } }) {
  return (
    <Link to={`/user/viewitem/${of.inventoryId}`}>
      <TitleText of={of} />
    </Link>
  );
}
