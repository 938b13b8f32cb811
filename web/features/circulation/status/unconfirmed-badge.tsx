import { Badge } from "#web/ui/data/badge.tsx";
import { TriangleAlert } from "#web/ui/icons.tsx";

/** Marks an order whose borrower has not shown that they read their email; until then they get no more of it. */
export function UnconfirmedBadge() {
  return (
    <Badge tone="warning" icon={<TriangleAlert size={16} />}>
      Email not confirmed
    </Badge>
  );
}
