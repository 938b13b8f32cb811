import type { ReactNode } from "react";
import { calendars } from "#web/people/calendars/calendar-queries.ts";
import { Page } from "#web/ui/layout.tsx";
import { SectionLinks } from "#web/ui/navigation/links.tsx";

type SchoolFrameProps = { of: "schools" | "calendars"; lead?: ReactNode; actions?: ReactNode; children: ReactNode };

export function SchoolFrame({ of, lead, actions, children }: SchoolFrameProps) {
  return (
    <Page
      heading="Schools and calendars"
      documentTitle={of === "schools" ? "Schools and calendars" : "Calendars · Schools and calendars"}
      lead={lead}
      actions={actions}
    >
      <SectionLinks
        sections={[
          { to: "/admin/schools", label: "Schools", isCurrent: of === "schools" },
          { to: calendars.path, label: "Calendars", isCurrent: of === "calendars" },
        ]}
      />
      {children}
    </Page>
  );
}
