import { useLanguage } from "#web/language/use-language.ts";
import { statuses } from "#contract/codes.ts";
import { CircleHelp, Ban, Inbox, PackageOpen, TriangleAlert, Truck, Undo2 } from "#web/ui/icons.tsx";
import type { OrderSummary } from "#contract/circulation.ts";
import { Badge, type BadgeTone } from "#web/ui/data/badge.tsx";
import { daysOverdue } from "./due.ts";
import styles from "./status-badge.module.css";

const looks = new Map<number, { tone: BadgeTone; icon: typeof Truck }>([
  [statuses.new, { tone: "primary", icon: Inbox }],
  [statuses.processing, { tone: "warning", icon: PackageOpen }],
  [statuses.shipped, { tone: "info", icon: Truck }],
  [statuses.returned, { tone: "neutral", icon: Undo2 }],
  [statuses.cancelled, { tone: "neutral", icon: Ban }],
]);

export function StatusBadge({
  order,
}: {
  order: Pick<OrderSummary, "statusId" | "statusName" | "returnDate" | "sentBackOn">;
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
      {days > 0 && (
        <Badge tone="danger" icon={<TriangleAlert size={16} />}>
          {days === 1 ? t("1 day overdue") : t("{n} days overdue", { n: days })}
        </Badge>
      )}
    </span>
  );
}
