import type { ReactNode } from "react";
import { useMay } from "#web/lib/session.ts";
import { Page } from "#web/ui/layout.tsx";
import { SectionLinks } from "#web/ui/navigation/links.tsx";
import { signInEvents } from "./admin-queries.ts";
import { activityLog } from "./activity-log.tsx";

/** Frames both logs; only managers see the logins. */
export function LogFrame({ of, lead, children }: { of: "changes" | "logins"; lead: string; children: ReactNode }) {
  const isManager = useMay("manager");
  return (
    <Page
      heading="Activity log"
      documentTitle={of === "changes" ? "Activity log" : "Logins · Activity log"}
      lead={lead}
    >
      {isManager && (
        <SectionLinks
          sections={[
            { to: activityLog.path, label: "Changes", isCurrent: of === "changes" },
            { to: signInEvents.path, label: "Logins", isCurrent: of === "logins" },
          ]}
        />
      )}
      {children}
    </Page>
  );
}
