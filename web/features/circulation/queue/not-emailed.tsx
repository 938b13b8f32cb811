import { Badge } from "#web/ui/data/badge.tsx";
import { TriangleAlert } from "#web/ui/icons.tsx";

/** Marks who waits and gets no email when a copy is held. */
export function NotEmailed() {
  return (
    <Badge tone="warning" icon={<TriangleAlert size={16} />}>
      Gets no email
    </Badge>
  );
}
